/**
 * Random steps from the best point that rely on no surrogate: where it explains little, a better point may still lie
 * near a good one. The step length adapts to about one success in five steps (I. Rechenberg, 1973,
 * "Evolutionsstrategie").
 */
import type { Random } from "../../../math/random.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { drawStep } from "./candidates.ts";
import { MAX_TRUSTED_NOISE_SHARE } from "./proposer.ts";

/** The step length and the pending steps (plain data, stored in checkpoints). */
export interface RandomWalk {
  /** The standard deviation of a step along an axis, as a share of the axis. */
  length: number;
  /** The ids of the steps without a result. */
  ids: number[];
}

const FIRST_LENGTH = 0.15;
const LENGTH_LIMITS = { least: 1e-4, most: 0.3 };
/**
 * The change of the logarithm of the length after a success and after a failure: the two balance at one success in
 * five.
 */
const LOG_LENGTH_GAIN_ON_SUCCESS = 0.8;
const LOG_LENGTH_LOSS_ON_FAILURE = -0.2;

export const startRandomWalk = (): RandomWalk => ({ length: FIRST_LENGTH, ids: [] });

/** With fewer results, in all and per axis, the surrogate may not have found yet what it can explain. */
const MIN_RESULTS = 40;
const MIN_RESULTS_PER_AXIS = 8;
/** Below this coefficient of determination the surrogate counts as uninformative. */
const MIN_DETERMINATION = 0.25;
/** After this many points per axis without an improvement the surrogate may be confidently wrong. */
const MAX_FAILURES_PER_AXIS = 6;

export interface WalkConditions {
  results: number;
  /** The number of proposed points; of evaluated points proposed after the best one; and of pending points. */
  proposed: number;
  sinceBest: number;
  pending: number;
  /** The leave-one-out coefficient of determination of the score. */
  determination: number;
  /** The noise variance as a share of the variance of the scores. */
  noise: number;
}

/**
 * The next point should be a random step: always where the surrogate explains nothing, every second time where it
 * explains a part or leads to no improvement.
 */
export function isStepDue(space: SearchSpace, conditions: WalkConditions): boolean {
  const { results, proposed, sinceBest, pending, determination, noise } = conditions;
  if (results < Math.max(MIN_RESULTS, MIN_RESULTS_PER_AXIS * space.length)) return false;
  if (determination < MIN_DETERMINATION) return true;
  // Points that are chosen together know less of each other's results, so more of them may fail.
  const isStuck = sinceBest > MAX_FAILURES_PER_AXIS * (space.length + pending);
  return proposed % 2 === 1 && (noise > MAX_TRUSTED_NOISE_SHARE || isStuck);
}

/** The number of random steps that the most feasible one is chosen from. */
const DRAWN_STEP_COUNT = 8;

/**
 * Draws random steps and selects the new point with the highest probability of feasibility, the first of equals.
 * @param feasibility computes the log probability of feasibility and success, one entry per point
 * @returns the point; null where no drawn point is new
 */
export function proposeStep(
  space: SearchSpace,
  from: Float64Array,
  { length }: RandomWalk,
  {
    isNew,
    feasibility,
  }: {
    isNew: (point: Float64Array) => boolean;
    feasibility: (points: readonly Float64Array[]) => Float64Array;
  },
  random: Random,
): Float64Array | null {
  const candidates = Array.from({ length: DRAWN_STEP_COUNT }, () =>
    snap(space, drawStep(space, from, length, random)),
  );
  const points = candidates.filter(isNew);
  if (points.length === 0) return null;
  const logFeasibility = feasibility(points);
  return points[logFeasibility.indexOf(Math.max(...logFeasibility))] ?? null;
}

/**
 * Adapts the step length after an evaluation; evaluations that are no steps change nothing.
 * @param isBest the evaluation is the best of all
 */
export function adaptWalk(walk: RandomWalk, id: number | null, isBest: boolean): void {
  if (id === null || !walk.ids.includes(id)) return;
  walk.ids = walk.ids.filter((stepId) => stepId !== id);
  const length = walk.length * Math.exp(isBest ? LOG_LENGTH_GAIN_ON_SUCCESS : LOG_LENGTH_LOSS_ON_FAILURE);
  walk.length = Math.min(LENGTH_LIMITS.most, Math.max(LENGTH_LIMITS.least, length));
}
