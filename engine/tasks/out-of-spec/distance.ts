import type { SearchSpace } from "../search-space.ts";

/** Euclidean, in the cube; another option is as far as the whole of a range. */
export function squaredDistance(space: SearchSpace, first: Float64Array, second: Float64Array): number {
  let sum = 0;
  for (let a = 0; a < space.length; a++) {
    const difference = first[a] - second[a];
    sum += space[a].isChoice && difference !== 0 ? 1 : difference * difference;
  }
  return sum;
}

/** The `count` nearest of the others, by number, the nearest first. */
export function findNearest(
  space: SearchSpace,
  point: Float64Array,
  candidates: readonly Float64Array[],
  count: number,
): { at: number; distance: number }[] {
  const nearest: { at: number; distance: number }[] = [];
  candidates.forEach((candidate, at) => {
    if (candidate === point) return;
    const distance = squaredDistance(space, point, candidate);
    if (nearest.length === count && distance >= nearest[count - 1].distance) return;
    let place = nearest.length;
    while (place > 0 && nearest[place - 1].distance > distance) place--;
    nearest.splice(place, 0, { at, distance });
    if (nearest.length > count) nearest.pop();
  });
  return nearest;
}

/** Infinite where there are no others. */
export const distanceToNearest = (
  space: SearchSpace,
  point: Float64Array,
  candidates: readonly Float64Array[],
): number => findNearest(space, point, candidates, 1)[0]?.distance ?? Number.POSITIVE_INFINITY;
