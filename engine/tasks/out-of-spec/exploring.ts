/**
 * Exploration beside the known results: places where another failing region is likely, or that are far from all
 * simulations. A process of few results may be overconfident about unseen places.
 */
import type { RecordedEvaluation } from "../optimization/evaluation-record.ts";
import type { SearchSpace } from "../search-space.ts";
import { distanceToNearest } from "./distance.ts";
import { isFailing } from "./level-set.ts";

/**
 * Designs that are further from all failing designs than this share of the cube's diagonal belong to another region.
 */
const MIN_REGION_DISTANCE = 0.15;

/** Creates the test whether a design lies apart from the known failures. */
export function apartFromFailing(
  space: SearchSpace,
  evaluations: readonly RecordedEvaluation[],
): (point: Float64Array) => boolean {
  const failing = evaluations
    .filter(({ score }) => score !== null && isFailing(score))
    .map(({ point }) => point);
  const minSquaredDistance = MIN_REGION_DISTANCE ** 2 * space.length;
  return (point) => distanceToNearest(space, point, failing) > minSquaredDistance;
}

/**
 * Finds, among the half of the points that is nearest to failing, the point furthest from all proposed points.
 * @param mean the expected score of each point
 * @returns null where none of them is new
 */
export function furthestFrom(
  space: SearchSpace,
  proposals: readonly { readonly point: Float64Array }[],
  points: readonly Float64Array[],
  mean: Float64Array,
): Float64Array | null {
  const half = mean.toSorted()[Math.floor(mean.length / 2)];
  const knownPoints = proposals.map(({ point }) => point);
  let [best, furthest]: [Float64Array | null, number] = [null, 0];
  points.forEach((point, i) => {
    if (mean[i] > half) return;
    const distance = distanceToNearest(space, point, knownPoints);
    if (distance > furthest) [best, furthest] = [point, distance];
  });
  return best;
}
