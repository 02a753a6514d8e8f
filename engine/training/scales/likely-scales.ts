/**
 * Ranks the scales of an output by the leave-one-out likelihood of its values under quick models (Box and Cox, 1964), and by
 * the error of these predictions on the output's own scale, the one that people see.
 */
import { candidateOutputScales } from "../../dataset/scale-candidates.ts";
import {
  fromScale,
  IDENTITY,
  logScaleDerivative,
  rangeOf,
  type Scale,
  spreadOf,
  toScale,
} from "../../dataset/scaling.ts";
import { gatherRows } from "../../dataset/table.ts";
import type { ScaleScorer } from "./scale-scorer.ts";

/** Components of a curve that are scored. */
const COMPONENTS = 12;
/** Another scale must gain at least this much over the own one, in units of the score. */
const MIN_GAIN = 0.4;
/** The logarithm, on which most laws are simple, has this advantage in the same unit; smaller differences are noise. */
const LOG_ADVANTAGE = 0.06;
/** Smaller differences, in the same unit, are decided by better models. */
const CLEAR_DIFFERENCE = 0.6;
/** The greatest error of another scale, as a ratio to that of the own scale. */
const MAX_ERROR_RATIO = 1;
/** This share of the variance is added to errors: differences far below it do not count. */
const SMALL_ERROR = 1e-8;

/**
 * The likeliest scale, and then the others that the quick models do not distinguish clearly from it, in descending order.
 *
 * @param values count x size, row-major, of the rows that the scorer was created for; @param all of every training row.
 */
export function likelyScales(
  scorer: ScaleScorer,
  values: Float64Array,
  size: number,
  all = values,
): [Scale, ...Scale[]] {
  const candidates = candidateOutputScales(all).filter((scale) => size === 1 || !isReciprocal(scale));
  if (candidates.length === 1) return [IDENTITY];
  const stride = Math.max(1, Math.ceil(size / COMPONENTS));
  const components: Component[] = [];
  for (let at = Math.floor(stride / 2); at < size; at += stride) {
    const all = new Float64Array(values.length / size);
    for (let row = 0; row < all.length; row++) all[row] = values[row * size + at];
    const own = gatherRows(all, 1, scorer.rows);
    const { deviation } = spreadOf(own);
    if (deviation > 0) components.push({ all, own, deviation });
  }
  if (components.length === 0) return [IDENTITY];
  const scaleScores = scoresOn(candidates, scorer, components);
  const [plain = NO_SCORE] = scaleScores;
  const scoreOf = (at: number): number => {
    const { score, error } = scaleScores[at] ?? NO_SCORE;
    const advantage = candidates[at]?.kind === "log" ? LOG_ADVANTAGE : 0;
    return score > plain.score + MIN_GAIN && error <= MAX_ERROR_RATIO * plain.error
      ? score + advantage
      : Number.NEGATIVE_INFINITY;
  };
  const ranked = candidates
    .map((scale, at) => ({ scale, score: scoreOf(at) }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score);
  const [best, ...others] = ranked;
  if (best === undefined) return [IDENTITY];
  const close = others.filter(({ score }) => score > best.score - CLEAR_DIFFERENCE);
  return [best.scale, ...close.map(({ scale }) => scale)];
}

/** Has a pole, beyond which the components of a curve would be undefined. */
const isReciprocal = (scale: Scale): boolean => scale.kind === "power" && scale.exponent < 0;

interface ScaleScore {
  /** The mean log likelihood a value, less half the logarithm of the error. */
  score: number;
  /** Mean square on the own scale, as a share of the variance. */
  error: number;
}

/** The score of each scale: of each component with its best model, the mean over the components. */
function scoresOn(
  scales: readonly Scale[],
  scorer: ScaleScorer,
  components: readonly Component[],
): ScaleScore[] {
  const views = scales.flatMap((scale) =>
    components.map((component) => viewOn(scale, component, scorer.rows)),
  );
  const columns = views.map(({ standardised }) => standardised);
  const best = views.map(() => NO_SCORE);
  for (const predict of scorer.predictors) {
    const { residuals, variances } = predict(columns);
    const logVariance = meanOf(variances.map(Math.log));
    views.forEach((view, at) => {
      const found = scoreView(view, residuals[at] ?? variances, variances, logVariance);
      if (found.score > (best[at]?.score ?? 0)) best[at] = found;
    });
  }
  return scales.map((_, at) => {
    const own = best.slice(at * components.length, (at + 1) * components.length);
    const mean = (of: (scaleScore: ScaleScore) => number): number => meanOf(Float64Array.from(own, of));
    return { score: mean(({ score }) => score), error: mean(({ error }) => error) };
  });
}

/** The score where the values do not vary. */
const NO_SCORE: ScaleScore = { score: Number.NEGATIVE_INFINITY, error: Number.POSITIVE_INFINITY };

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value / values.length, 0);

/** Values of the rows that the scorer was created for, and of those that it scores, with their deviation. */
interface Component {
  all: Float64Array;
  own: Float64Array;
  deviation: number;
}

/** A component on a scale. */
interface View extends Pick<Component, "own"> {
  scale: Scale;
  ownDeviation: number;
  standardised: Float64Array;
  /** The scaled values at the scored rows. */
  scaled: Float64Array;
  deviation: number;
  low: number;
  high: number;
  /** The mean logarithm of the scale's derivative. */
  slope: number;
}

function viewOn(scale: Scale, { all, own, deviation: ownDeviation }: Component, rows: Int32Array): View {
  const scaled = all.map((value) => toScale(scale, value));
  const { centre, deviation } = spreadOf(scaled);
  return {
    scale,
    own,
    ownDeviation,
    standardised: scaled.map((value) => value / deviation - centre / deviation),
    scaled: gatherRows(scaled, 1, rows),
    deviation,
    ...rangeOf(scaled),
    slope: meanOf(own.map((value) => logScaleDerivative(scale, value))),
  };
}

function scoreView(
  view: View,
  residuals: Float64Array,
  variances: Float64Array,
  logVariance: number,
): ScaleScore {
  const { scale, own, scaled, deviation, low, high } = view;
  const count = own.length;
  const errors = new Float64Array(count);
  let squares = 0;
  for (let i = 0; i < count; i++) {
    const residual = residuals[i];
    squares += residual ** 2 / variances[i] / count;
    const predicted = scaled[i] - residual * deviation;
    errors[i] = fromScale(scale, Math.min(high, Math.max(low, predicted))) - own[i];
  }
  const likelihood = view.slope - Math.log(deviation) - (Math.log(squares + SMALL_ERROR) + logVariance) / 2;
  const error = (rootMeanSquare(errors) / view.ownDeviation) ** 2;
  return { score: likelihood - Math.log(error + SMALL_ERROR) / 2, error };
}

/** Scaled, because the squares may overflow. */
function rootMeanSquare(values: Float64Array): number {
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0) / values.length);
}
