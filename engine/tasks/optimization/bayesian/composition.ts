/**
 * Bayesian optimisation of composite functions (R. Astudillo and P. I. Frazier, 2019): the score is a known function
 * of outputs, f(x) = g(h(x)), and a Gaussian process models each output h_j. Outputs are often smooth where the score
 * has a kink, as at a limit, so that fewer simulations locate the best score.
 */
import { logNormalDensity } from "../../../math/normal.ts";
import type { TargetPrediction } from "../../../models/fit-task.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { Encoding } from "./encoding.ts";
import {
  computeMeanLogSlope,
  createStandardisation,
  proposeOutputWarps,
  unwarp,
  warp,
} from "./output-warp.ts";
import {
  createSurrogateState,
  type FitOptions,
  fittingSurrogate,
  type Surrogate,
  type SurrogateState,
} from "./surrogate.ts";

export interface Composition {
  /** Reads the outputs h(x) that the score is a function of; null where one of them is unknown. */
  readOutputs(evaluation: Pick<RecordedEvaluation, "id" | "point">): readonly number[] | null;
  /** Returns the score function g at a point; it returns NaN where the score does not exist. */
  createScoreFunction(point: Float64Array): (outputs: readonly number[]) => number;
}

interface ComposedData {
  points: readonly Float64Array[];
  /** One row of outputs for each point. */
  outputs: readonly (readonly number[])[];
  scores: readonly number[];
}

const MIN_VARIANCE = 1e-16;

/**
 * Fits one process per output and composes the mean and the variance of the score by the spherical simplex sigma
 * points of the outputs.
 * @param states the states of the outputs; they are updated
 * @returns a surrogate of the standardised score
 */
export function* fitComposite(
  encoding: Encoding,
  { points, outputs, scores }: ComposedData,
  states: SurrogateState[],
  { composition, ...options }: { composition: Pick<Composition, "createScoreFunction"> } & FitOptions,
): Generator<undefined, Surrogate> {
  const width = outputs[0]?.length ?? 0;
  const outputSurrogates: Surrogate[] = [];
  for (let j = 0; j < width; j++) {
    states[j] ??= createSurrogateState();
    const values = outputs.map((row) => row[j]);
    const fitting = { ...options, warps: proposeOutputWarps };
    outputSurrogates.push(yield* fittingSurrogate(encoding, { points, values }, states[j], fitting));
  }
  const standardisation = createStandardisation(scores);
  // A missing score counts as the worst existing one.
  const worst = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const standardiseScore = (score: number): number =>
    warp(standardisation, Number.isFinite(score) ? score : worst);
  const simplexPoints = createSigmaPoints(width);
  const compose = (
    queryPoints: readonly Float64Array[],
    predicted: readonly TargetPrediction[],
  ): TargetPrediction => {
    const mean = new Float64Array(queryPoints.length);
    const variance = new Float64Array(queryPoints.length);
    queryPoints.forEach((point, i) => {
      const computeScore = composition.createScoreFunction(point);
      const means = predicted.map((part) => part.mean[i]);
      const deviations = predicted.map((part) => Math.sqrt(part.variance[i]));
      let [sum, squares] = [0, 0];
      for (const corner of simplexPoints) {
        const scaledScore = standardiseScore(
          computeScore(
            outputSurrogates.map(({ unscaled }, j) => unscaled(means[j] + corner[j] * deviations[j])),
          ),
        );
        sum += scaledScore;
        squares += scaledScore ** 2;
      }
      mean[i] = sum / simplexPoints.length;
      variance[i] = Math.max(squares / simplexPoints.length - mean[i] ** 2, MIN_VARIANCE);
    });
    return { mean, variance };
  };
  const createComposite = (surrogates: readonly Surrogate[]): Surrogate => ({
    scaled: (score) => warp(standardisation, score),
    unscaled: (value) => unwarp(standardisation, value),
    noise: Math.max(...surrogates.map(({ noise }) => noise)),
    get leftOut() {
      return compose(
        points,
        surrogates.map(({ leftOut }) => leftOut),
      );
    },
    predict: (queryPoints) => {
      const predicted = surrogates.map((part) => {
        const { mean, deviation } = part.predict(queryPoints);
        return { mean, variance: deviation.map((value) => value ** 2) };
      });
      const { mean, variance } = compose(queryPoints, predicted);
      return { mean, deviation: variance.map(Math.sqrt) };
    },
    assuming: (assumedPoints) => createComposite(surrogates.map((part) => part.assuming(assumedPoints))),
  });
  return createComposite(outputSurrogates);
}

/**
 * Computes the mean leave-one-out log density of the scores under the composed model.
 * @param scores one score for each training point
 * @returns nats per score
 */
export function compositeDensity(
  { leftOut: { mean, variance } }: Surrogate,
  scores: readonly number[],
): number {
  const standardisation = createStandardisation(scores);
  const sum = scores.reduce(
    (total, score, i) => total + logNormalDensity(warp(standardisation, score) - mean[i], variance[i]),
    0,
  );
  return sum / scores.length + computeMeanLogSlope(standardisation, scores);
}

/**
 * Represents independent standard normal numbers by the corners of a regular simplex, which has their mean and
 * covariance (S. J. Julier, 2003, "The spherical simplex unscented transformation"; the central point is omitted).
 * @param width the number of variables
 * @returns width + 1 points of equal weight, each of `width` numbers
 */
export function createSigmaPoints(width: number): Float64Array[] {
  const scale = Math.sqrt(width + 1);
  return Array.from({ length: width + 1 }, (_, corner) =>
    Float64Array.from({ length: width }, (_unused, i) => {
      const axis = i + 1;
      if (corner > axis) return 0;
      return (scale * (corner === axis ? axis : -1)) / Math.sqrt(axis * (axis + 1));
    }),
  );
}
