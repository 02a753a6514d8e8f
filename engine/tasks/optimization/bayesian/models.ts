/** The surrogate models of the score, of the constraints and of the probability that an evaluation succeeds. */
import { determination } from "../../../models/gaussian-process/growing.ts";
import type { Candidate } from "../../ask-tell.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import { logExpectedImprovement, logProbabilityOfFeasibility } from "./acquisition.ts";
import type { Acquisition } from "./candidates.ts";
import type { Composition } from "./composition.ts";
import type { Encoding } from "./encoding.ts";
import { type ScoreStates, scoreSurrogate } from "./score-surrogate.ts";
import { fitSuccess } from "./success.ts";
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
