/** Measures how good predictions are on rows that nobody saw before. */
import { normalQuantile } from "../../engine/math/normal.ts";

/** The predictions of one output: each rows x size, row-major; bounds are null where a method has none. */
export interface Judged {
  truth: Float64Array;
  mean: Float64Array;
  bounds: { lower: Float64Array; upper: Float64Array } | null;
  size: number;
}

/** Means over the outputs. */
export interface Scores {
  /** Coefficient of determination; of a curve, all its values together. */
  r2: number;
  /** The mean of the coefficients of each component of a vector: as engine.md measures vectors. */
  r2Components: number;
  /** Root mean squared error in standard deviations of the unseen values. */
  nrmse: number;
  /** Share of unseen values inside the 95 % bounds. */
  coverage: number | null;
  /**
   * Mean over 99 levels of |share of values inside the central interval of that level - level| (Kuleshov, Fenner and Ermon,
   * 2018). Intervals of other levels than 95 % are taken to be those of a normal with the 95 % bounds, each side its own.
   */
  calibrationError: number | null;
  /** Mean width of the 95 % bounds, in standard deviations of the unseen values. */
  width: number | null;
  /** Interval score of the 95 % bounds (Winkler, 1972), in the same unit: width, and 40 times what a value lies outside. */
  winkler: number | null;
  /**
   * Continuous ranked probability score (Gneiting and Raftery, 2007), in the same unit: twice the mean pinball loss over levels from 0 to 1. The
   * distribution is taken to be a normal with the 95 % bounds, each side its own; without bounds it is the mean alone.
   */
  crps: number;
}

const Z_95 = 1.959964;
const MISS_PENALTY = 2 / 0.05;
/** The levels at which the pinball loss is averaged, and the standard normal's quantiles there. */
const PINBALL_QUANTILES = Array.from({ length: 60 }, (_, at) => {
  const level = (at + 0.5) / 60;
  return { level, quantile: normalQuantile(level) };
});
const COVERAGE_LEVELS = Array.from({ length: 99 }, (_, at) => (at + 1) / 100);

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export function computeScores(outputs: readonly Judged[]): Scores {
  const each = outputs.map(scoreOne);
  const over = (pick: (scores: Scores) => number) => mean(each.map(pick));
  const bounded = (pick: (scores: Scores) => number | null) =>
    each.some((scores) => pick(scores) === null) ? null : over((scores) => pick(scores) ?? 0);
  return {
    r2: over(({ r2 }) => r2),
    r2Components: over(({ r2Components }) => r2Components),
    nrmse: over(({ nrmse }) => nrmse),
    coverage: bounded(({ coverage }) => coverage),
    calibrationError: bounded(({ calibrationError }) => calibrationError),
    width: bounded(({ width }) => width),
    winkler: bounded(({ winkler }) => winkler),
    crps: over(({ crps }) => crps),
  };
}

function scoreOne({ truth, mean: predicted, bounds, size }: Judged): Scores {
  const count = truth.length / size;
  const components: number[] = [];
  let allErrors = 0;
  let allSpread = 0;
  for (let component = 0; component < size; component++) {
    const selectComponent = (values: Float64Array) =>
      Array.from({ length: count }, (_, row) => values[row * size + component] ?? 0);
    const values = selectComponent(truth);
    const centre = mean(values);
    const spread = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
    const errors = selectComponent(predicted).reduce(
      (sum, value, row) => sum + (value - (values[row] ?? 0)) ** 2,
      0,
    );
    // A component that does not vary at all tells nothing about accuracy.
    if (spread > 0) components.push(1 - errors / spread);
    allErrors += errors;
    allSpread += spread;
  }
  const deviation = Math.sqrt(allSpread / truth.length);
  return {
    r2: 1 - allErrors / allSpread,
    r2Components: mean(components),
    nrmse: Math.sqrt(allErrors / allSpread),
    crps: computeCrps(truth, predicted, bounds) / deviation,
    ...(bounds === null
      ? { coverage: null, calibrationError: null, width: null, winkler: null }
      : boundScores(truth, predicted, bounds, deviation)),
  };
}

function computeCrps(truth: Float64Array, predicted: Float64Array, bounds: Judged["bounds"]): number {
  let loss = 0;
  truth.forEach((value, at) => {
    const centre = predicted[at] ?? 0;
    const below = (centre - (bounds?.lower[at] ?? centre)) / Z_95;
    const above = ((bounds?.upper[at] ?? centre) - centre) / Z_95;
    for (const { level, quantile } of PINBALL_QUANTILES) {
      const distance = value - (centre + quantile * (quantile < 0 ? below : above));
      loss += distance >= 0 ? level * distance : (level - 1) * distance;
    }
  });
  return (2 * loss) / (PINBALL_QUANTILES.length * truth.length);
}

function boundScores(
  truth: Float64Array,
  predicted: Float64Array,
  { lower, upper }: { lower: Float64Array; upper: Float64Array },
  deviation: number,
): Pick<Scores, "coverage" | "calibrationError" | "width" | "winkler"> {
  let inside = 0;
  let width = 0;
  let winkler = 0;
  /** The level of the narrowest central interval that holds each value. */
  const levels = new Float64Array(truth.length);
  truth.forEach((value, at) => {
    const low = lower[at] ?? 0;
    const high = upper[at] ?? 0;
    const centre = predicted[at] ?? 0;
    // Bounds of no width hold the value that they state, up to rounding.
    const slack = 1e-9 * Math.abs(value);
    if (value >= low - slack && value <= high + slack) inside++;
    width += high - low;
    winkler += high - low + MISS_PENALTY * (Math.max(0, low - value) + Math.max(0, value - high));
    const side = Math.max(value < centre ? centre - low : high - centre, Number.MIN_VALUE);
    levels[at] = centralLevel((Z_95 * Math.abs(value - centre)) / side);
  });
  levels.sort();
  let below = 0;
  const gaps = COVERAGE_LEVELS.map((level) => {
    while (below < levels.length && (levels[below] ?? 0) <= level) below++;
    return Math.abs(below / levels.length - level);
  });
  return {
    coverage: inside / truth.length,
    calibrationError: mean(gaps),
    width: width / truth.length / deviation,
    winkler: winkler / truth.length / deviation,
  };
}

/** The probability that a standard normal lies within +- z: erf(z / sqrt 2) by Abramowitz and Stegun (1964), 7.1.26; to 1.5e-7. */
function centralLevel(z: number): number {
  const x = Math.min(z, 20) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return 1 - series * Math.exp(-x * x);
}
