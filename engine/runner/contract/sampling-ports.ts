/**
 * The data of a sampling, on an emulator or on servers, that the runner receives from the platform, and the results
 * that it returns.
 */
import type { Sampling } from "@understudy/shared/api/sampling.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import type { ChosenScore } from "../../specs/score-functions.ts";
import type { RecordedDesign } from "./search-ports.ts";

export type SamplingWork = {
  readonly workDir: string;
  readonly model: SpecModel;
  readonly variables: Readonly<Record<string, JobVariable>>;
  readonly score: ChosenScore;
  readonly seed: number;
  /** Designs that are evaluated, at most; on servers, simulations. */
  readonly maximum: number;
  readonly walkers: number;
  readonly stretchProbability: number;
  /** The walkers begin around the variables' initial values. */
  readonly warmStart: boolean;
  /** The score function may have limits: designs out of spec then have no density. */
  readonly isInSpecOnly: boolean;
  /** Somebody wants more of a chain that was complete: it does not stop before `maximum`. */
  readonly isExtended: boolean;
  /** The relation that every design keeps; null: the inputs are independent. */
  readonly relation: KeptRelation | null;
};
export type EmulatorSamplingWork = SamplingWork & {
  /** The emulator's file, absolute: the job's own. */
  readonly emulator: string;
  /** The emulator's own uncertainty enters the density. */
  readonly includesUncertainty: boolean;
};

/** Servers simulate its designs: half of the walkers at a time. */
export type ServerSamplingWork = SamplingWork & {
  readonly emulator: null;
  /** The job's own emulator (its file, absolute): what it rejects is not simulated. */
  readonly screeningEmulator: string | null;
};

export type Sampled = Omit<Sampling, "is_simulated" | "includes_uncertainty" | "emulator"> & {
  /** Designs to record as simulations that were not reported before. */
  readonly recorded: RecordedDesign[];
};
