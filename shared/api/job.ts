import { z } from "zod";
import { emulatorQuality, nextStep } from "../domain/emulator-quality.ts";
import { jobStatus, objective } from "../domain/job.ts";
import { scalarValue } from "../domain/variable.ts";
import { verdict } from "../domain/verdict.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH, MAX_SECTIONS } from "../limits.ts";
import { MESSAGES } from "../messages.ts";
import { boundedList } from "./bounded.ts";
import { booleanText, integerText } from "./codec.ts";
import { dataOptions, focusRegion, jobConfig, jobConfigChange } from "./job-config.ts";
import { JOB_SORT_COLUMNS, jobFilterQuery } from "./job-list.ts";
import { created, ids, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";
import { runRound, simulationCounts } from "./run.ts";

export const jobParams = z.object({ job_id: integerText });

/** Every list row, and every live update of a list, needs these fields of a job. */
export const jobListItem = z.object({
  id: z.int(),
  name: z.string(),
  objective,
  status: jobStatus,
  progress_percentage: z.number().min(0).max(100).nullable(),
  spec_id: z.int().nullable(),
  tags: z.array(z.object({ name: z.string() })),
  creator: z.object({ name: z.string() }),
  creation_time: z.iso.datetime(),
  last_modified_time: z.iso.datetime(),
  can_be_deleted: z.boolean(),
  /** False: the person who asks may change nothing of this job. */
  can_be_changed: z.boolean(),
  /** Archived jobs are hidden from the list unless they are asked for. */
  archived: z.boolean(),
  /** The highest score among its simulations, of an optimization that of its best design; null: none has a score. */
  best_score: z.number().nullable(),
  /** Simulations that are complete; null: the job runs none. */
  simulations: z.int().nullable(),
  /**
   * The verdict on the worst output of its emulator; null: there is none, or it was trained by an earlier version.
   */
  emulator_verdict: verdict.nullable(),
  /** The revision rises with every stored change: an older one never overwrites a newer one. */
  revision: z.int(),
});
export type JobListItem = z.infer<typeof jobListItem>;

export const job = jobListItem.extend({
  description: z.string(),
  /** The banner shows this text while the platform works on the job: "Reading outputs.csv". */
  progress_text: z.string().nullable(),
  can_be_paused: z.boolean(),
  interrupted_while_training: z.boolean(),
  /** The person who paused it; null: it is not interrupted, or nobody paused it. */
  interrupted_by: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The person who created it; null to restricted people. */
  creator_id: z.int().nullable(),
  error: z.string().nullable(),
  /** Maps a field ("Parameters File", "Outputs File", ...) to the problems found in it, with row and column. */
  validation_errors: z.record(z.string(), z.array(z.string())).nullable(),
  is_data_driven: z.boolean(),
  /** The spec version that it was made from; null: from data. */
  spec_version_id: z.int().nullable(),
  source_job_id: z.int().nullable(),
  /** The job whose emulator it was created with; null: without one. */
  emulator_job_id: z.int().nullable(),
  has_simulations: z.boolean(),
  /** The progress of the simulations; null where there are none. */
  simulation_counts: simulationCounts.nullable(),
  /** Each entry says how well an emulator of the simulations so far predicted others, when it was chosen where the next ones go. */
  run_rounds: z.array(runRound),
  emulator_status: z.enum(["available"]).nullable(),
  /** The version rises with every newer emulator of this job; it is 0 before the first. */
  emulator_version: z.int(),
  /** True: the training is not over, and its last emulator will replace this one. */
  emulator_is_provisional: z.boolean(),
  /** The quality of the newest emulator; null as `emulator_verdict` is. */
  emulator_quality: emulatorQuality.nullable(),
  /** The step that would most likely improve the emulator of a complete job; null where none is needed or known. */
  next_step: nextStep.nullable(),
  /** The connected server that was chosen to train it, or the machine that is created for it; null: the platform. */
  training_server: z
    .object({
      /** 0 while a machine is still to be created. */
      id: z.int(),
      name: z.string(),
      /** The platform creates it for this training and deletes it afterwards. */
      is_machine: z.boolean(),
      /** True: it has the training now. False: the job, if it is to be trained, waits for it. */
      is_training: z.boolean(),
      /** A sentence says why it could not train it the last time. */
      trouble: z.string().nullable(),
    })
    .nullable(),
  config_is_editable: z.boolean(),
  has_been_configured: z.boolean(),
  /** A job from a spec trains with the default settings once its simulations are done, unless it is configured before. */
  train_when_done: z.boolean(),
  variables: z.array(z.object({ name: z.string(), initval: scalarValue.nullable() })),
});
export type Job = z.infer<typeof job>;

export const createJobBody = z.object({
  name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).default(""),
  source: z.enum(["files", "job-and-files"]),
  source_job_id: z.int().nullable().default(null),
  input_file_id: z.string().nullable().default(null),
  output_file_id: z.string().nullable().default(null),
  data_options: dataOptions.partial().default({}),
  /** Take over the settings of the source job's training, and train as soon as the rows are read. */
  train_when_read: z.boolean().default(false),
});
export type CreateJobBody = z.input<typeof createJobBody>;

/** The place in the queue of a job that waits for a runner. */
export const jobQueue = z.object({
  /** False: the job does not wait, and the other numbers are 0. */
  is_waiting: z.boolean(),
  /** Jobs of its kind that are being worked on now, and those that wait and start before it. */
  running: z.int(),
  ahead: z.int(),
  /** False: no runner is known to be connected, and nothing starts. */
  is_runner_connected: z.boolean(),
  /**
   * The expected duration of its own training once it starts (`estimateTraining`), in seconds; null: it is no
   * training.
   */
  estimate: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type JobQueue = z.infer<typeof jobQueue>;

/** A POST on one job that answers with the job as it then is. */
const jobAction = (path: string, summary: string) =>
  route({
    method: "POST",
    path: `/jobs/{job_id}/${path}`,
    summary,
    audience: "full-user",
    params: jobParams,
    response: job,
  });

export const jobRoutes = {
  listJobs: route({
    method: "GET",
    path: "/jobs/",
    summary: "A page of jobs",
    audience: "user",
    query: listQuery(JOB_SORT_COLUMNS).extend({
      ...jobFilterQuery,
      /** True: only jobs from files whose data has been read; another job can import it. */
      importable: booleanText.optional(),
      /** True: only jobs with focus regions; another job can import them. */
      has_focus_regions: booleanText.optional(),
      /** The jobs that provide an emulator of this spec. */
      emulates_spec_id: integerText.optional(),
      /** The jobs that were made from any version of this spec. */
      spec_id: integerText.optional(),
    }),
    response: page(jobListItem),
  }),
  createJob: route({
    method: "POST",
    path: "/jobs",
    summary: "Create a data-driven job from uploaded files, from another job, or from both",
    audience: "full-user",
    status: 201,
    body: createJobBody,
    response: created,
  }),
  getJob: route({
    method: "GET",
    path: "/jobs/{job_id}",
    summary: "One job",
    audience: "user",
    params: jobParams,
    response: job,
  }),
  deleteJobs: route({
    method: "POST",
    path: "/jobs:delete",
    summary: "Delete jobs with their data and emulators",
    audience: "full-user",
    status: 204,
    body: ids,
    response: noContent,
  }),
  getJobQueue: route({
    method: "GET",
    path: "/jobs/{job_id}/queue",
    summary: "How many jobs are ahead of one that waits for a runner",
    audience: "full-user",
    params: jobParams,
    response: jobQueue,
  }),
  pauseJob: jobAction("pause", "Pause, or stop training and keep the best emulator so far"),
  resumeJob: jobAction("resume", "Go on from where a pause or the last training ended"),
  retryJob: jobAction(
    "retry",
    "Try again what failed, or read the files again before the training is configured",
  ),
  extendJob: jobAction("extend", "Draw more samples"),
  getJobConfig: route({
    method: "GET",
    path: "/jobs/{job_id}/config",
    summary: "Columns, coordinates and training options of a job",
    audience: "user",
    params: jobParams,
    response: jobConfig,
  }),
  updateJobConfig: route({
    method: "PUT",
    path: "/jobs/{job_id}/config",
    summary: "Change any part of the config",
    audience: "full-user",
    params: jobParams,
    body: jobConfigChange,
    bodyLimit: 1024 ** 2,
    response: jobConfig,
  }),
  getFocusRegions: route({
    method: "GET",
    path: "/jobs/{job_id}/focus_regions",
    summary: "Where along the coordinate accuracy counts",
    audience: "full-user",
    params: jobParams,
    response: z.object({ regions: z.array(focusRegion), max_sections: z.int() }),
  }),
  updateFocusRegions: route({
    method: "PUT",
    path: "/jobs/{job_id}/focus_regions",
    summary: "Replace the focus regions",
    audience: "full-user",
    params: jobParams,
    body: z.object({ regions: boundedList(focusRegion, MAX_SECTIONS) }),
    bodyLimit: 256 * 1024,
    response: z.object({ regions: z.array(focusRegion), max_sections: z.int() }),
  }),
} as const;
