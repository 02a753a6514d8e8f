/**
 * The platform as the runner uses it. The server implements these over its database and its live push; the runner
 * and its tests know no database.
 *
 * Who may write: a job that enters a pending state (Validating, Pending Training, ...) gets a new *ticket*, the revision
 * it then had. A runner that takes the work up *claims* it with a fresh `claimId`, which the platform stores. Every later
 * write carries the claim and is applied only while the job still has that ticket and that claim: a runner that lost its
 * Bull lock, was paused and resumed elsewhere, or was taken for dead is refused and stops.
 *
 * Every write is stored before it is pushed to browsers, and both are done when its promise resolves.
 */

import type {
  DataOptions,
  FocusRegion,
  JobConfig,
  TrainingOptions,
} from "@understudy/shared/api/job-config.ts";
import type { MeasuredQuality } from "@understudy/shared/domain/emulator-quality.ts";
import type { TrainStopReason } from "../../training/prepare/messages.ts";
import type { Claim, SourceFile, Work, WriteOutcome } from "./claim.ts";
import type { RunPorts } from "./run-ports.ts";

/** At least one of the two is not null. */
export type DataSource = {
  readonly files: { readonly parameters: SourceFile; readonly outputs: SourceFile } | null;
  /** The job whose rows are taken over first: its work directory, or null where it has been deleted since. */
  readonly sourceJob: { readonly jobId: number; readonly workDir: string | null } | null;
};

export type DataWork = {
  /** Absolute, exists, belongs to this job alone. */
  readonly workDir: string;
  readonly source: DataSource;
  readonly options: DataOptions;
  readonly validationPercentage: number;
  /**
   * A config whose look and choices are kept where columns have the same name: this job's own from an earlier run, or
   * the source job's. Null: defaults.
   */
  readonly previousConfig: JobConfig | null;
};

export type TrainingWork = {
  readonly workDir: string;
  readonly config: JobConfig;
  readonly options: TrainingOptions;
  readonly focusRegions: readonly FocusRegion[];
  /** The job was Complete before: train as long again, from its last checkpoint. */
  readonly more: boolean;
  /** The job has no emulator of an earlier training: provisional ones are stored while this training goes on. */
  readonly publishesProvisional: boolean;
  /** Points of the training curves stored so far: the next one's index. */
  readonly trainingPointCount: number;
};

/**
 * `wanted`: the claim holds and the status is active. `ended`: the claim holds and the status is none of the phase, as after a pause;
 * an emulator may still be stored. `lost`: the claim does not hold, or the job is gone; nothing is stored any more.
 */
export type ClaimState = "wanted" | "ended" | "lost";

/**
 * The result of preprocessing. `config` is complete: the platform stores it as it is (`has_been_configured` is
 * false).
 */
export type DataResult = { readonly config: JobConfig };

/** A finished emulator in a file that never changes. */
export type StoredEmulator = {
  /** Relative to the work directory, e.g. `emulators/1f0c....emulator`. The platform removes those it replaces. */
  readonly file: string;
  /** Names of the outputs it answers for. */
  readonly outputs: readonly string[];
  readonly quality: MeasuredQuality;
  readonly stopReason: TrainStopReason;
};

/** Evidence of how long trainings take; the lists are empty where there is none. */
export type TrainingEvidence = {
  /** Seconds by the clock for each second of the reference machine, as measured in the last minute. */
  readonly slowdowns: readonly number[];
  /** Real over expected times of the latest whole trainings of this installation. */
  readonly ratios: readonly number[];
};

/** A config says this of the rows of a dataset. */
export type DataRows = Pick<JobConfig, "left_out" | "suspected_marks">;

export type RunnerTransition =
  /** Pending Running -> Running: servers may have its simulations. Already Running or Verifying: applied, and nothing changes. */
  | { readonly trigger: "run-started" }
  /**
   * Running -> what follows. The dataset of a Training is there: its config is that of the dataset from then on. `rows` reports on the
   * rows of that dataset; null where there is none.
   */
  | { readonly trigger: "run-finished"; readonly rows: DataRows | null }
  /** Verifying -> Complete. */
  | { readonly trigger: "verified" }
  /** Validating -> Preprocessing. */
  | { readonly trigger: "validated" }
  /** Preprocessing -> Awaiting Configuration. */
  | { readonly trigger: "preprocessed"; readonly result: DataResult }
  /** Pending Training -> Training. Already Training (a runner died in it): applied, and nothing changes. */
  | { readonly trigger: "training-started" }
  /** Training -> Complete, the emulator stored and its version raised in the same write. */
  | { readonly trigger: "training-finished"; readonly emulator: StoredEmulator }
  /** `validationErrors` only where files were read: field -> sentences. `error` is a sentence for people. */
  | {
      readonly trigger: "failed";
      readonly error: string;
      readonly validationErrors: Readonly<Record<string, readonly string[]>> | null;
    };

/** Parallel arrays, equally long; `from` is the index of the first point. */
export type TrainingPointBatch = {
  readonly from: number;
  readonly coefficientOfDetermination: readonly number[];
  readonly loss: readonly number[];
};

export type RunnerPorts = RunPorts & {
  /**
   * Takes up the work: stores `claimId`, replacing any earlier one of the same ticket. Null when there is nothing to do:
   * the job is gone, has another ticket, or is in no active status of that phase. A job found in Preprocessing
   * (a runner died in it) goes back to Validating; its files are read again.
   */
  claimData(claim: Claim): Promise<DataWork | null>;
  claimTraining(claim: Claim): Promise<TrainingWork | null>;
  /** Asked every few seconds, in case a stop message got lost. */
  claimState(claim: Claim): Promise<ClaimState>;
  transition(claim: Claim, change: RunnerTransition): Promise<WriteOutcome>;
  /**
   * The best emulator of a training that was paused: stored, its version raised and published, the status left
   * Interrupted. Applied while the claim holds, whatever the status.
   */
  storeEmulator(claim: Claim, emulator: StoredEmulator): Promise<WriteOutcome>;
  /**
   * An emulator of the training's results so far: its file replaces that of an earlier provisional one, the version rises and is
   * published. Applied while the claim holds, the status is Training and the job has no finished emulator.
   * @param file relative to the work directory
   */
  storeProvisionalEmulator(claim: Claim, file: string): Promise<WriteOutcome>;
  /** Stores the points from index `from` on (stored twice: the same), then publishes them. */
  appendTrainingPoints(claim: Claim, points: TrainingPointBatch): Promise<WriteOutcome>;
  /** @param isShort of the kind that starts beside long ones */
  trainingEvidence(isShort: boolean): Promise<TrainingEvidence>;
  recordTrainingTimeRatio(ratio: number): Promise<void>;
  /** Progress, several times a second at most: published, and kept for pages that are loaded later; may be lost. */
  publishProgress(claim: Claim, percentage: number, text: string | null): Promise<void>;
  /**
   * Tells whether the job's files can be written; what killed children have left of it is removed where not.
   * @returns why not, a sentence, which the job's page shows as well; null: they can
   */
  checkDisk(work: Work): Promise<string | null>;
  /** Everything in an active status of a phase this runner knows: queued again at boot and now and then. */
  listUnfinished(): Promise<readonly Work[]>;
};

/** The part of a pino logger that the runner uses. */
export type RunnerLog = {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
};
