/**
 * The next point: where the expected improvement is greatest within the trust region around the best point. Once little is to
 * be gained there, the best point of another basin is improved on in the same way; when all basins are settled, points far from
 * all of them are looked at, and then less of a gain is worth an evaluation.
 */
import type { Random } from "../../../math/random.ts";
import type { Candidate } from "../../ask-tell.ts";
import type { SearchSpace } from "../../search-space.ts";
import { distanceOf } from "../emulator/rated-points.ts";
import { maximiseAcquisition } from "./candidates.ts";
import type { AssumedModels } from "./models.ts";
import { startTrustRegion, type TrustRegion } from "./trust-region.ts";

/** Plain data. */
export interface Basins {
  /** The best points of basins in which little is to be gained. */
  settled: Float64Array[];
  /** Counts how often all of them were. */
  level: number;
  /** Points far from all of them since then. */
  explored: number;
}

export const noBasins = (): Basins => ({ settled: [], level: 0, explored: 0 });

/** Of the expected improvement, as a share of the scale of the scores: what is worth an evaluation at each level. */
const WORTHWHILE = [1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10];
/** Points far from all basins before the next level. */
const EXPLORED = 2;
/** Basins that are looked at before one point is asked for. */
const MAX_BASINS = 4;
/** Of an axis: nearer points are of the same basin. */
const SAME_BASIN = 0.1;
/** Best points around which small steps are tried. */
const AROUND = 8;
const OTHER_LENGTH = 0.5;
/** A share of the variance that is noise: the trust region is not smaller than this then, for small steps would show nothing else. */
const NOISY = 1e-3;
const MIN_NOISY_LENGTH = 0.2;
/** Where the noise is a larger share of the variance, the mean says little of which point is best. */
export const TOO_NOISY = 0.05;

export interface Known {
  space: SearchSpace;
  models: AssumedModels;
  /** Evaluations that did not fail, the best first. */
  ranked: readonly Candidate[];
  /** All points that were asked for or told. */
  known: readonly Float64Array[];
  /** Those of them that are not told yet. */
  pending: readonly Float64Array[];
  /** False for a cell that was. */
  isNew: (point: Float64Array) => boolean;
}

/** Of an axis, and of the trust region: a point that is nearer to one that is known says nothing new. */
const NEAREST = 1e-9;
const NEAREST_SHARE = 1e-4;

/** @param state brought up to date */
export function proposePoint(
  { space, models, ranked, known, pending, isNew: isNewCell }: Known,
  state: { basins: Basins; region: TrustRegion; incumbent: Candidate | null },
  random: Random,
): Float64Array | null {
  const { basins, region } = state;
  const isNew = (point: Float64Array): boolean => {
    const apart = Math.max(NEAREST, NEAREST_SHARE * region.length);
    return isNewCell(point) && known.every((other) => isApart(point, other, apart));
  };
  const [best] = ranked;
  const scale = scaleOf(space, ranked);
  const others = ranked.slice(0, AROUND).map(({ point }) => point);
  const isNoisy = models.noise > NOISY;
  // Without noise the process is certain at a pending point, so that the next one differs from it and may lie beside it, where most
  // is promised. With noise it would ask for the pending point again: there the next one must promise more.
  const rivals = isNoisy ? pending : [];
  // A best score that was lucky would hold all points back around it: every other one is looked for around the best mean.
  const isMeanTrusted = isNoisy && models.noise <= TOO_NOISY;
  const centres = isMeanTrusted && known.length % 2 === 1 ? rankedByMean(models, ranked) : ranked;
  for (let attempt = 0; attempt < MAX_BASINS; attempt++) {
    const centre = otherBasin(space, models, centres, basins.settled);
    if (centre === null) break;
    // In a basin, what is better than the best of it is a success.
    if (basins.settled.length > 0) state.incumbent = centre;
    const isInCell = (point: Float64Array): boolean =>
      basins.settled.every((one) => isNearer(space, point, centre.point, one));
    const isInside = (point: Float64Array): boolean => isNew(point) && isInCell(point);
    const around = [centre.point, ...others.filter(isInCell)].slice(0, AROUND);
    const look = (length: number, own: Random) =>
      maximiseAcquisition(
        space,
        models.acquisition(centre, rivals.filter(isInCell)),
        { centre: centre.point, length, around },
        isInside,
        own,
      );
    const near = look(Math.max(region.length, isNoisy ? MIN_NOISY_LENGTH : 0), random.fork(attempt, 0));
    const wide = basins.settled.length > 0 || !isNoisy ? null : look(2, random.fork(attempt, 1));
    const found =
      wide !== null && wide.value > (near?.value ?? -1e9) + Math.log(space.length + 1) ? wide : near;
    if (found === null) break;
    const gain = scale * WORTHWHILE[Math.min(basins.level, WORTHWHILE.length - 1)];
    const worth = models.scaled(best.score + gain) - models.scaled(best.score);
    if (found.value > Math.log(worth) || best.violation > 0) return found.point;
    basins.settled.push(centre.point);
    Object.assign(region, startTrustRegion(), { length: OTHER_LENGTH });
  }
  if (basins.explored >= EXPLORED * 2 ** basins.level) {
    Object.assign(basins, { settled: [], explored: 0, level: basins.level + 1 });
    state.incumbent = best;
    Object.assign(region, startTrustRegion(), { length: OTHER_LENGTH });
  }
  basins.explored++;
  const everywhere = { centre: best.point, length: 2, around: others.slice(1) };
  const isFar = (point: Float64Array) =>
    isNew(point) && basins.settled.every((one) => distanceOf(space, point, one) > SAME_BASIN);
  const far = maximiseAcquisition(
    space,
    models.acquisition(best, rivals),
    everywhere,
    isFar,
    random.fork(MAX_BASINS),
  );
  return far?.point ?? null;
}

/** Feasible candidates, the best mean first; as they are where none is. */
function rankedByMean(models: AssumedModels, ranked: readonly Candidate[]): readonly Candidate[] {
  const feasible = ranked.filter(({ violation }) => violation === 0);
  if (feasible.length === 0) return ranked;
  const mean = models.mean(feasible.map(({ point }) => point));
  const order = feasible.map((_, i) => i).sort((a, b) => mean[b] - mean[a]);
  return order.map((i) => feasible[i]);
}

/** Places between two points at which the mean is looked at, and how much lower it is in a valley. */
const BETWEEN = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
const VALLEY = 0.02;

/** The best point with a valley, as far as is known, between it and all that are settled. */
function otherBasin(
  space: SearchSpace,
  models: AssumedModels,
  ranked: readonly Candidate[],
  settled: readonly Float64Array[],
): Candidate | null {
  for (const one of ranked) {
    const isOther = settled.every((point) => {
      if (distanceOf(space, one.point, point) <= SAME_BASIN) return false;
      const way = BETWEEN.map((share) => one.point.map((value, a) => value + share * (point[a] - value)));
      const [own, ...between] = models.mean([one.point, ...way]);
      return Math.min(...between) < own - VALLEY;
    });
    if (isOther) return one;
  }
  return null;
}

/**
 * What the best is better than the first points or than three quarters of all, whichever is more: later points may all lie
 * near the best.
 */
function scaleOf(space: SearchSpace, ranked: readonly Candidate[]): number {
  const [best, early, quarter] = [
    ranked[0],
    ranked.find(({ id }) => id !== null && id < space.length + 2),
    ranked[Math.floor(ranked.length / 4)],
  ];
  return Math.max(best.score - quarter.score, best.score - (early ?? best).score, Number.MIN_VALUE);
}

/** To the centre than to a settled point, and not of the latter's basin. */
function isNearer(
  space: SearchSpace,
  point: Float64Array,
  centre: Float64Array,
  settled: Float64Array,
): boolean {
  const away = distanceOf(space, point, settled);
  return away > SAME_BASIN && away > distanceOf(space, point, centre);
}

function isApart(one: Float64Array, other: Float64Array, apart: number): boolean {
  for (let a = 0; a < one.length; a++) if (Math.abs(one[a] - other[a]) > apart) return true;
  return false;
}
