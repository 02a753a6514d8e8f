/** The search for the highest score: runs of CMA-ES from the best that were screened, until many in a row bring nothing better. */
import type { SearchSpace } from "../../search-space.ts";
import type { Rating } from "./emulator-objective.ts";
import { advanceRuns, startRuns } from "./parallel-runs.ts";
import { byRating, type RatedPoint, spreadOut } from "./rated-points.ts";
import type { SearchState } from "./search-state.ts";

const RUNS_AT_ONCE = 6;
/** Between starts, along some axis. */
const APART = 0.1;
/** Runs in a row that bring nothing better before the search takes its best for the global one. */
const UNIMPROVED_RUNS = 24;

export function startGlobalRuns(space: SearchSpace, state: SearchState, seed: number): void {
  const starts = spreadOut(space, state.pool, 3 * RUNS_AT_ONCE, APART).map(({ point }) => point);
  state.runs = startRuns(space, seed, starts, RUNS_AT_ONCE);
  state.stage = "runs";
}

/**
 * One generation.
 * @param rate rates points and notes what improves on the best
 * @returns once they are over, the best of each run and of the screening, best first
 */
export function advanceGlobalRuns(
  space: SearchSpace,
  state: SearchState,
  rate: (points: readonly Float64Array[]) => readonly Rating[],
  { maxEvaluations, isLate }: { maxEvaluations: number; isLate: boolean },
): RatedPoint[] | null {
  if (state.runs === null) return null;
  const before = state.path.at(-1);
  const ended = advanceRuns(space, state.runs, rate);
  const best = state.path.at(-1);
  const gain = (best?.score ?? 0) - (before?.score ?? 0);
  if (gain > 1e-6 * state.scale.score || best?.violation !== before?.violation) state.unimproved = 0;
  state.ended.push(...ended);
  state.unimproved += ended.length;
  if (state.unimproved >= UNIMPROVED_RUNS) state.stopReason = "converged";
  else if (isLate) state.stopReason = "time limit";
  else if (state.evaluations >= maxEvaluations) state.stopReason = "evaluation limit";
  else return null;
  const bests = state.runs.slots.flatMap((slot) => slot.best ?? []);
  state.runs = null;
  return [...state.ended, ...bests, ...state.pool].toSorted(byRating);
}
