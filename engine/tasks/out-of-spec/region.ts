/** A failing region: its bounding box, its volume and probability, and its worst point. */
import { createSobol } from "../../designs/sobol.ts";
import type { Random } from "../../math/random.ts";
import { exactShare, type Share, scaledShare, wilsonShare } from "../../math/share.ts";
import { hasCells, snap } from "../search-space.ts";
import { type Box, boxAround, computeVolume, pointIn, widen } from "./box.ts";
import { type Core, findCore } from "./core.ts";
import { findLowestNear } from "./descent.ts";
import { findNearest } from "./distance.ts";
import { byScore, inDomains, isFailing, isInDomain, type LevelSet, type ScoredPoint } from "./level-set.ts";
import { allBands, failingWithErrors, withErrors } from "./model-error.ts";

/** A measured region (plain data, stored in checkpoints). */
export interface Region {
  box: Box;
  /**
   * The share of the domain's volume that fails in this region, and its probability where designs are uniform over
   * the ranges.
   */
  volume: Share;
  probability: Share;
  /** The share of the box that fails. */
  density: number;
  /** The part of the box that contains most of the region; null where the box describes it as well. */
  core: Core | null;
  worst: ScoredPoint;
  /** Failing points of the region, the worst first. */
  points: ScoredPoint[];
}

const MAX_GROWTH_ROUNDS = 8;
const GROWTH_SAMPLE_COUNT = 512;
const VOLUME_SAMPLE_COUNT = 4_096;
const RELATIVE_WIDENING = 0.2;
const MIN_WIDENING = 0.005;
/** The box is complete when its volume grows by less than this factor in one round. */
const MIN_VOLUME_GROWTH = 1.02;
/**
 * The emulator's errors may enlarge a region: they are sampled in a box of this multiple of the volume, at this many
 * points.
 */
const ERROR_BOX_VOLUME_FACTOR = 3;
const ERROR_SAMPLE_COUNT = 512;
/**
 * The largest number of failing designs of a finite space, and of designs in spec, at which the emulator's errors are
 * drawn.
 */
const MAX_ERROR_DESIGNS = 2_048;
const MAX_REGION_POINTS = 1_200;
const REPRESENTATIVE_COUNT = 150;
const BISECTION_COUNT = 14;

/**
 * Measures a failing region from some of its points: it grows a box around them until the box no longer grows, then
 * estimates the volume by quasi-Monte Carlo sampling of the box.
 * @param seeds failing points of the region, fractions in [0, 1]
 * @param otherPoints points of the other regions
 * @returns the region; yields the number of points rated in each batch
 */
export function* measureRegion(
  levelSet: LevelSet,
  seeds: readonly ScoredPoint[],
  otherPoints: readonly Float64Array[],
  random: Random,
): Generator<number, Region> {
  const { axes } = levelSet;
  const worst = yield* findLowestNear(levelSet, seeds.toSorted(byScore)[0]);
  const points = [worst, ...seeds];
  const belongsToRegion = createMembershipTest(levelSet, points, otherPoints);
  let box = boxAround(
    axes,
    points.map(({ point }) => point),
  );
  for (let round = 0; round < MAX_GROWTH_ROUNDS; round++) {
    const widerBox = widen(axes, box, RELATIVE_WIDENING, MIN_WIDENING);
    const sampled = yield* sampleFailing(levelSet, widerBox, GROWTH_SAMPLE_COUNT, random.fork(round));
    points.push(...sampled.failing.filter(({ point }) => belongsToRegion(point)));
    points.push(
      ...(yield* findOutermost(levelSet, points, widerBox)).filter(({ point }) => belongsToRegion(point)),
    );
    const grownBox = boxAround(
      axes,
      points.map(({ point }) => point),
    );
    const isWhole = computeVolume(axes, grownBox) <= MIN_VOLUME_GROWTH * computeVolume(axes, box);
    box = grownBox;
    if (isWhole) break;
  }
  const measured = yield* sampleFailing(levelSet, box, VOLUME_SAMPLE_COUNT, random.fork(MAX_GROWTH_ROUNDS));
  const regionPoints = measured.failing.filter(({ point }) => belongsToRegion(point));
  points.push(...regionPoints);
  const share = wilsonShare(regionPoints.length, measured.points.length);
  const domainPoints = measured.points.filter(({ point }) => isInDomain(levelSet, point));
  const errorDraws = yield* drawErrorsAround(
    levelSet,
    box,
    belongsToRegion,
    random.fork(MAX_GROWTH_ROUNDS + 1),
  );
  const volume = withErrors(scaledShare(share, inDomains(levelSet, computeVolume(axes, box))), errorDraws);
  const meanWeight =
    regionPoints.reduce((sum, { point }) => sum + levelSet.weight(point), 0) /
    Math.max(1, regionPoints.length);
  const sorted = removeDuplicates(points).toSorted(byScore);
  return {
    box,
    volume,
    probability: scaledShare(volume, regionPoints.length === 0 ? levelSet.weight(worst.point) : meanWeight),
    density: regionPoints.length / Math.max(1, domainPoints.length),
    core: findCore(
      axes,
      box,
      domainPoints.map(({ point, score }) => ({ point, fails: isFailing(score) && belongsToRegion(point) })),
    ),
    worst: sorted[0],
    points: thinOut(sorted, MAX_REGION_POINTS),
  };
}

/** Estimates the failing volume of a wider box under the mean prediction and under draws of the emulator's errors. */
function* drawErrorsAround(
  levelSet: LevelSet,
  box: Box,
  belongsToRegion: (point: Float64Array) => boolean,
  random: Random,
): Generator<number, ReturnType<typeof failingWithErrors>> {
  const { axes } = levelSet;
  const widerBox = widen(axes, box, (ERROR_BOX_VOLUME_FACTOR ** (1 / axes.length) - 1) / 2, 0);
  const points = sampleBox(levelSet, widerBox, ERROR_SAMPLE_COUNT, random).filter(
    (point) => isInDomain(levelSet, point) && belongsToRegion(point),
  );
  const bands = allBands(levelSet, points);
  yield ERROR_SAMPLE_COUNT;
  const weight = inDomains(levelSet, computeVolume(axes, widerBox)) / ERROR_SAMPLE_COUNT;
  const weights = new Float64Array(points.length).fill(weight);
  return failingWithErrors(levelSet, points, bands, weights);
}

/**
 * Creates the test whether a failing point belongs to this region: its nearest known point must be one of this
 * region.
 */
function createMembershipTest(
  { axes }: LevelSet,
  regionPoints: readonly ScoredPoint[],
  otherPoints: readonly Float64Array[],
): (point: Float64Array) => boolean {
  if (otherPoints.length === 0) return () => true;
  const knownPoints = [
    ...thinOut(regionPoints, REPRESENTATIVE_COUNT).map(({ point }) => point),
    ...otherPoints,
  ];
  const count = knownPoints.length - otherPoints.length;
  return (point) => (findNearest(axes, point, knownPoints, 1)[0]?.at ?? 0) < count;
}

function* sampleFailing(
  levelSet: LevelSet,
  box: Box,
  count: number,
  random: Random,
): Generator<number, { failing: ScoredPoint[]; points: ScoredPoint[] }> {
  const points = sampleBox(levelSet, box, count, random);
  const scores = levelSet.scores(points);
  yield count;
  const rated = points.map((point, i) => ({ point, score: scores[i] }));
  return { failing: rated.filter(({ score }) => isFailing(score)), points: rated };
}

/** Computes points of a scrambled Sobol sequence in a box. */
function sampleBox({ axes }: LevelSet, box: Box, count: number, random: Random): Float64Array[] {
  const width = axes.length;
  const fractions = createSobol(width, random).points(0, count);
  return Array.from({ length: count }, (_, i) =>
    pointIn(axes, box, fractions.subarray(i * width, (i + 1) * width)),
  );
}

/**
 * Searches for the region's outermost points by bisection along each axis, from its outermost known point towards the
 * end of the wider box.
 */
function* findOutermost(
  levelSet: LevelSet,
  points: readonly ScoredPoint[],
  enclosingBox: Box,
): Generator<number, ScoredPoint[]> {
  const { axes } = levelSet;
  const lines = axes.flatMap((axis, a) => {
    if (hasCells(axis)) return [];
    return ([-1, 1] as const).map((side) => {
      const start = points.reduce((outermostPoint, candidate) =>
        side * candidate.point[a] > side * outermostPoint.point[a] ? candidate : outermostPoint,
      );
      const end = side < 0 ? enclosingBox[a].lower : enclosingBox[a].upper;
      return { a, start, inside: start.point[a], outside: end };
    });
  });
  const failing: ScoredPoint[] = [];
  for (let i = 0; i < BISECTION_COUNT && lines.length > 0; i++) {
    // The end is tried first, because often the whole line fails.
    const places = lines.map(({ a, start, inside, outside }) =>
      snap(axes, start.point.with(a, i === 0 ? outside : (inside + outside) / 2)),
    );
    const scores = levelSet.scores(places);
    yield places.length;
    lines.forEach((line, w) => {
      const coordinate = places[w][line.a];
      if (!isFailing(scores[w])) line.outside = i === 0 ? line.outside : coordinate;
      else {
        line.inside = coordinate;
        failing.push({ point: places[w], score: scores[w] });
      }
    });
  }
  return failing;
}

/** Removes duplicate points; the last of equal points stays. */
export function removeDuplicates(points: readonly ScoredPoint[]): ScoredPoint[] {
  return [...new Map(points.map((scoredPoint) => [scoredPoint.point.join(" "), scoredPoint])).values()];
}

/** Selects `count` items at even distances in their order, the first among them. */
export function thinOut<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]);
}

type KnownSpace = {
  /** The number of points of the domain. */
  readonly capacity: number;
  /** All points that are in spec. */
  readonly inSpec: readonly ScoredPoint[];
  /** The points of other regions. */
  readonly otherPoints: readonly Float64Array[];
};

/**
 * Measures a region of a finite space all of whose points are known: its volume and probability are exact but for the
 * emulator's errors.
 */
export function measureKnownRegion(
  levelSet: LevelSet,
  points: readonly ScoredPoint[],
  knownSpace: KnownSpace,
): Region {
  const { axes } = levelSet;
  const { capacity, inSpec, otherPoints } = knownSpace;
  const sorted = points.toSorted(byScore);
  const box = boxAround(
    axes,
    sorted.map(({ point }) => point),
  );
  const computeCellVolume = (point: Float64Array): number => computeVolume(axes, boxAround(axes, [point]));
  const volume = sorted.reduce((sum, { point }) => sum + computeCellVolume(point), 0);
  const belongsToRegion = createMembershipTest(levelSet, sorted, otherPoints);
  const weightedDesigns = [sorted, inSpec].flatMap((designGroup) => {
    const selectedDesigns = thinOut(designGroup, MAX_ERROR_DESIGNS);
    const weight = designGroup.length / selectedDesigns.length / capacity;
    return selectedDesigns.flatMap(({ point }) =>
      designGroup === sorted || belongsToRegion(point) ? [{ point, weight }] : [],
    );
  });
  const designs = weightedDesigns.map(({ point }) => point);
  const weights = Float64Array.from(weightedDesigns, ({ weight }) => weight);
  const errors = failingWithErrors(levelSet, designs, allBands(levelSet, designs), weights);
  return {
    box,
    volume: withErrors(exactShare(Math.min(1, inDomains(levelSet, volume))), errors),
    probability: withErrors(exactShare(Math.min(1, sorted.length / capacity)), errors),
    density: volume / computeVolume(axes, box),
    core: null,
    worst: sorted[0],
    points: thinOut(sorted, MAX_REGION_POINTS),
  };
}
