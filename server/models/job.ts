import { focusRegion, jobConfig } from "@understudy/shared/api/job-config.ts";
import { notificationKind } from "@understudy/shared/api/notification.ts";
import { simulationCounts } from "@understudy/shared/api/run.ts";
import { emulatorQuality } from "@understudy/shared/domain/emulator-quality.ts";
import { ACTIVE_STATUSES, jobStatus } from "@understudy/shared/domain/job.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { scalarValue } from "@understudy/shared/domain/variable.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";
import { runFields } from "./run.ts";

/** The fields that a row of a list and the policies need: they are read without the columns of the config. */
export const jobSummary = z.object({
  _id: z.int(),
  /** Rises by one with every stored change but progress. */
  revision: z.int(),
  name: z.string(),
  objective,
  status: jobStatus,
  /** The name is kept here too, because lists sort by it. */
  creator: z.object({ id: z.int(), name: z.string() }),
  spec_id: z.int().nullable(),
  tags: z.array(z.string()),
  creation_time: z.date(),
  last_modified_time: z.date(),
  progress_percentage: z.number().nullable(),
  /** The quality of the newest emulator; null when there is none, or when an earlier version stored it. */
  emulator_quality: emulatorQuality
    .extend({
      /** Identifies what the training was asked for: accuracies are compared only between emulators of the same request. */
      request: z.string(),
    })
    .nullable()
    .default(null),
  archived: z.boolean().default(false),
  /** Threads of comments that are neither resolved nor deleted. */
  open_comments: z.int().default(0),
  /** Rises by one with every change of `open_comments`. The job's revision stays: caches of its data depend on that one. */
  open_comments_revision: z.int().default(0),
  /** See `bestScoreOf`. Absent of jobs from before it was kept, until `keepBestScores` has found it. */
  best_score: z.number().nullable().default(null),
  simulation_counts: simulationCounts.nullable().default(null),
});
export type JobSummary = z.infer<typeof jobSummary>;

export const storedPoint = z.object({
  id: z.int(),
  name: z.string(),
  values: z.record(z.string(), scalarValue),
  creator_id: z.int(),
  /** Who renamed or moved it last; null: nobody did, or before the field was kept. */
  editor_name: z.string().nullable().default(null),
});
export type StoredPoint = z.infer<typeof storedPoint>;

export const jobRecord = jobSummary.extend({
  description: z.string(),
  /** The notes hold text. It changes without the job's revision, on which caches of its data depend. */
  has_notes: z.boolean().default(false),
  /** The revision of the notes that `has_notes` tells of: of two edits at once the later one may be the first to write here. */
  notes_revision: z.int().default(0),
  progress_text: z.string().nullable(),
  is_data_driven: z.boolean(),
  source_job_id: z.int().nullable(),
  /** The names people gave the two files that lie in the work directory; null: all rows come from the source job. */
  file_names: z.object({ parameters: z.string(), outputs: z.string() }).nullable(),
  /** Whole from the start; its columns are empty until the files have been read. */
  config: jobConfig,
  focus_regions: z.array(focusRegion),
  /** See shared/api/job-points.ts. */
  points: z.array(storedPoint).default([]),
  /** The largest id that a point of the job has ever had, so that the id of a deleted one is not given again. */
  last_point_id: z.int().default(0),
  /** The active state that a pause ended. */
  interrupted_status: z.enum(ACTIVE_STATUSES).nullable(),
  /** Who paused it; null: it is not interrupted, or nobody paused it. */
  interrupted_by: z.object({ id: z.int(), name: z.string() }).nullable().default(null),
  error: z.string().nullable(),
  validation_errors: z.record(z.string(), z.array(z.string())).nullable(),
  emulator_version: z.int(),
  /** Relative to the work directory. */
  emulator_file: z.string().nullable(),
  /**
   * `provisional`: the emulator is one of a training that is not over, and the training's last one follows. `withdrawn`: that
   * training failed, so that the job has no emulator although versions have been counted.
   */
  emulator_stage: z.enum(["final", "provisional", "withdrawn"]).default("final"),
  /** See engine/runner/contract/ports.ts: who may write while the job is worked on. */
  work: z.object({
    ticket: z.int(),
    claim_id: z.string().nullable(),
    /** The job was Complete before: train as long again, from its last checkpoint. */
    more: z.boolean(),
    /** It had failed: simulations that did are run again. */
    retry: z.boolean().default(false),
    /** Among those that wait for a runner the least is next: its start tag; see commands/runner/turn.ts. */
    order: z.number().default(0),
    /** The virtual time that its creator gets back when it leaves the queue before it is taken; 0: nothing. */
    charge: z.number().default(0),
    /** The id of the person whom the charge is given back to: the creator when it was queued. */
    payer: z.int().nullable().default(null),
    /** The weight of its creator when it was queued. */
    weight: z.number().default(1),
    /** When it began to wait for a runner; null: by an earlier version, which did not store it. */
    queued_time: z.date().nullable().default(null),
    /** A training that is expected to be short: it does not wait for a long one. */
    is_short: z.boolean().default(false),
  }),
  /** The server that was chosen to train it, one of its creator's; null: the platform does. See engine/dispatch/training-lease.ts. */
  training_server: z
    .object({
      id: z.int(),
      name: z.string(),
      /** It is created for this training and deleted after it; see models/machine.ts. Its id is 0 until it has a record. */
      is_machine: z.boolean().default(false),
      /** While it has the training. */
      lease_until: z.date().nullable(),
      infrastructure_failures: z.int(),
      /** Why it could not train it the last time. */
      reason: z.string().nullable(),
    })
    .nullable()
    .default(null),
  /** Leases of its training so far, to whichever server: the number of the last attempt. */
  training_attempts: z.int().default(0),
  /**
   * The notice that its creator is still to get: the change of status that led to this revision. See
   * commands/notifications/notify.ts.
   */
  notice: z
    .object({ kind: notificationKind, status: jobStatus, revision: z.int(), time: z.date() })
    .nullable()
    .default(null),
  /** When the last of its servers was lost, of which its creator has been notified; null: of none. */
  servers_lost_time: z.date().nullable().default(null),
  ...runFields,
});
export type JobRecord = z.infer<typeof jobRecord>;

/** The fields that are needed to queue a job. */
export const queuedJob = jobRecord.pick({
  _id: true,
  status: true,
  creator: true,
  work: true,
  training_server: true,
});
/** A job's id alone. */
export const jobId = jobRecord.pick({ _id: true });

export const jobIndexes: readonly Index[] = [
  [{ status: 1, _id: 1 }],
  [{ objective: 1, _id: 1 }],
  [{ "creator.id": 1, _id: 1 }],
  [{ archived: 1, _id: 1 }],
  [{ spec_version_id: 1, _id: 1 }],
  [{ best_score: 1, _id: 1 }],
  [{ "simulation_counts.complete": 1, _id: 1 }],
  // The people who created jobs are read from it alone.
  [{ creator: 1 }],
  [{ "run.resources.id": 1, status: 1 }],
  [{ "training_server.id": 1, status: 1 }],
  [{ "training_server.lease_until": 1 }],
  // Few jobs have a notice, and those only for a moment.
  [{ "notice.time": 1 }, { sparse: true }],
];
