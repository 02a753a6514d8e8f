/**
 * The connected components of the failing points: two points belong together when a path of failing designs connects
 * them. Each point is joined with its nearest ones where the straight line between them fails everywhere, the nearest
 * pairs first (as J. B. Kruskal, 1956, grows a spanning tree). Components that remain separate are joined where a
 * detour past the middle of their nearest points fails.
 */
import type { Random } from "../../math/random.ts";
import { type SearchSpace, snap } from "../search-space.ts";
import { findNearest, squaredDistance } from "./distance.ts";
import { AT_ONCE, isFailing, type LevelSet } from "./level-set.ts";

const NEIGHBOUR_COUNT = 6;
/** The largest distance between two probed points of a line. */
const MAX_PROBE_DISTANCE = 0.04;
const MAX_PROBE_STEPS = 16;
/** The number of pairs of components between which a detour is searched, and the points drawn and tried for each. */
const MAX_DETOURS = 60;
const DETOUR_POINT_COUNT = 24;
const MAX_TRIED_DETOUR_POINTS = 6;
const DETOUR_SPREAD = 0.35;

type Pair = { first: number; second: number; distance: number };

/**
 * Finds the connected components.
 * @param centres indices of points that the others of their component are likely to reach, as the worst ones
 * @returns the component of each point, counted from 0; yields the number of evaluations of each batch
 */
export function* findComponents(
  levelSet: LevelSet,
  points: readonly Float64Array[],
  centres: readonly number[],
  random: Random,
): Generator<number, Int32Array> {
  const groups = createGroups(points.length);
  const pairs = findNearPairs(levelSet.axes, points, centres);
  for (let from = 0; from < pairs.length; ) {
    const openPairs: Pair[] = [];
    const lines: Float64Array[][] = [];
    let size = 0;
    for (; from < pairs.length && size < AT_ONCE; from++) {
      const pair = pairs[from];
      if (groups.findRoot(pair.first) === groups.findRoot(pair.second)) continue;
      const line = probeLine(levelSet.axes, points[pair.first], points[pair.second]);
      openPairs.push(pair);
      lines.push(line);
      size += line.length;
    }
    const isConnected = allFail(levelSet, lines);
    openPairs.forEach(({ first: firstMember, second: secondMember }, i) => {
      if (isConnected[i]) groups.join(firstMember, secondMember);
    });
    yield size;
  }
  yield* joinByDetours(levelSet, points, groups, random);
  return groups.labels();
}

function findNearPairs(
  space: SearchSpace,
  points: readonly Float64Array[],
  centres: readonly number[],
): Pair[] {
  const knownKeys = new Set<number>();
  const pairs: Pair[] = [];
  const add = (i: number, j: number, distance: number): void => {
    const [first, second] = i < j ? [i, j] : [j, i];
    const key = first * points.length + second;
    if (first === second || knownKeys.has(key)) return;
    knownKeys.add(key);
    pairs.push({ first, second, distance });
  };
  const centrePoints = centres.map((centre) => points[centre]);
  points.forEach((point, i) => {
    for (const { at, distance } of findNearest(space, point, points, NEIGHBOUR_COUNT)) add(i, at, distance);
    for (const { at, distance } of findNearest(space, point, centrePoints, 2)) add(i, centres[at], distance);
  });
  return pairs.toSorted((a, b) => a.distance - b.distance || a.first - b.first || a.second - b.second);
}

/** Computes the probed points of the line between two points; options change half-way. */
function probeLine(space: SearchSpace, start: Float64Array, end: Float64Array): Float64Array[] {
  const numericDistance = Math.sqrt(
    space.reduce((sum, { isChoice }, a) => sum + (isChoice ? 0 : (start[a] - end[a]) ** 2), 0),
  );
  const steps = Math.min(MAX_PROBE_STEPS, Math.max(2, Math.ceil(numericDistance / MAX_PROBE_DISTANCE)));
  const interpolate = (share: number, options: Float64Array): Float64Array =>
    snap(
      space,
      start.map((value, a) => (space[a].isChoice ? options[a] : value + share * (end[a] - value))),
    );
  const hasOtherOption = space.some(({ isChoice }, a) => isChoice && start[a] !== end[a]);
  const line = Array.from({ length: steps - 1 }, (_, i) => {
    const share = (i + 1) / steps;
    return interpolate(share, share <= 0.5 ? start : end);
  });
  return hasOtherOption ? [...line, interpolate(0.5, start), interpolate(0.5, end)] : line;
}

/** Tests of each line whether all its points fail. */
function allFail(levelSet: LevelSet, lines: readonly (readonly Float64Array[])[]): boolean[] {
  const scores = levelSet.scores(lines.flat());
  let lineStart = 0;
  return lines.map((line) => {
    const fails = line.every((_, i) => isFailing(scores[lineStart + i]));
    lineStart += line.length;
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
  const separatePairs = findSeparatePairs(axes, points, groups.labels()).slice(0, MAX_DETOURS);
  for (const [i, { first: firstMember, second: secondMember, distance }] of separatePairs.entries()) {
    if (groups.findRoot(firstMember) === groups.findRoot(secondMember)) continue;
    const [from, to, detourRandom] = [points[firstMember], points[secondMember], random.fork(i)];
    const spread = DETOUR_SPREAD * Math.sqrt(distance);
    const detourPoints = Array.from({ length: DETOUR_POINT_COUNT }, () =>
      snap(
        axes,
        from.map((value, a) =>
          axes[a].isChoice
            ? detourRandom.uniform() < 0.5
              ? value
              : to[a]
            : (value + to[a]) / 2 + spread * detourRandom.normal(),
        ),
      ),
    );
    const scores = levelSet.scores(detourPoints);
    const failing = detourPoints
      .map((point, index) => ({ point, score: scores[index] }))
      .filter(({ score }) => isFailing(score))
      .toSorted((a, b) => a.score - b.score)
      .slice(0, MAX_TRIED_DETOUR_POINTS);
    const detours = failing.map(({ point }) => [
      ...probeLine(axes, from, point),
      ...probeLine(axes, point, to),
    ]);
    if (allFail(levelSet, detours).includes(true)) groups.join(firstMember, secondMember);
    yield detourPoints.length + detours.reduce((sum, { length }) => sum + length, 0);
  }
}

/** Finds the nearest pair of points of every two components, the nearest pairs first. */
function findSeparatePairs(space: SearchSpace, points: readonly Float64Array[], labels: Int32Array): Pair[] {
  const nearest = new Map<string, Pair>();
  const count = Math.max(-1, ...labels) + 1;
  if (count < 2) return [];
  for (let first = 0; first < points.length; first++) {
    for (let second = first + 1; second < points.length; second++) {
      if (labels[first] === labels[second]) continue;
      const [lowLabel, highLabel] = [
        Math.min(labels[first], labels[second]),
        Math.max(labels[first], labels[second]),
      ];
      const key = `${lowLabel} ${highLabel}`;
      const distance = squaredDistance(space, points[first], points[second]);
      if (distance < (nearest.get(key)?.distance ?? Number.POSITIVE_INFINITY))
        nearest.set(key, { first, second, distance });
    }
  }
  return [...nearest.values()].toSorted((a, b) => a.distance - b.distance || a.first - b.first);
}

interface Groups {
  findRoot(member: number): number;
  join(first: number, second: number): void;
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
    findRoot: of,
    join: (first, second) => {
      parents[Math.max(of(first), of(second))] = Math.min(of(first), of(second));
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
