/** The search for the point whose score is best in the worst case: of the greatest lower bound. */
import type { EmulatorObjective } from "./emulator-objective.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { byRating, type RatedPoint, spreadOut } from "./rated-points.ts";
import type { SearchState } from "./search-state.ts";

const RUNS_AT_ONCE = 4;
const GENERATIONS = 40;
const POLISHED = 4;
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
  state.ended = rated.slice(0, POLISHED);
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
  if (++state.rounds < GENERATIONS && !isLate) return null;
  const found = [...state.ended, ...state.runs.slots.flatMap((slot) => slot.best ?? [])];
  state.runs = null;
  state.ended = [];
  return spreadOut(axes, found.toSorted(byRating), POLISHED, APART / 2);
}
