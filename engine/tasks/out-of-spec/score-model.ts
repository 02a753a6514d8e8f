/** What is known of the score after some simulations. */
import { REACH_95 } from "../../math/normal.ts";
import type { Random } from "../../math/random.ts";
import type { Encoding } from "../optimization/bayesian/encoding.ts";
import { fitSurrogate, type Surrogate, type SurrogateState } from "../optimization/bayesian/surrogate.ts";

/** The deviation is that of a design's score about the mean. */
export interface ScoreEstimates {
  mean: Float64Array;
  deviation: Float64Array;
}

export interface ScoreModel {
  estimates(points: readonly Float64Array[]): ScoreEstimates;
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

const modelOf = (process: Surrogate, zero: number, unit: number): ScoreModel => ({
  estimates: (points) => {
    const { mean, deviation } = process.predict(points);
    return { mean: mean.map((one) => (one - zero) / unit), deviation: deviation.map((one) => one / unit) };
  },
  assuming: (points) => modelOf(process.assuming(points), zero, unit),
});

/** Where the bounds are as the score itself. */
const LEAST = 1e-12;

/** An emulator's bands as estimates. */
export function estimatesOf(
  bands: readonly { score: number; lower: number; upper: number }[],
): ScoreEstimates {
  return {
    mean: Float64Array.from(bands, ({ score }) => score),
    deviation: Float64Array.from(bands, ({ score, lower, upper }) => {
      const half = (upper - lower) / (2 * REACH_95);
      return Number.isFinite(half)
        ? Math.max(half, LEAST * Math.abs(score), Number.MIN_VALUE)
        : 1 + Math.abs(score);
    }),
  };
}

/** How many deviations lie between a design's score and the limit (B. Echard, N. Gayton and M. Lemaire, 2011, "AK-MCS"). */
export const certaintyAt = ({ mean, deviation }: ScoreEstimates, i: number): number =>
  Math.abs(mean[i]) / deviation[i];
