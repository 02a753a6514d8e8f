/**
 * Steps from the best point that rely on no process: wherever it explains little, near a good point there may still be a better one.
 * They become longer with each success and shorter with each failure, so that about one in five succeeds (I. Rechenberg, 1973,
 * "Evolutionsstrategie").
 */
import type { Random } from "../../../math/random.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { drawStep } from "./candidates.ts";
import { MAX_TRUSTED_NOISE_SHARE } from "./proposer.ts";

/** Plain data. */
export interface RandomWalk {
  /** The deviation of a step along an axis, as a share of it. */
  length: number;
  /** Of the steps that were not told yet. */
  ids: number[];
}

const FIRST_LENGTH = 0.15;
const LIMITS = { least: 1e-4, most: 0.3 };
/** Of the logarithm of the length. */
const AFTER_SUCCESS = 0.8;
const AFTER_FAILURE = -0.2;

export const startRandomWalk = (): RandomWalk => ({ length: FIRST_LENGTH, ids: [] });

/** Fewer results, in all and for each axis, may hide what there is to explain. */
const MIN_RESULTS = 40;
const MIN_RESULTS_PER_AXIS = 8;
/** A coefficient of determination below which a process is as good as none. */
const UNEXPLAINED = 0.25;
/** Points in a row for each axis, none of them better: what the process is sure of may be wrong. */
const WITHOUT_SUCCESS = 6;

export interface Explained {
  results: number;
  /** Points that were asked for; those of them after the best that were told, and those that are pending. */
  proposed: number;
  sinceBest: number;
  pending: number;
  /** Of scores that are left out, the coefficient of determination. */
  determination: number;
  /** A share of the variance. */
  noise: number;
}

/** Whether the next point is a step: all are where the process explains nothing, every other where it explains a part or leads nowhere. */
export function isStepDue(space: SearchSpace, explained: Explained): boolean {
  const { results, proposed, sinceBest, pending, determination, noise } = explained;
  if (results < Math.max(MIN_RESULTS, MIN_RESULTS_PER_AXIS * space.length)) return false;
  if (determination < UNEXPLAINED) return true;
  // Of points that are chosen together, each knows less: more of them may be in vain.
  const isStuck = sinceBest > WITHOUT_SUCCESS * (space.length + pending);
  return proposed % 2 === 1 && (noise > MAX_TRUSTED_NOISE_SHARE || isStuck);
}

/** Steps that are drawn. */
const DRAWN = 8;

/**
 * Of some steps to new points, the likeliest to be feasible and not to fail, the first of equals; null where there is none.
 * @param feasibility the logarithm of the probability, of each point
 */
export function nextStep(
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
  const drawn = Array.from({ length: DRAWN }, () => snap(space, drawStep(space, from, length, random)));
  const points = drawn.filter(isNew);
  if (points.length === 0) return null;
  const likely = feasibility(points);
  return points[likely.indexOf(Math.max(...likely))] ?? null;
}

/** After an evaluation. @param isBest it is the best of all; others than steps change nothing */
export function adaptWalk(walk: RandomWalk, id: number | null, isBest: boolean): void {
  if (id === null || !walk.ids.includes(id)) return;
  walk.ids = walk.ids.filter((one) => one !== id);
  const length = walk.length * Math.exp(isBest ? AFTER_SUCCESS : AFTER_FAILURE);
  walk.length = Math.min(LIMITS.most, Math.max(LIMITS.least, length));
}
