/**
 * Bounds that hold what they promise: the predicted deviations are scaled on rows kept out of the fit, so that 95% of
 * those rows lie inside. Split conformal prediction with normalised residuals: Papadopoulos et al. (2008); Lei et al. (2018).
 */
import { type Calibration, componentVariances, standardisedMeans } from "./ensemble.ts";
import type { TargetPrediction } from "./members.ts";
import type { OutputModel } from "./targets.ts";

const LEVEL = 0.95;
const SPREAD_FACTORS = [0.25, 0.5, 1, 2, 4, 8, 16, 32];
/** What the members' variance counts when there are too few rows to tell. */
const USUAL_SPREAD_FACTOR = 2;
const FEWEST_ROWS = 12;
/** As many rows' worth of the output's average go into each component's own scale. */
const POOLED_ROWS = 10;

/**
 * @param truth standardised components on the validation rows, count x size.
 * @param predicted what the members say of those rows.
 */
export function calibrate(
  model: OutputModel,
  truth: Float64Array,
  predicted: ReadonlyMap<number, TargetPrediction>,
  noise: Float64Array,
  count: number,
): Calibration {
  const means = standardisedMeans(model, predicted, count);
  const residuals = truth.map((value, at) => value - (means[at] ?? 0));
  const normalised = (factor: number): Float64Array => {
    const variances = componentVariances(model, predicted, noise, factor, count);
    return residuals.map((residual, at) => residual / Math.sqrt((variances[at] ?? 0) + 1e-24));
  };
  const logVariances = (factor: number): number =>
    componentVariances(model, predicted, noise, factor, count).reduce(
      (sum, variance) => sum + Math.log(variance + 1e-24),
      0,
    );
  let spreadFactor = USUAL_SPREAD_FACTOR;
  if (count >= FEWEST_ROWS) {
    let highest = Number.NEGATIVE_INFINITY;
    for (const factor of SPREAD_FACTORS) {
      const scores = normalised(factor);
      const likelihood = -scores.length * Math.log(meanSquare(scores) + 1e-24) - logVariances(factor);
      if (likelihood > highest) {
        highest = likelihood;
        spreadFactor = factor;
      }
    }
  }
  const scores = normalised(spreadFactor);
  const scales = componentScales(scores, model.size, count);
  const scaled = scores.map((score, at) => Math.abs(score) / (scales[at % model.size] || 1));
  const quantile = boundQuantile(scaled, count);
  return { spreadFactor, widths: scales.map((scale) => scale * quantile) };
}

/** The root mean square score of each component, drawn towards that of all. */
function componentScales(scores: Float64Array, size: number, count: number): Float64Array {
  const overall = meanSquare(scores);
  const scales = new Float64Array(size);
  for (let at = 0; at < scores.length; at++) {
    scales[at % size] = (scales[at % size] ?? 0) + (scores[at] ?? 0) ** 2;
  }
  return scales.map((sum) => Math.sqrt((sum + POOLED_ROWS * overall) / (count + POOLED_ROWS)));
}

/**
 * The score that 95% of new rows stay below. With many rows the conformal rank; with few, where that is the largest score
 * seen, drawn towards the quantile of Student's t that the rows' number allows for.
 */
function boundQuantile(scores: Float64Array, count: number): number {
  const sorted = scores.toSorted();
  const level = Math.min(1, (LEVEL * (count + 1)) / count);
  const position = level * (sorted.length - 1);
  const below = sorted[Math.floor(position)] ?? 0;
  const above = sorted[Math.ceil(position)] ?? 0;
  const empirical = below + (position - Math.floor(position)) * (above - below);
  const weight = (count / (count + 20)) ** 2;
  return weight * empirical + (1 - weight) * studentQuantile(count);
}

/** The two-sided 95% quantile of Student's t, after Hill (1970) to first orders. */
function studentQuantile(freedom: number): number {
  const z = 1.959964;
  const v = Math.max(1, freedom);
  const first = (z ** 3 + z) / (4 * v);
  const second = (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * v * v);
  const third = (3 * z ** 7 + 19 * z ** 5 + 17 * z ** 3 - 15 * z) / (384 * v ** 3);
  return z + first + second + third;
}

function meanSquare(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value * value, 0) / values.length;
}
