/** The worst designs of all regions. */
import { keyOf, type SearchSpace } from "../search-space.ts";
import type { ScoredPoint } from "./level-set.ts";
import { type Region, thinned } from "./region.ts";

/** Designs in spec that are shown where few fail: the nearest to failing. */
const IN_SPEC = 200;

/**
 * The worst of each region, then its others spread evenly over it, the regions taking turns; where there are few, those in spec of the
 * lowest scores.
 * @param inSpec designs in spec, the lowest score first
 */
export function worstPoints(
  space: SearchSpace,
  regions: readonly Pick<Region, "worst" | "points">[],
  inSpec: readonly ScoredPoint[],
  count: number,
): ScoredPoint[] {
  const share = Math.ceil(count / Math.max(1, regions.length));
  const ranked = regions.map(({ worst, points }) => [
    worst,
    ...points.slice(0, Math.ceil(share / 2)),
    ...thinned(points, count),
  ]);
  const longest = Math.max(0, ...ranked.map(({ length }) => length));
  const chosen = new Map<string, ScoredPoint>();
  const add = (one: ScoredPoint | undefined): void => {
    if (one !== undefined && chosen.size < count) {
      const key = keyOf(space, one.point);
      if (!chosen.has(key)) chosen.set(key, one);
    }
  };
  for (let turn = 0; turn < longest && chosen.size < count; turn++)
    for (const points of ranked) add(points[turn]);
  for (const one of inSpec.slice(0, IN_SPEC)) add(one);
  return [...chosen.values()];
}
