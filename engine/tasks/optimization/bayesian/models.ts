/** What the evaluations so far say of a new point: its score, its constraints, and whether it fails. */
import { determination } from "../../../models/gaussian-process/growing.ts";
import type { Candidate } from "../../ask-tell.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import { logExpectedImprovement, logProbabilityOfFeasibility } from "./acquisition.ts";
import type { Acquisition } from "./candidates.ts";
import type { Composition } from "./composition.ts";
import type { Encoding } from "./encoding.ts";
import { type ScoreStates, scoreSurrogate } from "./score-surrogate.ts";
import { successOf } from "./success.ts";
import {
  type FitOptions,
  fittingSurrogate,
  noSurrogate,
  type Surrogate,
  type SurrogateState,
} from "./surrogate.ts";

/** Plain data. */
export interface ModelStates extends ScoreStates {
  constraints: SurrogateState[];
  success: SurrogateState;
}

export interface Models {
  /** Of scores that are left out, the coefficient of determination. */
  determination: number;
  /** The share of the score's variance that is noise to the process. */
  noise: number;
  /** With what is pending counted as evaluated. */
  assuming(pending: readonly Float64Array[]): AssumedModels;
}

export interface AssumedModels {
  /**
   * The logarithm of the expected improvement over the candidate and, while nothing fails, over what the rivals are predicted to
   * be, where the candidate is feasible, times the probability of feasibility.
   * @param rivals pending points that are to be improved on as well
   */
  acquisition(over: Candidate, rivals: readonly Float64Array[]): Acquisition;
  /** The logarithm of the probability that a point is feasible and does not fail. */
  feasibility: Acquisition;
  /** The share of the score's variance that is noise to the process. */
  noise: number;
  /** A score on the scale that the acquisition is of; ascending. */
  scaled(score: number): number;
  /** Of the score, scaled. */
  mean(points: readonly Float64Array[]): Float64Array;
}

export const noModels = (): ModelStates => ({
  score: noSurrogate(),
  outputs: [],
  isComposed: false,
  constraints: [],
  success: noSurrogate(),
});

/** @param states are brought up to date */
export function* createModels(
  encoding: Encoding,
  evaluations: readonly RecordedEvaluation[],
  states: ModelStates,
  { composition = null, ...options }: { composition?: Composition | null } & FitOptions,
): Generator<undefined, Models> {
  const sound = evaluations.filter(({ score }) => score !== null);
  const points = sound.map(({ point }) => point);
  const scores = sound.map(({ score }) => score ?? 0);
  const scored = { sound, points, scores };
  const score = yield* scoreSurrogate(encoding, scored, states, { ...options, composition });
  const limits = Math.max(...sound.map(({ constraints }) => constraints.length));
  const constraints: Surrogate[] = [];
  for (let j = 0; j < limits; j++) {
    states.constraints[j] ??= noSurrogate();
    const values = sound.map((one) => finite(one.constraints[j]));
    constraints.push(yield* fittingSurrogate(encoding, { points, values }, states.constraints[j], options));
  }
  const hasFailed = sound.length < evaluations.length;
  const success = hasFailed ? yield* successOf(encoding, evaluations, states.success, options) : null;
  return {
    determination: determination(score.leftOut.mean, Float64Array.from(scores, score.scaled)),
    noise: score.noise,
    assuming: (pending) => {
      const assumed = score.assuming(pending);
      const limitsAssumed = constraints.map((constraint) => constraint.assuming(pending));
      const feasibility: Acquisition = (at) => {
        const value = success?.(at) ?? new Float64Array(at.length);
        for (const constraint of limitsAssumed) addFeasibility(value, constraint, at);
        return value;
      };
      return {
        feasibility,
        noise: score.noise,
        scaled: score.scaled,
        mean: (at) => assumed.predict(at).mean,
        acquisition: (over, rivals) => {
          // Where some fail, what is pending may too: it must not count as the best so far.
          const target = targetOf(assumed, over, success === null ? rivals : []);
          return (at) => {
            const { mean, deviation } = assumed.predict(at);
            // Until something is feasible, that is all that counts.
            const likely = feasibility(at);
            return over.violation === 0
              ? mean.map((own, i) => gently(logExpectedImprovement(own, deviation[i], target)) + likely[i])
              : likely;
          };
        },
      };
    },
  };
}

/** Where the process takes a part of the scores for noise, not a score that was lucky but the mean is to be improved on. */
function targetOf(score: Surrogate, over: Candidate, rivals: readonly Float64Array[]): number {
  const [own, ...others] = score.predict([over.point, ...rivals]).mean;
  return Math.max(Math.min(score.scaled(over.score), own), ...others);
}

function addFeasibility(value: Float64Array, constraint: Surrogate, at: readonly Float64Array[]): void {
  const { mean, deviation } = constraint.predict(at);
  const zero = constraint.scaled(0);
  for (let i = 0; i < value.length; i++)
    value[i] += logProbabilityOfFeasibility(mean[i] - zero, deviation[i]);
}

/** Below this, improvements differ in order alone: what no process is sure of must not outweigh the probability of failing. */
const FAINT = -30;
const gently = (logarithm: number): number =>
  logarithm > FAINT ? logarithm : FAINT - Math.log1p(FAINT - logarithm);

/** A constraint that is not a number was not kept. */
const finite = (value: number | undefined): number => (Number.isFinite(value) ? (value ?? -1) : -1);
