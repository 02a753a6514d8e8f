/** The search for the robust point, which has the greatest lower bound of the score. */
import type { EmulatorObjective } from "./emulator-objective.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { byRating, type RatedPoint, spreadOut } from "./rated-points.ts";
import type { SearchState } from "./search-state.ts";

const PARALLEL_RUN_COUNT = 4;
const GENERATION_COUNT = 40;
/** The runs of the second phase follow narrow ridges, because bounds are narrow only beside training rows. */
const LOCAL_RUN_COUNT = 16;
const LOCAL_SIGMA = 0.03;
const MAX_POLISHED_POINTS = 12;
const MIN_START_DISTANCE = 0.05;

/**
 * Starts the search.
 * @param given points to rate besides the maxima and the best screened points
 */
export function startRobust(
  objective: EmulatorObjective,
  state: SearchState,
  seed: number,
  furtherPoints: readonly Float64Array[],
): void {
  const points = [...state.maxima, ...state.pool].map(({ point }) => point).concat(furtherPoints);
  const ratings = objective.rate(points, "lower bound");
  state.otherEvaluations += points.length;
  const rated = ratings.map((rating, i) => ({ point: points[i], rating })).toSorted(byRating);
  const { axes } = objective.space;
  const starts = spreadOut(axes, rated, PARALLEL_RUN_COUNT, MIN_START_DISTANCE);
  state.ended = spreadOut(axes, rated, LOCAL_RUN_COUNT, MIN_START_DISTANCE);
  state.runs = startRuns(
    axes,
    seed + 1,
    starts.map(({ point }) => point),
    starts.length,
  );
  state.rounds = 0;
  state.stage = "robust runs";
}

/**
 * Advances the runs by one generation.
 * @returns null until the runs are over; then the points to polish
 */
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
  const isFirst = ++state.rounds <= GENERATION_COUNT;
  if (!isLate && state.rounds % GENERATION_COUNT > 0) return null;
  const runMaxima = state.runs.slots.flatMap((slot) => slot.best ?? []);
  const candidates = [...state.ended, ...runMaxima].toSorted(byRating);
  if (isFirst && !isLate) {
    const starts = spreadOut(axes, candidates, LOCAL_RUN_COUNT, MIN_START_DISTANCE / 2).map(
      ({ point }) => point,
    );
    state.runs = startRuns(axes, state.runs.seed + 1, starts, starts.length, LOCAL_SIGMA);
    state.ended = candidates;
    return null;
  }
  state.runs = null;
  state.ended = [];
  return spreadOut(axes, candidates, MAX_POLISHED_POINTS, MIN_START_DISTANCE / 2);
}
