import type { SearchSpace } from "../search-space.ts";

/**
 * Computes the squared Euclidean distance in the unit cube. Two different options are as far apart as the ends of a range.
 * @param space the axes of the unit cube
 * @param first dimensions
 * @param second dimensions
 * @returns in squared ranges
 */
export function squaredDistance(space: SearchSpace, first: Float64Array, second: Float64Array): number {
  let sum = 0;
  for (let a = 0; a < space.length; a++) {
    const difference = first[a] - second[a];
    sum += space[a].isChoice && difference !== 0 ? 1 : difference * difference;
  }
  return sum;
}

/**
 * Finds the nearest other points.
 * @param space the axes of the unit cube
 * @param point dimensions
 * @param candidates points, among which the point itself is skipped
 * @param count the largest number of points to return
 * @returns numbers of the candidates with their squared distances, the nearest first
 */
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
