/**
 * Which failing points belong together: those that a path of failing designs connects. Each point is joined with its nearest ones
 * where the straight way between them fails all along, the nearest pairs first (as J. B. Kruskal, 1956, grows a spanning tree); parts
 * that are left apart are joined where a detour past the middle of their nearest points fails.
 */
import type { Random } from "../../math/random.ts";
import { type SearchSpace, snap } from "../search-space.ts";
import { nearestOf, squaredDistance } from "./distance.ts";
import { AT_ONCE, isFailing, type LevelSet } from "./level-set.ts";

const NEIGHBOURS = 6;
/** Points on a way are no further apart. */
const STEP = 0.04;
const MAX_STEPS = 16;
/** Pairs of parts between which a detour is looked for, and the places tried for each. */
const DETOURS = 60;
const PLACES = 24;
const TRIED = 6;
const DETOUR_SPREAD = 0.35;

type Pair = { one: number; other: number; distance: number };

/**
 * @param centres numbers of points that others of their part are likely to see, as the worst ones
 * @returns of each point the number of its part, from 0; yields between two batches of evaluations
 */
export function* componentsOf(
  levelSet: LevelSet,
  points: readonly Float64Array[],
  centres: readonly number[],
  random: Random,
): Generator<number, Int32Array> {
  const groups = createGroups(points.length);
  const pairs = nearPairs(levelSet.axes, points, centres);
  for (let from = 0; from < pairs.length; ) {
    const open: Pair[] = [];
    const ways: Float64Array[][] = [];
    let size = 0;
    for (; from < pairs.length && size < AT_ONCE; from++) {
      const pair = pairs[from];
      if (groups.of(pair.one) === groups.of(pair.other)) continue;
      const way = wayBetween(levelSet.axes, points[pair.one], points[pair.other]);
      open.push(pair);
      ways.push(way);
      size += way.length;
    }
    const fails = allFail(levelSet, ways);
    open.forEach(({ one, other }, i) => {
      if (fails[i]) groups.join(one, other);
    });
    yield size;
  }
  yield* joinByDetours(levelSet, points, groups, random);
  return groups.labels();
}

function nearPairs(space: SearchSpace, points: readonly Float64Array[], centres: readonly number[]): Pair[] {
  const seen = new Set<number>();
  const pairs: Pair[] = [];
  const add = (i: number, j: number, distance: number): void => {
    const [one, other] = i < j ? [i, j] : [j, i];
    const key = one * points.length + other;
    if (one === other || seen.has(key)) return;
    seen.add(key);
    pairs.push({ one, other, distance });
  };
  const middles = centres.map((at) => points[at]);
  points.forEach((point, i) => {
    for (const { at, distance } of nearestOf(space, point, points, NEIGHBOURS)) add(i, at, distance);
    for (const { at, distance } of nearestOf(space, point, middles, 2)) add(i, centres[at], distance);
  });
  return pairs.toSorted((a, b) => a.distance - b.distance || a.one - b.one || a.other - b.other);
}

/** Points between two, which change their options half way. */
function wayBetween(space: SearchSpace, one: Float64Array, other: Float64Array): Float64Array[] {
  const numeric = Math.sqrt(
    space.reduce((sum, { isChoice }, a) => sum + (isChoice ? 0 : (one[a] - other[a]) ** 2), 0),
  );
  const steps = Math.min(MAX_STEPS, Math.max(2, Math.ceil(numeric / STEP)));
  const between = (share: number, options: Float64Array): Float64Array =>
    snap(
      space,
      one.map((value, a) => (space[a].isChoice ? options[a] : value + share * (other[a] - value))),
    );
  const differs = space.some(({ isChoice }, a) => isChoice && one[a] !== other[a]);
  const way = Array.from({ length: steps - 1 }, (_, i) => {
    const share = (i + 1) / steps;
    return between(share, share <= 0.5 ? one : other);
  });
  return differs ? [...way, between(0.5, one), between(0.5, other)] : way;
}

/** Of each way, whether all of its points fail. */
function allFail(levelSet: LevelSet, ways: readonly (readonly Float64Array[])[]): boolean[] {
  const scores = levelSet.scores(ways.flat());
  let at = 0;
  return ways.map((way) => {
    const fails = way.every((_, i) => isFailing(scores[at + i]));
    at += way.length;
    return fails;
  });
}

function* joinByDetours(
  levelSet: LevelSet,
  points: readonly Float64Array[],
  groups: Groups,
  random: Random,
): Generator<number> {
  const { axes } = levelSet;
  const apart = nearestApart(axes, points, groups.labels()).slice(0, DETOURS);
  for (const [i, { one, other, distance }] of apart.entries()) {
    if (groups.of(one) === groups.of(other)) continue;
    const [from, to, own] = [points[one], points[other], random.fork(i)];
    const spread = DETOUR_SPREAD * Math.sqrt(distance);
    const places = Array.from({ length: PLACES }, () =>
      snap(
        axes,
        from.map((value, a) =>
          axes[a].isChoice
            ? own.uniform() < 0.5
              ? value
              : to[a]
            : (value + to[a]) / 2 + spread * own.normal(),
        ),
      ),
    );
    const scores = levelSet.scores(places);
    const failing = places
      .map((point, at) => ({ point, score: scores[at] }))
      .filter(({ score }) => isFailing(score))
      .toSorted((a, b) => a.score - b.score)
      .slice(0, TRIED);
    const ways = failing.map(({ point }) => [
      ...wayBetween(axes, from, point),
      ...wayBetween(axes, point, to),
    ]);
    if (allFail(levelSet, ways).includes(true)) groups.join(one, other);
    yield places.length + ways.reduce((sum, { length }) => sum + length, 0);
  }
}

/** The nearest points of every two parts, the nearest pairs first. */
function nearestApart(space: SearchSpace, points: readonly Float64Array[], labels: Int32Array): Pair[] {
  const nearest = new Map<string, Pair>();
  const count = Math.max(-1, ...labels) + 1;
  if (count < 2) return [];
  for (let one = 0; one < points.length; one++) {
    for (let other = one + 1; other < points.length; other++) {
      if (labels[one] === labels[other]) continue;
      const [low, high] = [Math.min(labels[one], labels[other]), Math.max(labels[one], labels[other])];
      const key = `${low} ${high}`;
      const distance = squaredDistance(space, points[one], points[other]);
      if (distance < (nearest.get(key)?.distance ?? Number.POSITIVE_INFINITY))
        nearest.set(key, { one, other, distance });
    }
  }
  return [...nearest.values()].toSorted((a, b) => a.distance - b.distance || a.one - b.one);
}

interface Groups {
  of(member: number): number;
  join(one: number, other: number): void;
  labels(): Int32Array;
}

function createGroups(size: number): Groups {
  const parents = Int32Array.from({ length: size }, (_, i) => i);
  const of = (member: number): number => {
    let root = member;
    while (parents[root] !== root) root = parents[root] = parents[parents[root]];
    return root;
  };
  return {
    of,
    join: (one, other) => {
      parents[Math.max(of(one), of(other))] = Math.min(of(one), of(other));
    },
    labels: () => {
      const numbers = new Map<number, number>();
      return parents.map((_, member) => {
        const root = of(member);
        if (!numbers.has(root)) numbers.set(root, numbers.size);
        return numbers.get(root) ?? 0;
      });
    },
  };
}
