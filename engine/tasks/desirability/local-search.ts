/**
 * A local search for the point of the largest merit, for a person who waits: few calls, each for many points at once, because a call
 * costs about as much as a hundred points.
 *
 * Mesh adaptive direct search (C. Audet and J. E. Dennis, 2006, "Mesh adaptive direct search algorithms for constrained optimization",
 * SIAM Journal on Optimization 17): every poll looks at the points a step away along an orthogonal basis and its opposite. The basis
 * is the Householder reflection of a random direction, as in OrthoMADS (Abramson, Audet, Dennis and Le Digabel, 2009), so that the
 * directions of all polls together are dense and the search does not end on the edges of a merit with kinks. Differences of
 * the poll give a gradient, along which several lengths are tried in the next call.
 */
import { createSobol } from "../../designs/sobol.ts";
import type { Random } from "../../math/random.ts";
import { findNeighbours } from "../optimization/emulator/neighbours.ts";
import { createKey, hasCells, type SearchSpace, snap } from "../search-space.ts";

export interface LocalSearchOptions {
  random: Random;
  /** True ends the search after the call that is under way. */
  stopRequested: () => boolean;
  /** A merit that no point exceeds: the search ends where it is reached. */
  bestPossible: number;
}

export interface LocalSearchResult {
  /** The best point, snapped to the space. */
  point: Float64Array;
  merit: number;
  startMerit: number;
  evaluations: number;
  stopReason: "converged" | "best possible" | "time";
}

/** Points of the first call that are spread over the space; the best of them is a second start. */
const SPREAD_POINT_COUNT = 64;
/** The length of the first step, as a share of the range of each axis. */
const FIRST_STEP = 0.1;
/** The search has converged when the step of each descent is shorter: far less than a pixel of a slider. */
const MIN_STEP = 1e-4;
/** An improved step may grow to this length. */
const MAX_STEP = 0.3;
/** A poll without improvement divides the step by this factor, and one with improvement multiplies it. */
const SHRINK_FACTOR = 4;
const GROWTH_FACTOR = 2;
/** Lengths along the gradient that are tried after a poll, in steps. */
const LINE_LENGTHS = [0.25, 0.5, 1, 2, 4, 8];
/** A poll of a large space looks along this many of its axes, so that a call stays short. */
const MAX_POLLED_AXES = 40;
/** A poll of a space with many options looks at this many of the neighbouring cells, drawn anew each time, so that a call stays short. */
const MAX_POLLED_NEIGHBOURS = 512;

/** The state of a descent from one start: its best point, the merit there, and the present length of a step. */
interface Descent {
  point: Float64Array;
  merit: number;
  step: number;
}

/**
 * Searches the space from a start, and from the best of a few spread points.
 *
 * The result is never worse than the start. Two runs with equal random sources and merits give equal results.
 *
 * @param space the axes that are searched; axes of whole numbers and options move from cell to cell
 * @param start one fraction an axis, in [0, 1]; it is not changed
 * @yields points, each one fraction an axis and snapped to the space, whose merits are to be sent back in their order: the larger the
 *   better, minus infinity for a point that cannot be judged
 * @returns the best point, its merit, and why the search ended
 */
export function* searchLocally(
  space: SearchSpace,
  start: Float64Array,
  { random, stopRequested, bestPossible }: LocalSearchOptions,
): Generator<readonly Float64Array[], LocalSearchResult, readonly number[]> {
  let evaluations = 0;
  function* judge(
    points: readonly Float64Array[],
  ): Generator<readonly Float64Array[], number[], readonly number[]> {
    if (points.length === 0) return [];
    evaluations += points.length;
    return [...(yield points)];
  }
  const first = snap(space, start.slice());
  const spread = spreadPoints(space, first);
  const [startMerit, ...spreadMerits] = yield* judge([first, ...spread]);
  const descents: Descent[] = [{ point: first, merit: startMerit, step: FIRST_STEP }];
  const best = indexOfLargest(spreadMerits);
  if (best !== -1) descents.push({ point: spread[best], merit: spreadMerits[best], step: FIRST_STEP });
  // The first descent wins where both are equal: its point is nearer to the start.
  const winner = (): Descent =>
    descents.reduce((lead, descent) => (descent.merit > lead.merit ? descent : lead));
  const end = (stopReason: LocalSearchResult["stopReason"]): LocalSearchResult => {
    const { point, merit } = winner();
    return { point, merit, startMerit, evaluations, stopReason };
  };
  for (;;) {
    if (winner().merit >= bestPossible) return end("best possible");
    const active = descents.filter(({ step }) => step >= MIN_STEP);
    if (active.length === 0 || space.length === 0) return end("converged");
    if (stopRequested()) return end("time");
    const polls = active.map((descent) => createPoll(space, descent, random));
    const pollMerits = yield* judge(polls.flatMap(({ points }) => points));
    if (stopRequested()) {
      takeBest(active, polls, pollMerits);
      return end("time");
    }
    const meritsByPoll = splitByPoll(polls, pollMerits);
    const lines = polls.map((poll, at) => createLine(space, active[at], poll, meritsByPoll[at]));
    const lineMerits = yield* judge(lines.flat());
    const before = active.map(({ merit }) => merit);
    takeBest(active, polls, pollMerits);
    takeBest(
      active,
      lines.map((points) => ({ points })),
      lineMerits,
    );
    active.forEach((descent, at) => {
      descent.step =
        descent.merit > before[at]
          ? Math.min(MAX_STEP, descent.step * GROWTH_FACTOR)
          : descent.step / SHRINK_FACTOR;
    });
  }
}

/** Draws points that fill the space evenly, without the start. */
function spreadPoints(space: SearchSpace, start: Float64Array): Float64Array[] {
  if (space.length === 0) return [];
  const values = createSobol(space.length).points(1, SPREAD_POINT_COUNT);
  const keys = new Set([createKey(space, start)]);
  const points: Float64Array[] = [];
  for (let i = 0; i < SPREAD_POINT_COUNT; i++) {
    const point = snap(space, values.slice(i * space.length, (i + 1) * space.length));
    const key = createKey(space, point);
    if (keys.has(key)) continue;
    keys.add(key);
    points.push(point);
  }
  return points;
}

function indexOfLargest(values: readonly number[]): number {
  let best = -1;
  values.forEach((value, i) => {
    if (best === -1 || value > values[best]) best = i;
  });
  return best;
}

interface Poll {
  /** The points of the poll: first those of the basis in pairs (forward, backward), then the neighbouring cells. */
  points: Float64Array[];
  /** The directions of the pairs, one component an axis. */
  basis: Float64Array[];
}

/** The points around a descent: along a random orthogonal basis of its continuous axes, and in the cells next to its own. */
function createPoll(space: SearchSpace, { point, step }: Descent, random: Random): Poll {
  const continuous = space.flatMap((axis, a) => (hasCells(axis) ? [] : [a]));
  const axes =
    continuous.length <= MAX_POLLED_AXES
      ? continuous
      : Array.from(random.permutation(continuous.length).slice(0, MAX_POLLED_AXES), (i) => continuous[i]);
  const basis = createBasis(space.length, axes, random);
  const pairs = basis.flatMap((direction) => [
    moveAlong(space, point, direction, step),
    moveAlong(space, point, direction, -step),
  ]);
  const neighbours = findNeighbours(space, point);
  const polled =
    neighbours.length <= MAX_POLLED_NEIGHBOURS
      ? neighbours
      : Array.from(
          random.permutation(neighbours.length).slice(0, MAX_POLLED_NEIGHBOURS),
          (i) => neighbours[i],
        );
  return { points: [...pairs, ...polled], basis };
}

/**
 * The columns of the Householder matrix I - 2vv' of a random unit vector v on some axes, each stretched so that its largest component
 * is 1: a step then has the same length along every direction, measured along its largest axis.
 */
function createBasis(dimensions: number, axes: readonly number[], random: Random): Float64Array[] {
  const vector = axes.map(() => random.normal());
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0)) || 1;
  return axes.map((_, column) => {
    const direction = new Float64Array(dimensions);
    let largest = 0;
    axes.forEach((axis, row) => {
      const value = (row === column ? 1 : 0) - (2 * vector[row] * vector[column]) / (length * length);
      direction[axis] = value;
      largest = Math.max(largest, Math.abs(value));
    });
    for (const axis of axes) direction[axis] /= largest;
    return direction;
  });
}

/** The point a step away along a direction, brought into the cube. */
function moveAlong(
  space: SearchSpace,
  point: Float64Array,
  direction: Float64Array,
  step: number,
): Float64Array {
  return snap(
    space,
    point.map((value, a) => value + step * direction[a]),
  );
}

/** Points along the gradient that the differences of a poll give, and along the move from the descent to the best of the poll. */
function createLine(
  space: SearchSpace,
  descent: Descent,
  { points, basis }: Poll,
  merits: readonly number[],
): Float64Array[] {
  const gradient = new Float64Array(space.length);
  basis.forEach((direction, i) => {
    const difference = merits[2 * i] - merits[2 * i + 1];
    if (!Number.isFinite(difference)) return;
    const squaredLength = direction.reduce((sum, value) => sum + value * value, 0);
    for (let a = 0; a < gradient.length; a++) gradient[a] += (difference / squaredLength) * direction[a];
  });
  const largest = gradient.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const lines: Float64Array[] = [];
  if (largest > 0) {
    const direction = gradient.map((value) => value / largest);
    lines.push(
      ...LINE_LENGTHS.map((length) => moveAlong(space, descent.point, direction, length * descent.step)),
    );
  }
  const best = indexOfLargest(merits);
  if (best !== -1 && merits[best] > descent.merit) {
    const move = points[best].map((value, a) => (hasCells(space[a]) ? 0 : value - descent.point[a]));
    lines.push(moveAlong(space, points[best], move, 1));
  }
  return lines;
}

/** The merits of the points of all polls together, as one list a poll. */
function splitByPoll(polls: readonly Pick<Poll, "points">[], merits: readonly number[]): number[][] {
  let from = 0;
  return polls.map(({ points }) => {
    from += points.length;
    return merits.slice(from - points.length, from);
  });
}

/** Moves each descent to the best of its points, if that is better. */
function takeBest(
  descents: readonly Descent[],
  polls: readonly Pick<Poll, "points">[],
  merits: readonly number[],
): void {
  splitByPoll(polls, merits).forEach((meritsOfPoll, at) => {
    const best = indexOfLargest(meritsOfPoll);
    if (best === -1 || meritsOfPoll[best] <= descents[at].merit) return;
    Object.assign(descents[at], { point: polls[at].points[best], merit: meritsOfPoll[best] });
  });
}
