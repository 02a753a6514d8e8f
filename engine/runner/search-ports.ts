/** What a runner is given of a search on an emulator, and what it tells the platform of it. */
import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { ChosenScore } from "../specs/score-functions.ts";

export type SearchWork = {
  readonly workDir: string;
  /** The emulator's file, absolute: the job's own, whatever becomes of the job that trained it. */
  readonly emulator: string;
  readonly model: SpecModel;
  readonly variables: Readonly<Record<string, JobVariable>>;
  readonly score: ChosenScore;
  readonly furtherGoals: FurtherGoal[];
  readonly seed: number;
  /** Designs that are recorded as simulations, at most. */
  readonly maximum: number;
  /** Begin at the variables' initial values. */
  readonly warmStart: boolean;
};

/** `index`: of the simulation that records it. */
export type FoundDesign = Omit<PredictedDesign, "simulation_id"> & { readonly index: number | null };

export type RecordedDesign = {
  readonly index: number;
  readonly design: FoundDesign;
  /** Vector outputs by name, at the model's grids. */
  readonly curves: Readonly<Record<string, number[]>>;
};

export type SearchFound = Pick<Optimization, "evaluations" | "path" | "goals" | "front"> & {
  readonly otherEvaluations: number;
  /** Null while it runs. */
  readonly stopReason: Optimization["stop_reason"];
  readonly maxima: FoundDesign[];
  readonly robust: FoundDesign | null;
  /** Those that were not reported before. */
  readonly recorded: RecordedDesign[];
};
