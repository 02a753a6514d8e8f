/**
 * Ranks the scales of an output by the leave-one-out likelihood of its values under quick models (Box and Cox, 1964), and by
 * the error of these predictions on the output's own scale, the one that people see.
 */
import { haveMagnitudesOverDecades } from "../../dataset/decades.ts";
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

/** At most this many components of a curve, evenly spaced, are scored. */
const MAX_SCORED_COMPONENTS = 12;
/** Another scale must exceed the score of the identity scale by at least this much. */
const MIN_GAIN = 0.4;
/** The logarithm, on which most laws are simple, has this advantage in the same unit; smaller differences are noise. */
const LOG_ADVANTAGE = 0.06;
/** Smaller differences, in the same unit, are decided by better models. */
const CLEAR_DIFFERENCE = 0.6;
/** The greatest error on another scale, as a ratio to that on the identity scale. */
const MAX_ERROR_RATIO = 1;
/**
 * On an inverse hyperbolic sine the quick models must leave at most this share of the variance unexplained, in the output's own
 * unit. Where they predict hardly anything, its likelihood is that of many values close to zero alone, and an emulator on this
 * scale turns small errors between the rows into enormous values. Values of one sign over decades are excepted, whichever sign it
 * is: in their own unit the largest alone count.
 */
const MAX_UNEXPLAINED_SHARE = 0.5;
/** This share of the variance is added to errors: differences far below it do not count. */
const SMALL_ERROR = 1e-8;

/**
 * Ranks the candidate scales of an output by quick models: the scale with the highest score first, then those that
 * the quick models do not distinguish clearly from it, in descending order.
 *
 * The score of a scale s(y) is the mean over the components of: mean log |ds/dy| - log σ - (log(mean(r² / v) + 1e-8)
 * + mean log v) / 2 - log(E + 1e-8) / 2. Here σ is the deviation of the scaled values, r are the leave-one-out
 * residuals and v their variances, both of the standardised scaled values, and E is the mean squared error in the
 * output's own unit as a share of the variance. A component counts with the predictor that scores highest.
 *
 * @param scorer the quick models
 * @param values count x size, row-major: the values at the rows that the scorer was created for, in the output's own
 * unit
 * @param size the number of components of the output: 1, or the points of a curve
 * @param trainingValues the values at every training row, row-major, from which the candidate scales are taken
 * @returns at least one scale; the identity alone where no other scale is better by a clear margin
 */
export function rankScales(
  scorer: ScaleScorer,
  values: Float64Array,
  size: number,
  trainingValues = values,
): [Scale, ...Scale[]] {
  const candidates = candidateOutputScales(trainingValues).filter(
    (scale) => size === 1 || !isReciprocal(scale),
  );
  if (candidates.length === 1) return [IDENTITY];
  const stride = Math.max(1, Math.ceil(size / MAX_SCORED_COMPONENTS));
  const components: Component[] = [];
  for (let component = Math.floor(stride / 2); component < size; component += stride) {
    const columnValues = new Float64Array(values.length / size);
    for (let row = 0; row < columnValues.length; row++) columnValues[row] = values[row * size + component];
    const scoredValues = gatherRows(columnValues, 1, scorer.rows);
    const { deviation } = spreadOf(scoredValues);
    if (deviation > 0) components.push({ values: columnValues, scoredValues, deviation });
  }
  if (components.length === 0) return [IDENTITY];
  const scaleScores = scoreScales(candidates, scorer, components);
  const [identityScore = NO_SCORE] = scaleScores;
  const maxError = MAX_ERROR_RATIO * identityScore.error;
  const maxAsinhError = haveMagnitudesOverDecades(trainingValues)
    ? maxError
    : Math.min(maxError, MAX_UNEXPLAINED_SHARE);
  const computeRankingScore = (at: number): number => {
    const { score, error } = scaleScores[at] ?? NO_SCORE;
    const advantage = candidates[at]?.kind === "log" ? LOG_ADVANTAGE : 0;
    const largestError = candidates[at]?.kind === "asinh" ? maxAsinhError : maxError;
    return score > identityScore.score + MIN_GAIN && error <= largestError
      ? score + advantage
      : Number.NEGATIVE_INFINITY;
  };
  const ranked = candidates
    .map((scale, at) => ({ scale, score: computeRankingScore(at) }))
    .filter(({ score }) => score > Number.NEGATIVE_INFINITY)
    .sort((a, b) => b.score - a.score);
  const [best, ...runnersUp] = ranked;
  if (best === undefined) return [IDENTITY];
  const closeScales = runnersUp.filter(({ score }) => score > best.score - CLEAR_DIFFERENCE);
  return [best.scale, ...closeScales.map(({ scale }) => scale)];
}

/** Tests whether the scale has a pole, beyond which the components of a curve would be undefined. */
const isReciprocal = (scale: Scale): boolean => scale.kind === "power" && scale.exponent < 0;

interface ScaleScore {
  /** The mean log likelihood per value, less half the logarithm of the error. */
  score: number;
  /** The mean squared error in the output's own unit, as a share of the variance. */
  error: number;
}

/**
 * Scores each scale: each component counts with its best predictor, and the score is the mean over the components.
 */
function scoreScales(
  scales: readonly Scale[],
  scorer: ScaleScorer,
  components: readonly Component[],
): ScaleScore[] {
  const scaledComponents = scales.flatMap((scale) =>
    components.map((component) => scaleComponent(scale, component, scorer.rows)),
  );
  const columns = scaledComponents.map(({ standardised }) => standardised);
  const bestScores = scaledComponents.map(() => NO_SCORE);
  for (const predict of scorer.predictors) {
    const { residuals, variances } = predict(columns);
    const logVariance = computeMean(variances.map(Math.log));
    scaledComponents.forEach((scaledComponent, at) => {
      const scaleScore = scoreScaledComponent(
        scaledComponent,
        residuals[at] ?? variances,
        variances,
        logVariance,
      );
      if (scaleScore.score > (bestScores[at]?.score ?? 0)) bestScores[at] = scaleScore;
    });
  }
  return scales.map((_, at) => {
    const componentScores = bestScores.slice(at * components.length, (at + 1) * components.length);
    const averageOver = (select: (scaleScore: ScaleScore) => number): number =>
      computeMean(Float64Array.from(componentScores, select));
    return { score: averageOver(({ score }) => score), error: averageOver(({ error }) => error) };
  });
}

/** A component that does not vary has this score. */
const NO_SCORE: ScaleScore = { score: Number.NEGATIVE_INFINITY, error: Number.POSITIVE_INFINITY };

const computeMean = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value / values.length, 0);

/** One component of an output, in its own unit. */
interface Component {
  values: Float64Array;
  scoredValues: Float64Array;
  deviation: number;
}

/** A component on a scale. */
interface ScaledComponent extends Pick<Component, "scoredValues"> {
  scale: Scale;
  scoredDeviation: number;
  standardised: Float64Array;
  /** The scaled values at the scored rows. */
  scaled: Float64Array;
  deviation: number;
  low: number;
  high: number;
  /** The mean over the scored rows of log |ds/dy|, the logarithm of the scale's derivative. */
  meanLogDerivative: number;
}

function scaleComponent(
  scale: Scale,
  { values, scoredValues, deviation: scoredDeviation }: Component,
  rows: Int32Array,
): ScaledComponent {
  const scaled = values.map((value) => toScale(scale, value));
  const { centre, deviation } = spreadOf(scaled);
  return {
    scale,
    scoredValues,
    scoredDeviation,
    standardised: scaled.map((value) => value / deviation - centre / deviation),
    scaled: gatherRows(scaled, 1, rows),
    deviation,
    ...rangeOf(scaled),
    meanLogDerivative: computeMean(scoredValues.map((value) => logScaleDerivative(scale, value))),
  };
}

function scoreScaledComponent(
  scaledComponent: ScaledComponent,
  residuals: Float64Array,
  variances: Float64Array,
  logVariance: number,
): ScaleScore {
  const { scale, scoredValues, scaled, deviation, low, high } = scaledComponent;
  const count = scoredValues.length;
  const errors = new Float64Array(count);
  let meanSquare = 0;
  for (let i = 0; i < count; i++) {
    const residual = residuals[i];
    meanSquare += residual ** 2 / variances[i] / count;
    const predicted = scaled[i] - residual * deviation;
    errors[i] = fromScale(scale, Math.min(high, Math.max(low, predicted))) - scoredValues[i];
  }
  const likelihood =
    scaledComponent.meanLogDerivative -
    Math.log(deviation) -
    (Math.log(meanSquare + SMALL_ERROR) + logVariance) / 2;
  const error = (rootMeanSquare(errors) / scaledComponent.scoredDeviation) ** 2;
  return { score: likelihood - Math.log(error + SMALL_ERROR) / 2, error };
}

/** Computes the root mean square. The values are divided by the largest first, because their squares may overflow. */
function rootMeanSquare(values: Float64Array): number {
  const largest = values.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
  if (largest === 0) return 0;
  return largest * Math.sqrt(values.reduce((sum, value) => sum + (value / largest) ** 2, 0) / values.length);
}
