/** What is known of the score after some simulations. */
import { REACH_95 } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Encoding } from "../optimization/bayesian/encoding.ts";
import { fitSurrogate, type Surrogate, type SurrogateState } from "../optimization/bayesian/surrogate.ts";
import type { ScoreBand } from "./level-set.ts";

/** The deviation is that of a design's score about the mean; where it differs from side to side, that towards the limit. */
export interface ScoreEstimates {
  mean: Float64Array;
  deviation: Float64Array;
}

export interface ScoreModel {
  estimates(points: readonly Float64Array[]): ScoreEstimates;
  bands(points: readonly Float64Array[]): ScoreBand[];
  /** The same, if the scores at these points were as expected. */
  assuming(points: readonly Float64Array[]): ScoreModel;
}

export interface SimulatedScores {
  points: readonly Float64Array[];
  scores: readonly number[];
}

interface Fit {
  encoding: Encoding;
  /** Is brought up to date. */
  state: SurrogateState;
  random: Random;
  /** Whether all that counts is how often designs fail. */
  countsFailures?: boolean;
}

/** A Gaussian process of the scores. Its estimates are on the warped scale, on which the same designs are negative. */
export function processModel(
  { points, scores }: SimulatedScores,
  { encoding, state, random, countsFailures = false }: Fit,
): ScoreModel {
  const limit = countsFailures ? 0 : null;
  const fitted = fitSurrogate(encoding, { points, values: scores }, state, { random, limit });
  return modelOf(fitted, fitted.scaled(0), 1);
}

function modelOf(process: Surrogate, zero: number, unit: number): ScoreModel {
  const estimates = (points: readonly Float64Array[]): ScoreEstimates => {
    const { mean, deviation } = process.predict(points);
    return { mean: mean.map((one) => (one - zero) / unit), deviation: deviation.map((one) => one / unit) };
  };
  return {
    estimates,
    bands: (points) => evenBands(estimates(points)),
    assuming: (points) => modelOf(process.assuming(points), zero, unit),
  };
}

/** As wide to either side. */
export const evenBands = ({ mean, deviation }: ScoreEstimates): ScoreBand[] =>
  Array.from(mean, (score, i) => ({
    score,
    lower: score - REACH_95 * deviation[i],
    upper: score + REACH_95 * deviation[i],
  }));

/** Where the bounds are as the score itself. */
const LEAST = 1e-12;
/** Of the other side: a score that cannot rise by what is known of it may still do so a little. */
const MIN_SIDE = 0.1;

/** The deviations below and above a score. */
export interface Sides {
  below: number;
  above: number;
}

/** A score has sides of different widths next to a kink: what lies midway between two limits can only come nearer to either. */
export function sidesOf({ score, lower, upper }: ScoreBand): Sides {
  const [below, above] = [(score - lower) / REACH_95, (upper - score) / REACH_95];
  if (!Number.isFinite(below + above)) return { below: 1 + Math.abs(score), above: 1 + Math.abs(score) };
  const least = Math.max(MIN_SIDE * below, MIN_SIDE * above, LEAST * Math.abs(score), Number.MIN_VALUE);
  return { below: Math.max(least, below), above: Math.max(least, above) };
}

/** Bands as estimates. */
export function estimatesOf(bands: readonly ScoreBand[]): ScoreEstimates {
  return {
    mean: Float64Array.from(bands, ({ score }) => score),
    deviation: Float64Array.from(bands, (band) => {
      const { below, above } = sidesOf(band);
      return band.score < 0 ? above : below;
    }),
  };
}

/** How many deviations lie between a design's score and the limit (B. Echard, N. Gayton and M. Lemaire, 2011, "AK-MCS"). */
export const certaintyAt = ({ mean, deviation }: ScoreEstimates, i: number): number =>
  Math.abs(mean[i]) / deviation[i];
