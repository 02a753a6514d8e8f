/** The options, the progress and the state of a search on an emulator (plain data). */
import { isBetter } from "../../ask-tell.ts";
import type { StagedProgress, StagedState } from "../../staged/staged-task.ts";
import type { Rating } from "./emulator-objective.ts";
import type { Front } from "./front.ts";
import type { ParallelRuns } from "./parallel-runs.ts";
import type { Polish, PolishScale } from "./polish.ts";
import type { RatedPoint } from "./rated-points.ts";

export type Stage =
  | "screening"
  | "runs"
  | "polish"
  | "neighbours"
  | "robust runs"
  | "robust polish"
  | "front"
  | "done";

/** An improvement on all earlier points. */
export interface Improvement {
  /** The number of points rated so far, including this one. */
  evaluations: number;
  point: Float64Array;
  score: number;
  violation: number;
}

export interface EmulatorSearchOptions {
  seed: number;
  /** The largest number of distinct maxima. */
  maxMaxima?: number;
  /** The largest number of points that are rated for the score; 30,000 for a single output when absent. */
  maxEvaluations?: number;
  /** The time limit of all steps in milliseconds: no new stage begins after it. */
  timeLimitMs?: number;
  /** Points that are rated first, such as the initial values and the best simulations; fractions in [0, 1]. */
  starts?: readonly Float64Array[];
}

/** The progress that is yielded after every step of about a tenth of a second. */
export interface EmulatorSearchProgress extends StagedProgress<SearchState> {
  maxEvaluations: number;
  /** The completed share of the whole search, in [0, 1]. */
  fraction: number;
  best: Improvement | null;
  path: readonly Improvement[];
}

/** Its `evaluations` are the points rated for the score. */
export interface SearchState extends StagedState {
  stage: Stage;
  /** The number of points rated for the lower bound of the score or for further goals. */
  otherEvaluations: number;
  /** The number of screened points of the sequence. */
  screened: number;
  /** The best screened points. */
  pool: RatedPoint[];
  /** The scales of the screened scores and violations. */
  scale: PolishScale;
  path: Improvement[];
  runs: ParallelRuns | null;
  /** The ends of the runs, and the polished maxima. */
  ended: RatedPoint[];
  maxima: RatedPoint[];
  /** The number of runs in a row that ended no higher. */
  unimproved: number;
  polishes: Polish[];
  /** The number of rounds over neighbouring cells. */
  rounds: number;
  robust: RatedPoint | null;
  front: Front | null;
  stopReason: "converged" | "evaluation limit" | "time limit" | null;
}

export const startState = (): SearchState => ({
  stage: "screening",
  evaluations: 0,
  otherEvaluations: 0,
  elapsed: 0,
  screened: 0,
  pool: [],
  scale: { score: 1, violation: 1 },
  path: [],
  runs: null,
  ended: [],
  maxima: [],
  unimproved: 0,
  polishes: [],
  rounds: 0,
  robust: null,
  front: null,
  stopReason: null,
});

/** Counts rated points, and adds improvements to the path. */
export function recordImprovements(
  state: SearchState,
  points: readonly Float64Array[],
  ratings: readonly Rating[],
): void {
  points.forEach((point, i) => {
    state.evaluations++;
    const { score, violation } = ratings[i];
    const best = state.path.at(-1);
    if (score === Number.NEGATIVE_INFINITY) return;
    if (best !== undefined && !isBetter({ score, violation }, best)) return;
    state.path.push({ evaluations: state.evaluations, point: point.slice(), score, violation });
  });
}

export function createProgress(
  progress: StagedProgress<SearchState>,
  { path }: SearchState,
  maxEvaluations: number,
): EmulatorSearchProgress {
  const fraction = 0.95 * Math.min(1, progress.evaluations / maxEvaluations);
  return { ...progress, maxEvaluations, fraction, best: path.at(-1) ?? null, path };
}
