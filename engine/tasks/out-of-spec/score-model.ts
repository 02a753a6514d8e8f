/** The posterior of the score given simulations. */
import { REACH_95 } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Encoding } from "../optimization/bayesian/encoding.ts";
import { fitSurrogate, type Surrogate, type SurrogateState } from "../optimization/bayesian/surrogate.ts";
import type { ScoreBand } from "./level-set.ts";

/**
 * Mean and standard deviation of a design's score; where the deviation differs from side to side, it is that towards
 * the limit.
 */
export interface ScoreEstimates {
  mean: Float64Array;
  deviation: Float64Array;
}

export interface ScoreModel {
  estimates(points: readonly Float64Array[]): ScoreEstimates;
  bands(points: readonly Float64Array[]): ScoreBand[];
  /** Conditions the model on its own mean at these points. */
  assuming(points: readonly Float64Array[]): ScoreModel;
}

export interface SimulatedScores {
  points: readonly Float64Array[];
  scores: readonly number[];
}

interface ModelFit {
  encoding: Encoding;
  /** The state is updated. */
  state: SurrogateState;
  random: Random;
  /** Only the frequency of failures counts, not the shape of the contour. */
  countsFailures?: boolean;
}

/**
 * Creates a Gaussian process of the scores. Its estimates are on the warped scale, on which the same designs are
 * negative.
 */
export function createProcessModel(
  { points, scores }: SimulatedScores,
  { encoding, state, random, countsFailures = false }: ModelFit,
): ScoreModel {
  const limit = countsFailures ? 0 : null;
  const surrogate = fitSurrogate(encoding, { points, values: scores }, state, { random, limit });
  return createModel(surrogate, surrogate.scaled(0), 1);
}

function createModel(process: Surrogate, zero: number, unit: number): ScoreModel {
  const estimates = (points: readonly Float64Array[]): ScoreEstimates => {
    const { mean, deviation } = process.predict(points);
    return {
      mean: mean.map((scaledMean) => (scaledMean - zero) / unit),
      deviation: deviation.map((scaledDeviation) => scaledDeviation / unit),
    };
  };
  return {
    estimates,
    bands: (points) => createEvenBands(estimates(points)),
    assuming: (points) => createModel(process.assuming(points), zero, unit),
  };
}

/** Computes 95% bands that are equally wide on both sides. */
export const createEvenBands = ({ mean, deviation }: ScoreEstimates): ScoreBand[] =>
  Array.from(mean, (score, i) => ({
    score,
    lower: score - REACH_95 * deviation[i],
    upper: score + REACH_95 * deviation[i],
  }));

/** The smallest standard deviation relative to the score, where both bounds equal the score. */
const MIN_RELATIVE_DEVIATION = 1e-12;
/**
 * The smallest standard deviation of one side relative to the other: a score that cannot rise by the prediction may
 * still rise a little.
 */
const MIN_SIDE_RATIO = 0.1;

/** The standard deviations below and above a score. */
export interface Sides {
  below: number;
  above: number;
}

/**
 * Computes the standard deviations of both sides of a band. They differ next to a kink: a score midway between two limits can only come
 * nearer to either.
 * @param band a score with its 95% bounds
 * @returns both standard deviations, in the unit of the score
 */
export function computeSides({ score, lower, upper }: ScoreBand): Sides {
  const [below, above] = [(score - lower) / REACH_95, (upper - score) / REACH_95];
  if (!Number.isFinite(below + above)) return { below: 1 + Math.abs(score), above: 1 + Math.abs(score) };
  const minDeviation = Math.max(
    MIN_SIDE_RATIO * below,
    MIN_SIDE_RATIO * above,
    MIN_RELATIVE_DEVIATION * Math.abs(score),
    Number.MIN_VALUE,
  );
  return { below: Math.max(minDeviation, below), above: Math.max(minDeviation, above) };
}

/** Converts bands to estimates. */
export function toEstimates(bands: readonly ScoreBand[]): ScoreEstimates {
  return {
    mean: Float64Array.from(bands, ({ score }) => score),
    deviation: Float64Array.from(bands, (band) => {
      const { below, above } = computeSides(band);
      return band.score < 0 ? above : below;
    }),
  };
}

/**
 * Computes the learning function U = |mu| / sigma, the number of standard deviations between a score and the limit
 * (B. Echard, N. Gayton and M. Lemaire, 2011, "AK-MCS").
 */
export const computeCertainty = ({ mean, deviation }: ScoreEstimates, i: number): number =>
  Math.abs(mean[i]) / deviation[i];
