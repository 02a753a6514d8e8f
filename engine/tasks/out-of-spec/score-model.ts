/** What is known of the score after some simulations. */
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
}

/** A Gaussian process of the scores. Where they are bent to fit, its estimates are of bent ones, which are negative for the same designs. */
export function processModel(
  { points, scores }: SimulatedScores,
  { encoding, state, random }: Fit,
): ScoreModel {
  const fitted = fitSurrogate(encoding, { points, values: scores }, state, { random });
  return modelOf(fitted, fitted.scaled(0), 1);
}

const modelOf = (process: Surrogate, zero: number, unit: number): ScoreModel => ({
  estimates: (points) => {
    const { mean, deviation } = process.predict(points);
    return { mean: mean.map((one) => (one - zero) / unit), deviation: deviation.map((one) => one / unit) };
  },
  assuming: (points) => modelOf(process.assuming(points), zero, unit),
});

/** Until there are so many results, predictions stand as they are. */
const MIN_RESULTS = 5;
/** Of a prediction's own deviation: no prediction is more certain. */
const MIN_DEVIATION = 0.1;

/**
 * An emulator's predictions, corrected by a Gaussian process of their errors at the simulated points, in units of the deviations that
 * it predicts: these are made wider or narrower alike where the errors are.
 * @param prior the emulator's own
 */
export function correctedModel(
  prior: (points: readonly Float64Array[]) => ScoreEstimates,
  { points, scores }: SimulatedScores,
  { encoding, state, random }: Fit,
): ScoreModel {
  const own = prior(points);
  // Where the emulator gives no score, there is nothing to correct.
  const results = points
    .map((point, i) => ({ point, error: (scores[i] - own.mean[i]) / own.deviation[i] }))
    .filter(({ error }) => Number.isFinite(error));
  if (results.length < MIN_RESULTS)
    return {
      estimates: prior,
      assuming: () => correctedModel(prior, { points, scores }, { encoding, state, random }),
    };
  const modelled = { points: results.map(({ point }) => point), values: results.map(({ error }) => error) };
  const errors = fitSurrogate(encoding, modelled, state, { random, bends: false });
  const zero = errors.scaled(0);
  return corrected(prior, errors, zero, errors.scaled(1) - zero);
}

const corrected = (
  prior: (points: readonly Float64Array[]) => ScoreEstimates,
  errors: Surrogate,
  zero: number,
  unit: number,
): ScoreModel => ({
  estimates: (points) => {
    const own = prior(points);
    const { mean, deviation } = errors.predict(points);
    return {
      mean: own.mean.map((one, i) => one + (own.deviation[i] * (mean[i] - zero)) / unit),
      // What the process takes for noise, a new design has, too.
      deviation: own.deviation.map(
        (one, i) => one * Math.max(MIN_DEVIATION, Math.sqrt(deviation[i] ** 2 + errors.noise) / unit),
      ),
    };
  },
  assuming: (points) => corrected(prior, errors.assuming(points), zero, unit),
});

const Z = 1.959963984540054;
/** Where the bounds are as the score itself. */
const LEAST = 1e-12;

/** An emulator's bands as estimates. */
export function estimatesOf(
  bands: readonly { score: number; lower: number; upper: number }[],
): ScoreEstimates {
  return {
    mean: Float64Array.from(bands, ({ score }) => score),
    deviation: Float64Array.from(bands, ({ score, lower, upper }) => {
      const half = (upper - lower) / (2 * Z);
      return Number.isFinite(half)
        ? Math.max(half, LEAST * Math.abs(score), Number.MIN_VALUE)
        : 1 + Math.abs(score);
    }),
  };
}

/** How many deviations lie between a design's score and the limit (B. Echard, N. Gayton and M. Lemaire, 2011, "AK-MCS"). */
export const certaintyAt = ({ mean, deviation }: ScoreEstimates, i: number): number =>
  Math.abs(mean[i]) / deviation[i];
