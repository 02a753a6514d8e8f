/** Local minima of the score, so that failing regions are found that fall between the screened points. */
import { createRandom } from "../../math/random.ts";
import { neighboursOf } from "../optimization/emulator/neighbours.ts";
import { advanceRuns, type ParallelRuns, startRuns } from "../optimization/emulator/parallel-runs.ts";
import { hasCells, snap } from "../search-space.ts";
import { nearestOf } from "./distance.ts";
import { AT_ONCE, byScore, type LevelSet, type ScoredPoint } from "./level-set.ts";

/** Screened points of which the local minima are starts. */
const LOOKED_AT = 3_000;
const STARTS = 32;
const SIGMA = 0.05;
const MAX_GENERATIONS = 60;
/** Runs from anywhere that take the place of those that have ended. */
const FURTHER_RUNS = 4;

/** Plain data. */
export interface Descents {
  runs: ParallelRuns;
  starts: number;
  generation: number;
  ended: ScoredPoint[];
}

/** Points lower than all their nearest ones, the lowest first. */
export function localMinima({ axes }: LevelSet, screened: readonly ScoredPoint[]): ScoredPoint[] {
  const looked = screened.slice(0, LOOKED_AT).filter(({ score }) => !Number.isNaN(score));
  const points = looked.map(({ point }) => point);
  const neighbours = 2 * axes.length + 2;
  const lowest = looked.toSorted(byScore);
  const minima: ScoredPoint[] = [];
  for (const one of lowest) {
    if (minima.length === STARTS) break;
    const near = nearestOf(axes, one.point, points, neighbours);
    if (near.every(({ at }) => looked[at].score >= one.score)) minima.push(one);
  }
  return minima;
}

export function startDescents(levelSet: LevelSet, minima: readonly ScoredPoint[], seed: number): Descents {
  const starts = minima.map(({ point }) => point);
  const runs = startRuns(levelSet.axes, seed + 1, starts, starts.length, SIGMA);
  return { runs, starts: starts.length, generation: 0, ended: [...minima] };
}

/** One generation of all. @returns how many points were rated, and whether that was the last one */
export function advanceDescents(
  levelSet: LevelSet,
  descents: Descents,
): { evaluations: number; isDone: boolean } {
  const { runs, starts } = descents;
  let evaluations = 0;
  const ended = advanceRuns(levelSet.axes, runs, (points) => {
    evaluations += points.length;
    return Array.from(levelSet.scores(points), (score) => ({
      score: Number.isNaN(score) ? Number.NEGATIVE_INFINITY : -score,
      violation: 0,
      constraints: [],
    }));
  });
  const bests = (isLast: boolean) => [
    ...ended,
    ...(isLast ? runs.slots.flatMap(({ best }) => best ?? []) : []),
  ];
  let further = 0;
  runs.slots = runs.slots.filter(({ number }) => number < starts || ++further <= FURTHER_RUNS);
  const isDone =
    ++descents.generation >= MAX_GENERATIONS || runs.slots.every(({ number }) => number >= starts);
  for (const { point, rating } of bests(isDone))
    if (Number.isFinite(rating.score)) descents.ended.push({ point, score: -rating.score });
  return { evaluations, isDone };
}

const FIRST_STEP = 0.02;
const LAST_STEP = 1e-5;
const MAX_MOVES = 80;

/**
 * The lowest point near another by compass search (R. Hooke and T. A. Jeeves, 1961): along each axis, and to neighbouring whole
 * numbers and options, with steps that are halved where none is lower. Yields the number of points rated.
 */
export function* lowestNear(levelSet: LevelSet, start: ScoredPoint): Generator<number, ScoredPoint> {
  const { axes } = levelSet;
  let best = start;
  for (let [step, move] = [FIRST_STEP, 0]; step >= LAST_STEP && move < MAX_MOVES; move++) {
    const around = axes.flatMap((axis, a) =>
      hasCells(axis)
        ? []
        : [-step, step].map((by) =>
            snap(axes, best.point.with(a, Math.min(1, Math.max(0, best.point[a] + by)))),
          ),
    );
    const places = [...around, ...neighboursOf(axes, best.point)].slice(0, AT_ONCE);
    if (places.length === 0) break;
    const scores = levelSet.scores(places);
    yield places.length;
    const before = best;
    places.forEach((point, at) => {
      if (scores[at] < best.score) best = { point, score: scores[at] };
    });
    if (best === before) step /= 2;
  }
  return best;
}

/** A source of random numbers for one part of a search. */
export const randomOf = (seed: number, ...part: number[]) => createRandom(seed).fork(5, ...part);
