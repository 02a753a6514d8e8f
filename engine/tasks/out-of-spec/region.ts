/** One failing region: how far it reaches, how large it is, and its worst point. */
import { createSobol } from "../../designs/sobol.ts";
import type { Random } from "../../math/random.ts";
import { hasCells, snap } from "../search-space.ts";
import { type Box, boxAround, pointIn, volumeOf, widened } from "./box.ts";
import { type Core, coreOf } from "./core.ts";
import { lowestNear } from "./descent.ts";
import { nearestOf } from "./distance.ts";
import { byScore, inDomains, isFailing, isInDomain, type LevelSet, type ScoredPoint } from "./level-set.ts";
import { allBands, failingWithErrors, withErrors } from "./model-error.ts";
import { exactShare, type Share, scaledShare, wilsonShare } from "./share.ts";

/** Plain data. */
export interface Region {
  box: Box;
  /** Share of the domain that fails in this region; its probability where designs are uniform over the ranges. */
  volume: Share;
  probability: Share;
  /** The share of its box that fails. */
  density: number;
  /** Where most of it lies; null where the box says as much. */
  core: Core | null;
  worst: ScoredPoint;
  /** Failing points of it, the worst first. */
  points: ScoredPoint[];
}

const GROWTHS = 8;
const GROWN_WITH = 512;
const MEASURED_WITH = 4_096;
const WIDER = 0.2;
const LITTLE = 0.005;
/** Of the box's volume: one that has grown by less is whole. */
const GROWN = 1.02;
/** The model's errors may make a region larger: they are looked at in a box of so many times the volume, at so many points. */
const ERRORS_IN = 3;
const ERRORS_WITH = 512;
/** Of a finite space: designs that fail, and as many in spec. */
const KNOWN_WITH = 2_048;
const MAX_POINTS = 1_200;
const REPRESENTATIVES = 150;
const BISECTIONS = 14;

/** @param others points of other regions @returns yields the number of points rated */
export function* measureRegion(
  levelSet: LevelSet,
  seeds: readonly ScoredPoint[],
  others: readonly Float64Array[],
  random: Random,
): Generator<number, Region> {
  const { axes } = levelSet;
  const worst = yield* lowestNear(levelSet, seeds.toSorted(byScore)[0]);
  const points = [worst, ...seeds];
  const isOwn = ownership(levelSet, points, others);
  let box = boxAround(
    axes,
    points.map(({ point }) => point),
  );
  for (let round = 0; round < GROWTHS; round++) {
    const wider = widened(axes, box, WIDER, LITTLE);
    const found = yield* failingIn(levelSet, wider, GROWN_WITH, random.fork(round));
    points.push(...found.failing.filter(({ point }) => isOwn(point)));
    points.push(...(yield* outermost(levelSet, points, wider)).filter(({ point }) => isOwn(point)));
    const grown = boxAround(
      axes,
      points.map(({ point }) => point),
    );
    const isWhole = volumeOf(axes, grown) <= GROWN * volumeOf(axes, box);
    box = grown;
    if (isWhole) break;
  }
  const measured = yield* failingIn(levelSet, box, MEASURED_WITH, random.fork(GROWTHS));
  const own = measured.failing.filter(({ point }) => isOwn(point));
  points.push(...own);
  const share = wilsonShare(own.length, measured.points.length);
  const existing = measured.points.filter(({ point }) => isInDomain(levelSet, point));
  const errors = yield* errorsAround(levelSet, box, isOwn, random.fork(GROWTHS + 1));
  const volume = withErrors(scaledShare(share, inDomains(levelSet, volumeOf(axes, box))), errors);
  const meanWeight =
    own.reduce((sum, { point }) => sum + levelSet.weight(point), 0) / Math.max(1, own.length);
  const sorted = distinct(points).toSorted(byScore);
  return {
    box,
    volume,
    probability: scaledShare(volume, own.length === 0 ? levelSet.weight(worst.point) : meanWeight),
    density: own.length / Math.max(1, existing.length),
    core: coreOf(
      axes,
      box,
      existing.map(({ point, score }) => ({ point, fails: isFailing(score) && isOwn(point) })),
    ),
    worst: sorted[0],
    points: thinned(sorted, MAX_POINTS),
  };
}

/** The volume that fails in a wider box, and for draws of the model's errors. */
function* errorsAround(
  levelSet: LevelSet,
  box: Box,
  isOwn: (point: Float64Array) => boolean,
  random: Random,
): Generator<number, ReturnType<typeof failingWithErrors>> {
  const { axes } = levelSet;
  const wider = widened(axes, box, (ERRORS_IN ** (1 / axes.length) - 1) / 2, 0);
  const points = pointsIn(levelSet, wider, ERRORS_WITH, random).filter(
    (point) => isInDomain(levelSet, point) && isOwn(point),
  );
  const bands = allBands(levelSet, points);
  yield ERRORS_WITH;
  const weight = inDomains(levelSet, volumeOf(axes, wider)) / ERRORS_WITH;
  const weights = new Float64Array(points.length).fill(weight);
  return failingWithErrors(levelSet, points, bands, weights);
}

/** Whether a failing point is of this region rather than of another: of that whose known points are the nearest. */
function ownership(
  { axes }: LevelSet,
  own: readonly ScoredPoint[],
  others: readonly Float64Array[],
): (point: Float64Array) => boolean {
  if (others.length === 0) return () => true;
  const known = [...thinned(own, REPRESENTATIVES).map(({ point }) => point), ...others];
  const count = known.length - others.length;
  return (point) => (nearestOf(axes, point, known, 1)[0]?.at ?? 0) < count;
}

function* failingIn(
  levelSet: LevelSet,
  box: Box,
  count: number,
  random: Random,
): Generator<number, { failing: ScoredPoint[]; points: ScoredPoint[] }> {
  const points = pointsIn(levelSet, box, count, random);
  const scores = levelSet.scores(points);
  yield count;
  const rated = points.map((point, i) => ({ point, score: scores[i] }));
  return { failing: rated.filter(({ score }) => isFailing(score)), points: rated };
}

/** Spread evenly over a box. */
function pointsIn({ axes }: LevelSet, box: Box, count: number, random: Random): Float64Array[] {
  const width = axes.length;
  const fractions = createSobol(width, random).points(0, count);
  return Array.from({ length: count }, (_, i) =>
    pointIn(axes, box, fractions.subarray(i * width, (i + 1) * width)),
  );
}

/** From the outermost point along each axis, on to where designs no longer fail. */
function* outermost(
  levelSet: LevelSet,
  points: readonly ScoredPoint[],
  wider: Box,
): Generator<number, ScoredPoint[]> {
  const { axes } = levelSet;
  const ways = axes.flatMap((axis, a) => {
    if (hasCells(axis)) return [];
    return ([-1, 1] as const).map((side) => {
      const start = points.reduce((far, one) => (side * one.point[a] > side * far.point[a] ? one : far));
      const end = side < 0 ? wider[a].lower : wider[a].upper;
      return { a, start, inside: start.point[a], outside: end };
    });
  });
  const found: ScoredPoint[] = [];
  for (let i = 0; i < BISECTIONS && ways.length > 0; i++) {
    // The end itself comes first: often all of the way fails.
    const places = ways.map(({ a, start, inside, outside }) =>
      snap(axes, start.point.with(a, i === 0 ? outside : (inside + outside) / 2)),
    );
    const scores = levelSet.scores(places);
    yield places.length;
    ways.forEach((way, w) => {
      const at = places[w][way.a];
      if (!isFailing(scores[w])) way.outside = i === 0 ? way.outside : at;
      else {
        way.inside = at;
        found.push({ point: places[w], score: scores[w] });
      }
    });
  }
  return found;
}

/** Each point once. */
export function distinct(points: readonly ScoredPoint[]): ScoredPoint[] {
  return [...new Map(points.map((one) => [one.point.join(" "), one])).values()];
}

/** Evenly along their order, the first always. */
export function thinned<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, i) => items[Math.floor((i * items.length) / count)]);
}

type Known = {
  /** Points of the domain. */
  readonly capacity: number;
  /** All that are in spec. */
  readonly inSpec: readonly ScoredPoint[];
  /** Points of other regions. */
  readonly others: readonly Float64Array[];
};

/** Of a finite space of which all points are known. */
export function knownRegion(levelSet: LevelSet, points: readonly ScoredPoint[], known: Known): Region {
  const { axes } = levelSet;
  const { capacity, inSpec, others } = known;
  const sorted = points.toSorted(byScore);
  const box = boxAround(
    axes,
    sorted.map(({ point }) => point),
  );
  const cell = (one: Float64Array): number => volumeOf(axes, boxAround(axes, [one]));
  const volume = sorted.reduce((sum, { point }) => sum + cell(point), 0);
  const isOwn = ownership(levelSet, sorted, others);
  const looked = [sorted, inSpec].flatMap((some) => {
    const kept = thinned(some, KNOWN_WITH);
    const weight = some.length / kept.length / capacity;
    return kept.flatMap(({ point }) => (some === sorted || isOwn(point) ? [{ point, weight }] : []));
  });
  const designs = looked.map(({ point }) => point);
  const weights = Float64Array.from(looked, ({ weight }) => weight);
  const errors = failingWithErrors(levelSet, designs, allBands(levelSet, designs), weights);
  return {
    box,
    volume: withErrors(exactShare(Math.min(1, inDomains(levelSet, volume))), errors),
    probability: withErrors(exactShare(Math.min(1, sorted.length / capacity)), errors),
    density: volume / volumeOf(axes, box),
    core: null,
    worst: sorted[0],
    points: thinned(sorted, MAX_POINTS),
  };
}
