import { z } from "zod";
import { emulatorQuality, nextStep } from "../domain/emulator-quality.ts";
import { jobStatus } from "../domain/job.ts";
import { objective } from "../domain/objectives.ts";
import { scalarValue } from "../domain/variable.ts";
import { verdict } from "../domain/verdict.ts";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { booleanText, integerText } from "./codec.ts";
import { dataOptions, jobConfig, jobConfigChange } from "./job-config.ts";
import { draftOfJob } from "./job-draft.ts";
import { JOB_SORT_COLUMNS, jobFilterQuery } from "./job-list.ts";
import { created, ids, listQuery, page } from "./list.ts";
import { noContent, route } from "./route.ts";
import { runRound, simulationCounts } from "./run.ts";

export const jobParams = z.object({ job_id: integerText.describe("The ID of the job.") });

/** Every list row, and every live update of a list, needs these fields of a job. */
export const jobListItem = z.object({
  id: z.int().describe("The ID of the job, which people call it by."),
  name: z.string(),
  objective: objective.describe("What the job is for."),
  status: jobStatus.describe("Where the job stands in its life."),
  progress_percentage: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .describe("The share of the present phase that is done, in percent; null: nothing is in progress."),
  spec_id: z
    .int()
    .nullable()
    .describe("The spec that it was made from; null: it was made from data, or the caller is restricted."),
  tags: z.array(z.object({ name: z.string() })),
  creator: z.object({ name: z.string() }),
  creation_time: z.iso.datetime(),
  last_modified_time: z.iso.datetime(),
  can_be_deleted: z.boolean().describe("True: the caller may delete the job now."),
  can_be_changed: z.boolean().describe("False: the person who asks may change nothing of this job."),
  archived: z.boolean().describe("Archived jobs are hidden from the list unless they are asked for."),
  best_score: z
    .number()
    .nullable()
    .describe(
      "The highest score among its simulations, of an optimization that of its best design; null: none has a score.",
    ),
  simulations: z.int().nullable().describe("Simulations that are complete; null: the job runs none."),
  open_comments: z
    .int()
    .describe("Threads of comments that are not resolved; 0 where the caller is restricted."),
  open_comments_revision: z
    .int()
    .describe("The number rises with every change of `open_comments`, which leaves `revision` as it is."),
  emulator_verdict: verdict
    .nullable()
    .describe(
      "The verdict on the worst output of its emulator; null: there is none, or it was trained by an earlier version.",
    ),
  revision: z
    .int()
    .describe("The revision rises with every stored change: an older one never overwrites a newer one."),
});
export type JobListItem = z.infer<typeof jobListItem>;

export const job = jobListItem.extend({
  description: z.string(),
  has_notes: z.boolean().describe("True: the notes hold text. False where the caller is restricted."),
  notes_revision: z
    .int()
    .describe("The revision of the notes that `has_notes` tells of. 0 where the caller is restricted."),
  progress_text: z
    .string()
    .nullable()
    .describe(`The banner shows this text while the platform works on the job: "Reading outputs.csv".`),
  can_be_paused: z.boolean().describe("True: the job can be paused, or its training stopped, now."),
  interrupted_while_training: z
    .boolean()
    .describe("True: the job was interrupted in its training, which `resume` continues."),
  interrupted_by: z
    .object({ id: z.int(), name: z.string() })
    .nullable()
    .describe("The person who paused it; null: it is not interrupted, or nobody paused it."),
  creator_id: z.int().nullable().describe("The person who created it; null to restricted people."),
  error: z.string().nullable().describe("Why the job failed; null: it did not."),
  validation_errors: z
    .record(z.string(), z.array(z.string()))
    .nullable()
    .describe(
      `Maps a field ("Parameters File", "Outputs File", ...) to the problems found in it, with row and column.`,
    ),
  is_data_driven: z.boolean().describe("True: it was made from uploaded files."),
  spec_version_id: z.int().nullable().describe("The spec version that it was made from; null: from data."),
  source_job_id: z.int().nullable().describe("The job whose data and configuration it imported; null: none."),
  emulator_job_id: z
    .int()
    .nullable()
    .describe("The job whose emulator it was created with; null: without one."),
  has_simulations: z.boolean().describe("True: it has a table of simulations."),
  simulation_counts: simulationCounts
    .nullable()
    .describe("The progress of the simulations; null where there are none."),
  run_rounds: z
    .array(runRound)
    .describe(
      "Each entry says how well an emulator of the simulations so far predicted others, when it was chosen where the next ones go.",
    ),
  emulator_status: z
    .enum(["available"])
    .nullable()
    .describe("`available` once there is an emulator; otherwise null."),
  emulator_version: z
    .int()
    .describe("The version rises with every newer emulator of this job; it is 0 before the first."),
  emulator_is_provisional: z
    .boolean()
    .describe("True: the training is not over, and its last emulator will replace this one."),
  emulator_quality: emulatorQuality
    .nullable()
    .describe("The quality of the newest emulator; null as `emulator_verdict` is."),
  next_step: nextStep
    .nullable()
    .describe(
      "The step that would most likely improve the emulator of a complete job; null where none is needed or known.",
    ),
  training_server: z
    .object({
      id: z.int().describe("0 while a machine is still to be created."),
      name: z.string(),
      is_machine: z
        .boolean()
        .describe("True: the platform creates it for this training and deletes it afterwards."),
      is_training: z
        .boolean()
        .describe("True: it has the training now. False: the job, if it is to be trained, waits for it."),
      trouble: z.string().nullable().describe("A sentence says why it could not train it the last time."),
    })
    .nullable()
    .describe(
      "The connected server that was chosen to train it, or the machine that is created for it; null: the platform.",
    ),
  config_is_editable: z.boolean().describe("True: the names, units and grids of columns can be changed."),
  has_been_configured: z.boolean().describe("True: its training has been configured."),
  train_when_done: z
    .boolean()
    .describe(
      "A job from a spec trains with the default settings once its simulations are done, unless it is configured before.",
    ),
  variables: z
    .array(
      z.object({
        name: z.string(),
        initval: scalarValue
          .nullable()
          .describe("The initial value of the input, in the stored unit; null: it has none."),
      }),
    )
    .describe("The inputs and their initial values."),
});
export type Job = z.infer<typeof job>;

export const createJobBody = z.object({
  name: z.string().trim().min(1, MESSAGES.nameRequired).max(MAX_NAME_LENGTH),
  description: z.string().max(MAX_DESCRIPTION_LENGTH).default(""),
  source: z
    .enum(["files", "job-and-files"])
    .describe(
      "`files`: from uploaded files; `job-and-files`: from another job's data, with further rows of files if there are any.",
    ),
  source_job_id: z
    .int()
    .nullable()
    .default(null)
    .describe("The job to import from, for `source: job-and-files`."),
  input_file_id: z
    .string()
    .nullable()
    .default(null)
    .describe("The `file_id` of the uploaded parameters file."),
  output_file_id: z.string().nullable().default(null).describe("The `file_id` of the uploaded outputs file."),
  data_options: dataOptions
    .partial()
    .default({})
    .describe("Choices about rows, names and columns; those left out take their defaults."),
  train_when_read: z
    .boolean()
    .default(false)
    .describe("Take over the settings of the source job's training, and train as soon as the rows are read."),
  draft_id: draftOfJob,
});
export type CreateJobBody = z.input<typeof createJobBody>;

/** The place in the queue of a job that waits for a runner. */
export const jobQueue = z.object({
  is_waiting: z.boolean().describe("False: the job does not wait, and the other numbers are 0."),
  running: z.int().describe("Jobs of its kind that are being worked on now."),
  ahead: z.int().describe("The number of jobs that wait and start before it."),
  is_runner_connected: z.boolean().describe("False: no runner is known to be connected, and nothing starts."),
  estimate: z
    .object({
      low: z.number().describe("The lower end of the range, in seconds."),
      high: z.number().describe("The upper end of the range, in seconds."),
    })
    .nullable()
    .describe(
      "The expected duration of its own training once it starts (`estimateTraining`), in seconds; null: it is no training.",
    ),
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
      importable: booleanText
        .optional()
        .describe("True: only jobs from files whose data has been read; another job can import it."),
      has_focus_regions: booleanText
        .optional()
        .describe("True: only jobs with focus regions; another job can import them."),
      emulates_spec_id: integerText.optional().describe("The jobs that provide an emulator of this spec."),
      spec_id: integerText.optional().describe("The jobs that were made from any version of this spec."),
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
} as const;
