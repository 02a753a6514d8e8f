/** Sweeps that turn back, as a voltage that rises and then falls: their stretches between two turning points. */
import { interpolateMonotone } from "./interpolation.ts";

/** A stretch of a sweep that only rises or only falls: the values from `from` to `to`, both inside. */
export interface Branch {
  readonly from: number;
  readonly to: number;
  readonly isRising: boolean;
}

/** Fewer steps in one direction are noise, or the jump back of a saw tooth, rather than a branch. */
const MIN_STEPS = 2;
/** A sweep turns back a few times; values that do so more often are a signal. */
const MAX_BRANCHES = 20;

/**
 * Splits a sweep at its turning points. Neighbours share the turning point, unless its value stands there twice: then each has its own.
 * @returns one branch for values that strictly rise or strictly fall; null where the values are no sweep: two equal values follow each
 *   other within a branch, a branch has fewer than two steps, or there are more than 20 branches.
 */
export function findBranches(values: Float64Array): Branch[] | null {
  const branches: Branch[] = [];
  let from = 0;
  for (let at = 1; at <= values.length; at++) {
    const step = Math.sign((values[at] ?? Number.NaN) - (values[at - 1] ?? Number.NaN));
    const first = Math.sign((values[from + 1] ?? Number.NaN) - (values[from] ?? Number.NaN));
    if (step === first && step !== 0) continue;
    const to = at - 1;
    if (to - from < MIN_STEPS || branches.length === MAX_BRANCHES) return null;
    const isRising = first > 0;
    if (branches.at(-1)?.isRising === isRising) return null;
    branches.push({ from, to, isRising });
    from = step === 0 ? at : to;
  }
  return branches.length === 0 ? null : branches;
}

/** True for a sweep that turns back at least once. */
export const turnsBack = (values: Iterable<number>): boolean =>
  (findBranches(Float64Array.from(values))?.length ?? 1) > 1;

/** Selects the values of a branch, in the order in which its positions ascend. @param values the positions, or what goes with them */
export function ascendingBranch(values: Float64Array, { from, to, isRising }: Branch): Float64Array {
  const selected = values.subarray(from, to + 1);
  return isRising ? selected : selected.toReversed();
}

/**
 * Values of the curve (x, y), whose x turns back, at positions that turn back as often: each branch is interpolated by itself, by
 * monotone cubics, so that no value mixes two branches.
 * @param grid positions, with as many branches as `x` in the same directions
 * @throws RangeError where the two have not the same branches
 */
export function interpolateBranches(x: Float64Array, y: Float64Array, grid: Float64Array): Float64Array {
  const [branches, gridBranches] = [findBranches(x), findBranches(grid)];
  if (branches === null || gridBranches === null || !haveSameDirections(branches, gridBranches))
    throw new RangeError("The curve and the grid do not turn back alike.");
  const result = new Float64Array(grid.length);
  branches.forEach((branch, at) => {
    const target = gridBranches[at];
    if (target === undefined) return;
    const places = ascendingBranch(grid, target);
    const values = interpolateMonotone(ascendingBranch(x, branch), ascendingBranch(y, branch), places);
    result.set(target.isRising ? values : values.toReversed(), target.from);
  });
  return result;
}

type Direction = Pick<Branch, "isRising">;
export const haveSameDirections = (left: readonly Direction[], right: readonly Direction[]): boolean =>
  left.length === right.length && left[0]?.isRising === right[0]?.isRising;
