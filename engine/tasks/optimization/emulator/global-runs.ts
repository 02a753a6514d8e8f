/** The search for the highest score: runs of CMA-ES from the best that were screened, until many in a row bring nothing better. */
import type { SearchSpace } from "../../search-space.ts";
import type { Rating } from "./emulator-objective.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { byRating, type RatedPoint, spreadOut } from "./rated-points.ts";
import type { SearchState } from "./search-state.ts";

const RUNS_AT_ONCE = 6;
/** The smallest distance between two starts along some axis, as a share of it. */
const MIN_START_DISTANCE = 0.1;
/** The search has converged after this many runs in a row without an improvement. */
const MAX_UNIMPROVED_RUNS = 24;

export function startGlobalRuns(space: SearchSpace, state: SearchState, seed: number): void {
  const starts = spreadOut(space, state.pool, 3 * RUNS_AT_ONCE, MIN_START_DISTANCE).map(({ point }) => point);
  state.runs = startRuns(space, seed, starts, RUNS_AT_ONCE);
  state.stage = "runs";
}

/**
 * Advances all runs by one generation.
 * @param rate rates points and records improvements
 * @returns null until the runs are over; then the best point of each run and the screened ones, the best first
 */
export function advanceGlobalRuns(
  space: SearchSpace,
  state: SearchState,
  rate: (points: readonly Float64Array[]) => readonly Rating[],
  { maxEvaluations, isLate }: { maxEvaluations: number; isLate: boolean },
): RatedPoint[] | null {
  if (state.runs === null) return null;
  const previousBest = state.path.at(-1);
  const ended = advanceRuns(space, state.runs, rate);
  const best = state.path.at(-1);
  const gain = (best?.score ?? 0) - (previousBest?.score ?? 0);
  if (gain > 1e-6 * state.scale.score || best?.violation !== previousBest?.violation) state.unimproved = 0;
  state.ended.push(...ended);
  state.unimproved += ended.length;
  if (state.unimproved >= MAX_UNIMPROVED_RUNS) state.stopReason = "converged";
  else if (isLate) state.stopReason = "time limit";
  else if (state.evaluations >= maxEvaluations) state.stopReason = "evaluation limit";
  else return null;
  const runMaxima = state.runs.slots.flatMap((slot) => slot.best ?? []);
  state.runs = null;
  return [...state.ended, ...runMaxima, ...state.pool].toSorted(byRating);
}
