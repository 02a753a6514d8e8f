/**
 * The data of a search, on an emulator or on servers, that the runner receives from the platform, and the results
 * that it returns.
 */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { PredictedDesign } from "@understudy/shared/api/optimization.ts";
import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationValue } from "@understudy/shared/domain/simulation.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { ChosenScore } from "../../specs/score-functions.ts";
import type { SourceFile } from "./claim.ts";

type Search = {
  readonly workDir: string;
  readonly model: SpecModel;
  readonly variables: Readonly<Record<string, JobVariable>>;
  readonly score: ChosenScore;
  readonly furtherGoals: FurtherGoal[];
  /** The distributions of the inputs of the designs that are built, by column. */
  readonly distributions: Distributions;
  readonly seed: number;
  /** Designs that are recorded as simulations, at most; on servers, simulations. */
  readonly maximum: number;
  /** Begin at the variables' initial values. */
  readonly warmStart: boolean;
  /** A CSV file of further rows to begin at. */
  readonly extraData: SourceFile | null;
  /** That every design keeps; null: the inputs are independent. */
  readonly relation: KeptRelation | null;
};
export type EmulatorSearchWork = Search & {
  /** The emulator's file, absolute: the job's own, whatever becomes of the job that trained it. */
  readonly emulator: string;
  /** A file of rows and simulations to begin at, absolute; null: there is none. */
  readonly starts: string | null;
};
export type ServerSearchWork = Search & {
  readonly emulator: null;
  /** The columns that simulations fill; see engine/specs/job-config.ts. */
  readonly config: Pick<JobConfig, "inputs" | "outputs" | "coordinates">;
  /** The values of the coordinates, by name. */
  readonly grids: Readonly<Record<string, number[]>>;
  /** A file of results of earlier jobs, absolute; null: it begins without them. */
  readonly earlierResults: string | null;
};
export type SearchWork = EmulatorSearchWork | ServerSearchWork;

/** A simulation of a search, whatever became of it. */
export type StoredSimulation = {
  /** Its place among the job's simulations, from 0. */
  readonly index: number;
  /** The values of the varied variables. */
  readonly inputs: Readonly<Record<string, SimulationValue>>;
  readonly state: "open" | "complete" | "failed";
  /** By name, without the coordinates: a number, or a curve. Null where it is not complete. */
  readonly outputs: Readonly<Record<string, number | number[]>> | null;
  /** A score, or the reason why there is none, is stored with it. */
  readonly isScored: boolean;
};

export type SimulationScore = {
  readonly index: number;
  readonly score: number | null;
  /** Null: the score does not say. */
  readonly inSpec: boolean | null;
  /** Why there is no score, a sentence. */
  readonly problem: string | null;
};

/** `index`: of the simulation that records it. */
export type FoundDesign = Omit<PredictedDesign, "simulation_id" | "is_simulated"> & {
  readonly index: number | null;
};

export type RecordedDesign = {
  readonly index: number;
  readonly design: FoundDesign;
  /** Vector outputs by name, at the model's grids. */
  readonly curves: Readonly<Record<string, number[]>>;
};
