/** The worst designs of all regions. */
import { createKey, type SearchSpace } from "../search-space.ts";
import type { ScoredPoint } from "./level-set.ts";
import { type Region, thinOut } from "./region.ts";

/** Designs in spec that are shown beside them: the nearest to failing. */
const IN_SPEC = 200;

/**
 * The worst of each region, then its others spread evenly over it, the regions taking turns; last, some in spec of the lowest scores.
 * @param inSpec designs in spec, the lowest score first
 */
export function worstPoints(
  space: SearchSpace,
  regions: readonly Pick<Region, "worst" | "points">[],
  inSpec: readonly ScoredPoint[],
  count: number,
): ScoredPoint[] {
  const otherPoints = Math.min(IN_SPEC, inSpec.length, Math.floor(count / 5));
  const most = count - otherPoints;
  const share = Math.ceil(most / Math.max(1, regions.length));
  const ranked = regions.map(({ worst, points }) => [
    worst,
    ...points.slice(0, Math.ceil(share / 2)),
    ...thinOut(points, most),
  ]);
  const longest = Math.max(0, ...ranked.map(({ length }) => length));
  const chosen = new Map<string, ScoredPoint>();
  const add = (candidate: ScoredPoint | undefined, limit: number): void => {
    if (candidate !== undefined && chosen.size < limit) {
      const key = createKey(space, candidate.point);
      if (!chosen.has(key)) chosen.set(key, candidate);
    }
  };
  for (let turn = 0; turn < longest && chosen.size < most; turn++)
    for (const points of ranked) add(points[turn], most);
  for (const point of thinOut(inSpec.slice(0, 4 * otherPoints), otherPoints)) add(point, count);
  return [...chosen.values()];
}
