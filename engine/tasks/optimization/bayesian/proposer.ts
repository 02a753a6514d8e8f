/**
 * Chooses the next point of Bayesian optimisation: the maximum of the expected improvement within the trust region
 * around the best point. When little can be gained there, the best point of another basin is improved in the same
 * way. When all basins are settled, points far from all of them are explored, and the smallest gain that is worth an
 * evaluation decreases.
 */
import type { Random } from "../../../math/random.ts";
import type { Candidate } from "../../ask-tell.ts";
import type { SearchSpace } from "../../search-space.ts";
import { computeDistance } from "../emulator/rated-points.ts";
import { maximiseAcquisition } from "./candidates.ts";
import type { AssumedModels } from "./models.ts";
import { startTrustRegion, type TrustRegion } from "./trust-region.ts";

/** The state of the search over several basins of attraction (plain data, stored in checkpoints). */
export interface Basins {
  /** The best points of basins in which the expected improvement is below the threshold of the level. */
  settled: Float64Array[];
  /** The number of times that all basins were settled; it selects the threshold of the expected improvement. */
  level: number;
  /** The number of exploration points proposed at this level. */
  explored: number;
}

export const noBasins = (): Basins => ({ settled: [], level: 0, explored: 0 });

/**
 * The smallest expected improvement that is worth an evaluation at each level, as a share of the scale of the scores.
 */
const MIN_RELATIVE_GAIN_BY_LEVEL = [1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10];
/** The number of exploration points before the first level ends; it doubles with each level. */
const FIRST_LEVEL_EXPLORATION_COUNT = 2;
/** At most this many basins are searched for one proposal. */
const MAX_BASINS_PER_PROPOSAL = 4;
/** Points that are nearer than this share of an axis belong to the same basin. */
const MAX_SAME_BASIN_DISTANCE = 0.1;
/** The acquisition is refined by small steps around this many of the best points. */
const STEP_CENTRE_COUNT = 8;
const NEXT_BASIN_REGION_LENGTH = 0.5;
/**
 * From this share of noise in the variance on, the trust region keeps a minimum length, because small steps would
 * measure only noise.
 */
const MIN_NOISY_VARIANCE_SHARE = 1e-3;
const MIN_NOISY_REGION_LENGTH = 0.2;
/** Above this share of noise in the variance, the posterior mean does not reliably rank the points. */
export const MAX_TRUSTED_NOISE_SHARE = 0.05;

export interface ProposalContext {
  space: SearchSpace;
  models: AssumedModels;
  /** The evaluations that did not fail, the best first. */
  ranked: readonly Candidate[];
  /** All points that were proposed or evaluated. */
  knownPoints: readonly Float64Array[];
  /** The proposed points without a result. */
  pending: readonly Float64Array[];
  /** False for a point of a cell (whole number or option) that is known already. */
  isNew: (point: Float64Array) => boolean;
}

/**
 * A point that is nearer to a known point than this share of an axis, or than this share of the trust region's
 * length, adds no information.
 */
const MIN_POINT_DISTANCE = 1e-9;
const MIN_DISTANCE_PER_REGION_LENGTH = 1e-4;

/**
 * Proposes the point of the largest expected improvement, in the trust region, in another basin, or far from all
 * settled basins.
 * @param state is updated: settled basins, trust region and incumbent
 * @returns the point, of one fraction in [0, 1] per axis; null where no new point is left
 */
export function proposePoint(
  { space, models, ranked, knownPoints, pending, isNew: isNewCell }: ProposalContext,
  state: { basins: Basins; region: TrustRegion; incumbent: Candidate | null },
  random: Random,
): Float64Array | null {
  const { basins, region } = state;
  const isNew = (point: Float64Array): boolean => {
    const minDistance = Math.max(MIN_POINT_DISTANCE, MIN_DISTANCE_PER_REGION_LENGTH * region.length);
    return isNewCell(point) && knownPoints.every((other) => hasDistance(point, other, minDistance));
  };
  const [best] = ranked;
  const scoreScale = computeScoreScale(space, ranked);
  const topPoints = ranked.slice(0, STEP_CENTRE_COUNT).map(({ point }) => point);
  const isNoisy = models.noise > MIN_NOISY_VARIANCE_SHARE;
  // Without noise the posterior variance is zero at a pending point, so that the next proposal differs from it and
  // may lie beside it, where the improvement is largest. With noise the same point would be proposed again: the
  // pending points therefore count as rivals that the proposal must improve on.
  const rivals = isNoisy ? pending : [];
  // With noisy scores the best observation is biased upwards. Every second proposal therefore centres on the point
  // with the best posterior mean instead.
  const isMeanTrusted = isNoisy && models.noise <= MAX_TRUSTED_NOISE_SHARE;
  const centres = isMeanTrusted && knownPoints.length % 2 === 1 ? rankByMean(models, ranked) : ranked;
  for (let attempt = 0; attempt < MAX_BASINS_PER_PROPOSAL; attempt++) {
    const centre = findUnsettledCandidate(space, models, centres, basins.settled);
    if (centre === null) break;
    // Within another basin, an improvement on the best point of that basin is a success of the trust region.
    if (basins.settled.length > 0) state.incumbent = centre;
    const isInCell = (point: Float64Array): boolean =>
      basins.settled.every((settledPoint) => isOutsideBasin(space, point, centre.point, settledPoint));
    const isInside = (point: Float64Array): boolean => isNew(point) && isInCell(point);
    const stepCentres = [centre.point, ...topPoints.filter(isInCell)].slice(0, STEP_CENTRE_COUNT);
    const searchRegion = (length: number, regionRandom: Random) =>
      maximiseAcquisition(
        space,
        models.acquisition(centre, rivals.filter(isInCell)),
        { centre: centre.point, length, around: stepCentres },
        isInside,
        regionRandom,
      );
    const localBest = searchRegion(
      Math.max(region.length, isNoisy ? MIN_NOISY_REGION_LENGTH : 0),
      random.fork(attempt, 0),
    );
    const globalBest =
      basins.settled.length > 0 || !isNoisy ? null : searchRegion(2, random.fork(attempt, 1));
    const proposal =
      globalBest !== null && globalBest.value > (localBest?.value ?? -1e9) + Math.log(space.length + 1)
        ? globalBest
        : localBest;
    if (proposal === null) break;
    const minGain =
      scoreScale * MIN_RELATIVE_GAIN_BY_LEVEL[Math.min(basins.level, MIN_RELATIVE_GAIN_BY_LEVEL.length - 1)];
    const minScaledGain = models.scaled(best.score + minGain) - models.scaled(best.score);
    if (proposal.value > Math.log(minScaledGain) || best.violation > 0) return proposal.point;
    basins.settled.push(centre.point);
    Object.assign(region, startTrustRegion(), { length: NEXT_BASIN_REGION_LENGTH });
  }
  if (basins.explored >= FIRST_LEVEL_EXPLORATION_COUNT * 2 ** basins.level) {
    Object.assign(basins, { settled: [], explored: 0, level: basins.level + 1 });
    state.incumbent = best;
    Object.assign(region, startTrustRegion(), { length: NEXT_BASIN_REGION_LENGTH });
  }
  basins.explored++;
  const everywhere = { centre: best.point, length: 2, around: topPoints.slice(1) };
  const isFar = (point: Float64Array) =>
    isNew(point) &&
    basins.settled.every(
      (settledPoint) => computeDistance(space, point, settledPoint) > MAX_SAME_BASIN_DISTANCE,
    );
  const far = maximiseAcquisition(
    space,
    models.acquisition(best, rivals),
    everywhere,
    isFar,
    random.fork(MAX_BASINS_PER_PROPOSAL),
  );
  return far?.point ?? null;
}

/** Sorts the feasible candidates by decreasing posterior mean; without a feasible candidate the order stays. */
function rankByMean(models: AssumedModels, ranked: readonly Candidate[]): readonly Candidate[] {
  const feasible = ranked.filter(({ violation }) => violation === 0);
  if (feasible.length === 0) return ranked;
  const mean = models.mean(feasible.map(({ point }) => point));
  const order = feasible.map((_, i) => i).sort((a, b) => mean[b] - mean[a]);
  return order.map((i) => feasible[i]);
}

/**
 * The posterior mean is probed at these shares of the way between two points; it must be lower by the depth for a
 * valley.
 */
const VALLEY_PROBE_SHARES = [0.15, 0.3, 0.45, 0.6, 0.75, 0.9];
const MIN_VALLEY_DEPTH = 0.02;

/** Finds the best candidate that a valley of the posterior mean separates from every settled point. */
function findUnsettledCandidate(
  space: SearchSpace,
  models: AssumedModels,
  ranked: readonly Candidate[],
  settled: readonly Float64Array[],
): Candidate | null {
  for (const candidate of ranked) {
    const isSeparated = settled.every((point) => {
      if (computeDistance(space, candidate.point, point) <= MAX_SAME_BASIN_DISTANCE) return false;
      const probes = VALLEY_PROBE_SHARES.map((share) =>
        candidate.point.map((value, a) => value + share * (point[a] - value)),
      );
      const [candidateMean, ...probeMeans] = models.mean([candidate.point, ...probes]);
      return Math.min(...probeMeans) < candidateMean - MIN_VALLEY_DEPTH;
    });
    if (isSeparated) return candidate;
  }
  return null;
}

/**
 * Computes the scale of the scores: the larger of the best score's lead over the 75th percentile and its lead over
 * the first points. Both are needed because later points may all lie near the best.
 */
function computeScoreScale(space: SearchSpace, ranked: readonly Candidate[]): number {
  const [best, bestFirstPoint, upperQuartile] = [
    ranked[0],
    ranked.find(({ id }) => id !== null && id < space.length + 2),
    ranked[Math.floor(ranked.length / 4)],
  ];
  return Math.max(
    best.score - upperQuartile.score,
    best.score - (bestFirstPoint ?? best).score,
    Number.MIN_VALUE,
  );
}

/** The point lies nearer to the centre than to the settled point, and outside the basin of the settled point. */
function isOutsideBasin(
  space: SearchSpace,
  point: Float64Array,
  centre: Float64Array,
  settled: Float64Array,
): boolean {
  const distance = computeDistance(space, point, settled);
  return distance > MAX_SAME_BASIN_DISTANCE && distance > computeDistance(space, point, centre);
}

function hasDistance(point: Float64Array, otherPoint: Float64Array, minDistance: number): boolean {
  for (let a = 0; a < point.length; a++) if (Math.abs(point[a] - otherPoint[a]) > minDistance) return true;
  return false;
}
