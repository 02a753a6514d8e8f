/** All that an estimate of the yield knows between two of its steps (plain data). */
import type { StagedState } from "../staged/staged-task.ts";
import type { ImportanceState } from "./importance-sampling.ts";
import type { Rated } from "./limit-state.ts";
import type { SubsetState } from "./subset-simulation.ts";
import type { CornerState } from "./worst-corner.ts";

export type YieldStage =
  | "sampling"
  | "rare failures"
  | "importance sampling"
  | "repeats"
  | "worst corner"
  | "done";

export interface YieldState extends StagedState {
  stage: YieldStage;
  /** The ratings of each replicate of the quasi-Monte Carlo sample. */
  replicates: Rated[];
  /** The last run of subset simulation that reached failures, or the first one while it has not ended so. */
  subset: SubsetState | null;
  importance: ImportanceState | null;
  /** Failing shares of whole runs of subset simulation; the first is not 0. */
  runs: number[];
  /** The run that is under way, after the first. */
  repeat: SubsetState | null;
  corner: CornerState | null;
}

export const startState = (): YieldState => ({
  stage: "sampling",
  elapsed: 0,
  evaluations: 0,
  replicates: [],
  subset: null,
  importance: null,
  runs: [],
  repeat: null,
  corner: null,
});
