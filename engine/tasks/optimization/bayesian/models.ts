/** The surrogate models of the score, of the constraints and of the probability that an evaluation succeeds. */

import { normalShare } from "../../../math/normal.ts";
import { determination } from "../../../models/gaussian-process/growing.ts";
import type { Candidate } from "../../ask-tell.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { Acquisition } from "./candidates.ts";
import type { Composition } from "./composition.ts";
import type { Encoding } from "./encoding.ts";
import { standardiseOnly } from "./output-warp.ts";
import { type ScoreStates, scoreSurrogate } from "./score-surrogate.ts";
import {
  createSurrogateState,
  type FitOptions,
  fittingSurrogate,
  type Surrogate,
  type SurrogateState,
} from "./surrogate.ts";

/** The states of all surrogates (plain data, stored in checkpoints). */
export interface ModelStates extends ScoreStates {
  constraints: SurrogateState[];
  success: SurrogateState;
}

export interface Models {
  /** The leave-one-out coefficient of determination of the score. */
  determination: number;
  /** The share of the score's variance that the process explains as noise. */
  noise: number;
  /** Conditions all surrogates on their predictions at the pending points. */
  assuming(pending: readonly Float64Array[]): AssumedModels;
}

export interface AssumedModels {
  /**
   * The constrained log expected improvement log EI(x) + log PF(x): the improvement over the candidate, if that is
   * feasible, and over the predicted scores of the rivals while no evaluation has failed; log PF(x) alone while no
   * candidate is feasible.
   * @param rivals pending points that must be improved on as well
   */
  acquisition(incumbent: Candidate, rivals: readonly Float64Array[]): Acquisition;
  /** The logarithm of the probability that a point is feasible and its evaluation succeeds. */
  feasibility: Acquisition;
  /** The share of the score's variance that the process explains as noise. */
  noise: number;
  /** Maps a score to the scale of the acquisition; ascending. */
  scaled(score: number): number;
  /** The posterior mean of the score on that scale, one entry per point. */
  mean(points: readonly Float64Array[]): Float64Array;
}

export const createModelStates = (): ModelStates => ({
  score: createSurrogateState(),
  outputs: [],
  isComposed: false,
  constraints: [],
  success: createSurrogateState(),
});

/**
 * Fits the surrogates of the score, the constraints and the success of evaluations.
 * @param states are updated
 * @returns the models, which pending points can be assumed in
 */
export function* createModels(
  encoding: Encoding,
  evaluations: readonly RecordedEvaluation[],
  states: ModelStates,
  { composition = null, ...options }: { composition?: Composition | null } & FitOptions,
): Generator<undefined, Models> {
  const successful = evaluations.filter(({ score }) => score !== null);
  const points = successful.map(({ point }) => point);
  const scores = successful.map(({ score }) => score ?? 0);
  const scored = { successful, points, scores };
  const score = yield* scoreSurrogate(encoding, scored, states, { ...options, composition });
  const constraintCount = Math.max(...successful.map(({ constraints }) => constraints.length));
  const constraints: Surrogate[] = [];
  for (let j = 0; j < constraintCount; j++) {
    states.constraints[j] ??= createSurrogateState();
    const values = successful.map((evaluation) => finiteMargin(evaluation.constraints[j]));
    constraints.push(yield* fittingSurrogate(encoding, { points, values }, states.constraints[j], options));
  }
  const hasFailed = successful.length < evaluations.length;
  const success = hasFailed ? yield* fitSuccess(encoding, evaluations, states.success, options) : null;
  return {
    determination: determination(score.leftOut.mean, Float64Array.from(scores, score.scaled)),
    noise: score.noise,
    assuming: (pending) => {
      const assumed = score.assuming(pending);
      const assumedConstraints = constraints.map((constraint) => constraint.assuming(pending));
      const feasibility: Acquisition = (queryPoints) => {
        const logProbability = success?.(queryPoints) ?? new Float64Array(queryPoints.length);
        for (const constraint of assumedConstraints) addFeasibility(logProbability, constraint, queryPoints);
        return logProbability;
      };
      return {
        feasibility,
        noise: score.noise,
        scaled: score.scaled,
        mean: (queryPoints) => assumed.predict(queryPoints).mean,
        acquisition: (incumbent, rivals) => {
          // While evaluations can fail, a pending point may fail too: it must not count as the best so far.
          const bestScore = computeImprovementTarget(assumed, incumbent, success === null ? rivals : []);
          return (queryPoints) => {
            const { mean, deviation } = assumed.predict(queryPoints);
            // The probability of feasibility alone counts until a candidate is feasible.
            const logFeasibility = feasibility(queryPoints);
            return incumbent.violation === 0
              ? mean.map(
                  (scoreMean, i) =>
                    compressSmallLogarithm(logExpectedImprovement(scoreMean, deviation[i], bestScore)) +
                    logFeasibility[i],
                )
              : logFeasibility;
          };
        },
      };
    },
  };
}

/**
 * Computes the target of the expected improvement: the smaller of the incumbent's score and its posterior mean, so
 * that with noise no lucky score has to be beaten; and at least the posterior means of the rivals.
 */
function computeImprovementTarget(
  score: Surrogate,
  incumbent: Candidate,
  rivals: readonly Float64Array[],
): number {
  const [incumbentMean, ...rivalMeans] = score.predict([incumbent.point, ...rivals]).mean;
  return Math.max(Math.min(score.scaled(incumbent.score), incumbentMean), ...rivalMeans);
}

function addFeasibility(
  logProbabilities: Float64Array,
  constraint: Surrogate,
  queryPoints: readonly Float64Array[],
): void {
  const { mean, deviation } = constraint.predict(queryPoints);
  const zero = constraint.scaled(0);
  for (let i = 0; i < logProbabilities.length; i++)
    logProbabilities[i] += logProbabilityOfFeasibility(mean[i] - zero, deviation[i]);
}

/**
 * Below this logarithm the log expected improvement is compressed to a logarithmic decrease: it keeps the order of
 * the points but does not outweigh the probability of failure.
 */
const COMPRESSED_LOG_IMPROVEMENT = -30;
const compressSmallLogarithm = (logarithm: number): number =>
  logarithm > COMPRESSED_LOG_IMPROVEMENT
    ? logarithm
    : COMPRESSED_LOG_IMPROVEMENT - Math.log1p(COMPRESSED_LOG_IMPROVEMENT - logarithm);

/** A constraint without a finite value counts as violated. */
const finiteMargin = (value: number | undefined): number => (Number.isFinite(value) ? (value ?? -1) : -1);

// The probability that an evaluation succeeds: a Gaussian process of the labels 1 (success) and -1 (failure). With
// few labels the process may find no effect of any input and predict success for half of all points. A point whose
// nearest evaluation failed is therefore a last resort, whatever the process predicts.

/** The standard deviation of a label around the process: how far an outcome may differ from its neighbours. */
const LABEL_DEVIATION = 0.3;
/** Below this probability of success a point is a last resort. */
const MIN_PROBABILITY = 0.5;
/** A last resort's log probability is reduced by this much, which places it behind all other points. */
const LAST_RESORT_PENALTY = 100;

/** Computes the log probability of success of each point, with the penalty of last resorts. */
type LogSuccess = (points: readonly Float64Array[]) => Float64Array;

/**
 * Fits the process of success.
 * @param state is updated
 * @returns a function from points to log probabilities
 */
function* fitSuccess(
  encoding: Encoding,
  evaluations: readonly RecordedEvaluation[],
  state: SurrogateState,
  options: FitOptions,
): Generator<undefined, LogSuccess> {
  const points = evaluations.map(({ point }) => point);
  const values = evaluations.map(({ score }) => (score === null ? -1 : 1));
  const process = yield* fittingSurrogate(encoding, { points, values }, state, {
    ...options,
    warps: standardiseOnly,
  });
  const [zero, unit] = [process.scaled(0), process.scaled(1) - process.scaled(0)];
  const findNearest = createNearestSearch(encoding, points);
  return (queryPoints) => {
    const { mean, deviation } = process.predict(queryPoints);
    const nearestIndices = findNearest(queryPoints);
    return mean.map((labelMean, i) => {
      const spread = Math.hypot(deviation[i], LABEL_DEVIATION * unit);
      const logarithm = logProbabilityOfFeasibility(labelMean - zero, spread);
      const isLastResort = logarithm < Math.log(MIN_PROBABILITY) || values[nearestIndices[i]] < 0;
      return logarithm - (isLastResort ? LAST_RESORT_PENALTY : 0);
    });
  };
}

/** Creates a search for the index of the nearest known point, by the distance of the encoded points. */
function createNearestSearch({ encode }: Encoding, knownPoints: readonly Float64Array[]) {
  const knownFeatures = encode(knownPoints);
  return (points: readonly Float64Array[]): Int32Array => {
    const features = encode(points);
    return Int32Array.from(points, (_, i) => {
      let [nearest, leastDistance] = [0, Number.POSITIVE_INFINITY];
      for (let j = 0; j < knownPoints.length; j++) {
        let distance = 0;
        for (let f = 0; f < features.rows; f++) distance += (features.at(f, i) - knownFeatures.at(f, j)) ** 2;
        if (distance < leastDistance) [nearest, leastDistance] = [j, distance];
      }
      return nearest;
    });
  };
}

// Acquisition functions of a Gaussian process's posterior, as logarithms: these do not underflow far from the best
// point.

const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** Below this z, the continued fraction of Mills' ratio is exact to rounding with `FRACTION_TERMS` terms. */
const MAX_CONTINUED_FRACTION_Z = -3;
const FRACTION_TERMS = 60;

/** Computes K(x) = 1/(x + 2/(x + 3/(...))), the part of the continued fraction of Mills' ratio after its first x. */
function computeTailFraction(x: number): number {
  let fraction = x;
  for (let k = FRACTION_TERMS; k > 1; k--) fraction = x + k / fraction;
  return 1 / fraction;
}

/**
 * Computes log Phi(z), the logarithm of the standard normal distribution function, without underflow for small z.
 * @param z dimensionless
 * @returns log Phi(z), at most 0
 */
export function logNormalShare(z: number): number {
  if (z > MAX_CONTINUED_FRACTION_Z) return Math.log(normalShare(z));
  const x = -z;
  return -0.5 * x * x - LOG_ROOT_TWO_PI - Math.log(x + computeTailFraction(x));
}

/**
 * Computes the analytic log expected improvement log EI = log(sigma) + log(phi(z) + z Phi(z)) with z = (mean - best)
 * / sigma, for maximisation (D. R. Jones, M. Schonlau and W. J. Welch, 1998, equation 15). For small z it avoids the cancellation of the textbook form through Mills' ratio.
 *
 * Reference: S. Ament et al. (2023), "Unexpected improvements to expected improvement for Bayesian optimization".
 * @param mean posterior mean, on the scale of the process
 * @param deviation posterior standard deviation, on the same scale; positive
 * @param best the score to improve on, on the same scale
 * @returns log EI
 */
export function logExpectedImprovement(mean: number, deviation: number, best: number): number {
  const z = (mean - best) / deviation;
  const logDensity = -0.5 * z * z - LOG_ROOT_TWO_PI;
  if (z > MAX_CONTINUED_FRACTION_Z)
    return Math.log(deviation) + Math.log(Math.exp(logDensity) + z * normalShare(z));
  // With Mills' ratio R = 1 / (x + K), 1 - x R = K R.
  const x = -z;
  const k = computeTailFraction(x);
  return Math.log(deviation) + logDensity + Math.log(k) - Math.log(x + k);
}

/**
 * Computes log P(g >= 0) = log Phi(mean / deviation) of a constraint g ~ N(mean, deviation^2).
 * @param mean posterior mean of the constraint, in its unit
 * @param deviation posterior standard deviation, in the same unit; positive
 * @returns the logarithm of the probability, at most 0
 */
export const logProbabilityOfFeasibility = (mean: number, deviation: number): number =>
  logNormalShare(mean / deviation);
