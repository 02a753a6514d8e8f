/** The local minima of the score, which reveal failing regions between the screened points. */
import { createRandom } from "../../math/random.ts";
import { findNeighbours } from "../optimization/emulator/neighbours.ts";
import { advanceRuns, type ParallelRuns, startRuns } from "../optimization/emulator/parallel-runs.ts";
import { hasCells, snap } from "../search-space.ts";
import { findNearest } from "./distance.ts";
import { AT_ONCE, byScore, type LevelSet, type ScoredPoint } from "./level-set.ts";

/** The number of screened points whose local minima are starts. */
const MAX_COMPARED_POINTS = 3_000;
const MAX_STARTS = 32;
const INITIAL_STEP_DEVIATION = 0.05;
const MAX_GENERATIONS = 60;
/** The number of restarted runs that replace runs that have ended. */
const MAX_RESTARTED_RUNS = 4;

/** The state of the descents (plain data, stored in checkpoints). */
export interface Descents {
  runs: ParallelRuns;
  starts: number;
  generation: number;
  ended: ScoredPoint[];
}

/**
 * Finds the screened points that are lower than all their nearest neighbours, the lowest first.
 * @param levelSet the axes of the unit cube
 * @param screened rated points in the order in which they were drawn
 * @returns at most `MAX_STARTS` points
 */
export function findLocalMinima({ axes }: LevelSet, screened: readonly ScoredPoint[]): ScoredPoint[] {
  const compared = screened.slice(0, MAX_COMPARED_POINTS).filter(({ score }) => !Number.isNaN(score));
  const points = compared.map(({ point }) => point);
  const neighbourCount = 2 * axes.length + 2;
  const lowest = compared.toSorted(byScore);
  const minima: ScoredPoint[] = [];
  for (const candidate of lowest) {
    if (minima.length === MAX_STARTS) break;
    const near = findNearest(axes, candidate.point, points, neighbourCount);
    if (near.every(({ at }) => compared[at].score >= candidate.score)) minima.push(candidate);
  }
  return minima;
}

export function startDescents(levelSet: LevelSet, minima: readonly ScoredPoint[], seed: number): Descents {
  const starts = minima.map(({ point }) => point);
  const runs = startRuns(levelSet.axes, seed + 1, starts, starts.length, INITIAL_STEP_DEVIATION);
  return { runs, starts: starts.length, generation: 0, ended: [...minima] };
}

/**
 * Advances all runs by one generation.
 * @param levelSet the score
 * @param descents changed in place
 * @returns the number of points rated, and whether that was the last generation
 */
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
  const collectMinima = (isLast: boolean) => [
    ...ended,
    ...(isLast ? runs.slots.flatMap(({ best }) => best ?? []) : []),
  ];
  let restartedCount = 0;
  runs.slots = runs.slots.filter(({ number }) => number < starts || ++restartedCount <= MAX_RESTARTED_RUNS);
  const isDone =
    ++descents.generation >= MAX_GENERATIONS || runs.slots.every(({ number }) => number >= starts);
  for (const { point, rating } of collectMinima(isDone))
    if (Number.isFinite(rating.score)) descents.ended.push({ point, score: -rating.score });
  return { evaluations, isDone };
}

const FIRST_STEP = 0.02;
const LAST_STEP = 1e-5;
const MAX_MOVES = 80;

/**
 * Finds the lowest point near another by a compass search (R. Hooke and T. A. Jeeves, 1961): along each axis, and to neighbouring whole
 * numbers and options. The step is halved where no neighbour is lower.
 * @param levelSet the score
 * @param start the point to begin at
 * @returns the lowest point; yields the number of points rated
 */
export function* findLowestNear(levelSet: LevelSet, start: ScoredPoint): Generator<number, ScoredPoint> {
  const { axes } = levelSet;
  let best = start;
  for (let [step, move] = [FIRST_STEP, 0]; step >= LAST_STEP && move < MAX_MOVES; move++) {
    const axisNeighbours = axes.flatMap((axis, a) =>
      hasCells(axis)
        ? []
        : [-step, step].map((axisStep) =>
            snap(axes, best.point.with(a, Math.min(1, Math.max(0, best.point[a] + axisStep)))),
          ),
    );
    const neighbours = [...axisNeighbours, ...findNeighbours(axes, best.point)].slice(0, AT_ONCE);
    if (neighbours.length === 0) break;
    const scores = levelSet.scores(neighbours);
    yield neighbours.length;
    const previousBest = best;
    neighbours.forEach((point, index) => {
      if (scores[index] < best.score) best = { point, score: scores[index] };
    });
    if (best === previousBest) step /= 2;
  }
  return best;
}

/** Creates the source of random numbers for one part of a search. */
export const createPartRandom = (seed: number, ...part: number[]) => createRandom(seed).fork(5, ...part);
