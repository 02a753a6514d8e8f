/** What a search on an emulator is given, what it tells, and all that it knows between two of its steps (plain data). */
import { isBetter } from "../../ask-tell.ts";
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

/** A best so far. */
export interface Improvement {
  /** How many points had been rated, itself included. */
  evaluations: number;
  point: Float64Array;
  score: number;
  violation: number;
}

export interface EmulatorSearchOptions {
  seed: number;
  /** Distinct maxima that are kept. */
  maxMaxima?: number;
  /** Points that may be rated for the score; 30,000 for a single output when absent. */
  maxEvaluations?: number;
  /** Of all steps: nothing new is begun past it. */
  timeLimitMs?: number;
  /** Points of the cube to look at first, as the initial values and the best simulations. */
  starts?: readonly Float64Array[];
}

/** Yielded after every step, which takes a tenth of a second or so. */
export interface EmulatorSearchProgress {
  stage: Stage;
  evaluations: number;
  maxEvaluations: number;
  /** 0 .. 1, of the whole search. */
  fraction: number;
  best: Improvement | null;
  path: readonly Improvement[];
  /** Plain data to continue from. */
  checkpoint: () => SearchState;
}

export interface SearchState {
  stage: Stage;
  /** Points rated for the score; those rated for its lower bound or for further goals. */
  evaluations: number;
  otherEvaluations: number;
  /** Milliseconds of all steps. */
  elapsed: number;
  /** Points of the sequence that were screened. */
  screened: number;
  /** The best of them. */
  pool: RatedPoint[];
  /** Of the screened scores and violations. */
  scale: PolishScale;
  path: Improvement[];
  runs: ParallelRuns | null;
  /** Where runs have ended, and maxima that have been polished. */
  ended: RatedPoint[];
  maxima: RatedPoint[];
  /** Runs in a row that ended no higher. */
  unimproved: number;
  polishes: Polish[];
  /** Rounds of neighbouring cells. */
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

/** Counts rated points, and adds those to the path that are better than all before. */
export function noteImprovements(
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

export function progressOf(
  { stage, evaluations, path }: SearchState,
  maxEvaluations: number,
  checkpoint: () => SearchState,
): EmulatorSearchProgress {
  const fraction = stage === "done" ? 1 : 0.95 * Math.min(1, evaluations / maxEvaluations);
  return { stage, evaluations, maxEvaluations, fraction, best: path.at(-1) ?? null, path, checkpoint };
}
