/** The search for the point whose score is best in the worst case: of the greatest lower bound. */
import type { EmulatorObjective } from "./emulator-objective.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { byRating, type RatedPoint, spreadOut } from "./rated-points.ts";
import type { SearchState } from "./search-state.ts";

const RUNS_AT_ONCE = 4;
const GENERATIONS = 40;
/** Of the second runs, which follow narrow ridges: bounds are close beside training rows alone. */
const LOCAL_RUNS = 16;
const LOCAL_SIGMA = 0.03;
const POLISHED = 12;
const APART = 0.05;

/** @param points to look at besides the maxima and the best that were screened for the score */
export function startRobust(
  objective: EmulatorObjective,
  state: SearchState,
  seed: number,
  given: readonly Float64Array[],
): void {
  const points = [...state.maxima, ...state.pool].map(({ point }) => point).concat(given);
  const ratings = objective.rate(points, "lower bound");
  state.otherEvaluations += points.length;
  const rated = ratings.map((rating, i) => ({ point: points[i], rating })).toSorted(byRating);
  const { axes } = objective.space;
  const starts = spreadOut(axes, rated, RUNS_AT_ONCE, APART);
  state.ended = spreadOut(axes, rated, LOCAL_RUNS, APART);
  state.runs = startRuns(
    axes,
    seed + 1,
    starts.map(({ point }) => point),
    starts.length,
  );
  state.rounds = 0;
  state.stage = "robust runs";
}

/** One generation. @returns where derivatives go on, once it is time */
export function advanceRobust(
  objective: EmulatorObjective,
  state: SearchState,
  isLate: boolean,
): RatedPoint[] | null {
  if (state.runs === null) return null;
  const { axes } = objective.space;
  const ended = advanceRuns(axes, state.runs, (points) => {
    state.otherEvaluations += points.length;
    return objective.rate(points, "lower bound");
  });
  state.ended.push(...ended);
  const isFirst = ++state.rounds <= GENERATIONS;
  if (!isLate && state.rounds % GENERATIONS > 0) return null;
  const best = state.runs.slots.flatMap((slot) => slot.best ?? []);
  const found = [...state.ended, ...best].toSorted(byRating);
  if (isFirst && !isLate) {
    const starts = spreadOut(axes, found, LOCAL_RUNS, APART / 2).map(({ point }) => point);
    state.runs = startRuns(axes, state.runs.seed + 1, starts, starts.length, LOCAL_SIGMA);
    state.ended = found;
    return null;
  }
  state.runs = null;
  state.ended = [];
  return spreadOut(axes, found, POLISHED, APART / 2);
}
