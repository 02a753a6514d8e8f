/**
 * Where a search looks beside what it knows: where another failing region is likely, or nothing near has been simulated. A process of
 * few results may be too certain of what it has not seen.
 */
import type { RecordedEvaluation } from "../optimization/evaluation-record.ts";
import type { SearchSpace } from "../search-space.ts";
import { distanceToNearest } from "./distance.ts";
import { isFailing } from "./level-set.ts";

/** Of the cube's diagonal: further from all failing designs is another region. */
const APART = 0.15;

/** Whether a design is apart from those that are known to fail. */
export function apartFromFailing(
  space: SearchSpace,
  evaluations: readonly RecordedEvaluation[],
): (point: Float64Array) => boolean {
  const failing = evaluations
    .filter(({ score }) => score !== null && isFailing(score))
    .map(({ point }) => point);
  const apart = APART ** 2 * space.length;
  return (point) => distanceToNearest(space, point, failing) > apart;
}

/**
 * Of the half that is the nearest to failing, the point that is the furthest from all that were asked for.
 * @param mean expected score of each
 * @returns null where none of them is new
 */
export function furthestFrom(
  space: SearchSpace,
  asked: readonly { readonly point: Float64Array }[],
  points: readonly Float64Array[],
  mean: Float64Array,
): Float64Array | null {
  const half = mean.toSorted()[Math.floor(mean.length / 2)];
  const known = asked.map(({ point }) => point);
  let [best, furthest]: [Float64Array | null, number] = [null, 0];
  points.forEach((point, i) => {
    if (mean[i] > half) return;
    const away = distanceToNearest(space, point, known);
    if (away > furthest) [best, furthest] = [point, away];
  });
  return best;
}
