/**
 * A score that is a known function of outputs: a Gaussian process of each output, and the score as a function of these (R. Astudillo
 * and P. I. Frazier, 2019, "Bayesian optimization of composite functions"). Outputs are often smooth where the score has a kink, as at
 * a limit, and few simulations then tell where the best score lies.
 */
import { logNormalDensity } from "../../../math/normal.ts";
import type { TargetPrediction } from "../../../models/fit-task.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { Encoding } from "./encoding.ts";
import { meanLogSlope, outputWarps, standardising, unwarp, warp } from "./output-warp.ts";
import {
  createSurrogateState,
  type FitOptions,
  fittingSurrogate,
  type Surrogate,
  type SurrogateState,
} from "./surrogate.ts";

export interface Composition {
  /** The outputs that the score is a function of; null where one of them is not known. */
  outputsOf(evaluation: Pick<RecordedEvaluation, "id" | "point">): readonly number[] | null;
  /** Not a number where it does not exist. */
  scoreAt(point: Float64Array): (outputs: readonly number[]) => number;
}

interface Composed {
  points: readonly Float64Array[];
  /** Of each point. */
  outputs: readonly (readonly number[])[];
  scores: readonly number[];
}

const MIN_VARIANCE = 1e-16;

/** @param states of the outputs; brought up to date */
export function* fitComposite(
  encoding: Encoding,
  { points, outputs, scores }: Composed,
  states: SurrogateState[],
  { composition, ...options }: { composition: Pick<Composition, "scoreAt"> } & FitOptions,
): Generator<undefined, Surrogate> {
  const width = outputs[0]?.length ?? 0;
  const parts: Surrogate[] = [];
  for (let j = 0; j < width; j++) {
    states[j] ??= createSurrogateState();
    const values = outputs.map((own) => own[j]);
    const fitting = { ...options, warps: outputWarps };
    parts.push(yield* fittingSurrogate(encoding, { points, values }, states[j], fitting));
  }
  const own = standardising(scores);
  // What has no score is as bad as the worst that has one.
  const worst = scores.reduce((least, score) => Math.min(least, score), Number.POSITIVE_INFINITY);
  const worthOf = (score: number): number => warp(own, Number.isFinite(score) ? score : worst);
  const corners = sigmaPoints(width);
  const compose = (at: readonly Float64Array[], predicted: readonly TargetPrediction[]): TargetPrediction => {
    const mean = new Float64Array(at.length);
    const variance = new Float64Array(at.length);
    at.forEach((point, i) => {
      const scoreOf = composition.scoreAt(point);
      const middle = predicted.map((part) => part.mean[i]);
      const spread = predicted.map((part) => Math.sqrt(part.variance[i]));
      let [sum, squares] = [0, 0];
      for (const corner of corners) {
        const worth = worthOf(
          scoreOf(parts.map(({ unscaled }, j) => unscaled(middle[j] + corner[j] * spread[j]))),
        );
        sum += worth;
        squares += worth ** 2;
      }
      mean[i] = sum / corners.length;
      variance[i] = Math.max(squares / corners.length - mean[i] ** 2, MIN_VARIANCE);
    });
    return { mean, variance };
  };
  const composite = (from: readonly Surrogate[]): Surrogate => ({
    scaled: (score) => warp(own, score),
    unscaled: (value) => unwarp(own, value),
    noise: Math.max(...from.map(({ noise }) => noise)),
    get leftOut() {
      return compose(
        points,
        from.map(({ leftOut }) => leftOut),
      );
    },
    predict: (at) => {
      const predicted = from.map((part) => {
        const { mean, deviation } = part.predict(at);
        return { mean, variance: deviation.map((value) => value ** 2) };
      });
      const { mean, variance } = compose(at, predicted);
      return { mean, deviation: variance.map(Math.sqrt) };
    },
    assuming: (others) => composite(from.map((part) => part.assuming(others))),
  });
  return composite(parts);
}

/** Mean log density of the scores, each left out. */
export function compositeDensity(
  { leftOut: { mean, variance } }: Surrogate,
  scores: readonly number[],
): number {
  const own = standardising(scores);
  const sum = scores.reduce(
    (total, score, i) => total + logNormalDensity(warp(own, score) - mean[i], variance[i]),
    0,
  );
  return sum / scores.length + meanLogSlope(own, scores);
}

/**
 * Independent standard normal numbers, represented by the corners of a regular simplex, which have their means and covariances (S. J.
 * Julier, 2003, "The spherical simplex unscented transformation"; here without its point in the middle).
 */
export function sigmaPoints(width: number): Float64Array[] {
  const scale = Math.sqrt(width + 1);
  return Array.from({ length: width + 1 }, (_, corner) =>
    Float64Array.from({ length: width }, (_unused, i) => {
      const axis = i + 1;
      if (corner > axis) return 0;
      return (scale * (corner === axis ? axis : -1)) / Math.sqrt(axis * (axis + 1));
    }),
  );
}
