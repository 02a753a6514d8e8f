import type { createJobBody } from "@understudy/shared/api/job.ts";
import {
  type DataOptions,
  EMPTY_CONFIG,
  type JobConfig,
  NO_DATA_OPTIONS,
} from "@understudy/shared/api/job-config.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import { mergeTraining } from "@understudy/shared/job-config/apply-change.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { type FieldErrors, invalid } from "../../core/problem.ts";
import { linkOrCopy } from "../../files/storage.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import type { JobQueueing, Records } from "../../platform/platform.ts";
import { canSeeJob } from "../../policies/job.ts";
import { withTurn } from "../runner/turn.ts";
import { queueWork } from "../runner/work.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { freshJob } from "./fresh-job.ts";
import { chosenUpload } from "./replace-files.ts";

type CreateJobBody = z.output<typeof createJobBody>;
type Files = { parameters: Upload; outputs: Upload };

/**
 * Creates a data-driven job from two uploaded files, from another job's rows, or from both, and queues it for reading.
 * @throws Problem 400 with errors by field: source_job_id, input_file, output_file.
 */
export async function createJob(
  platform: JobQueueing,
  creator: User,
  body: CreateJobBody,
): Promise<JobRecord> {
  const { store, storage } = platform;
  const errors: FieldErrors = {};
  const source = body.source === "files" ? null : await sourceJob(platform, creator, body, errors);
  const files = await chosenFiles(platform, creator, body, errors);
  if (Object.keys(errors).length > 0) throw invalid(errors);

  const _id = await store.nextId("jobs");
  await storage.createWorkDir(_id);
  if (files !== null) {
    await linkOrCopy(storage.uploadPath(files.parameters._id), storage.parametersPath(_id));
    await linkOrCopy(storage.uploadPath(files.outputs._id), storage.outputsPath(_id));
  }
  const job = await store.jobs.insert(await withTurn(store, newJob({ _id, creator, body, files, source })));
  if (files !== null) await removeUploads(platform, [files.parameters, files.outputs]);
  platform.publish.job(job);
  queueWork(platform, job);
  return job;
}

async function sourceJob(
  { store }: Records,
  creator: User,
  { source_job_id }: CreateJobBody,
  errors: FieldErrors,
): Promise<JobRecord | null> {
  const job = source_job_id === null ? null : await store.jobs.findOne({ _id: source_job_id });
  if (job === null || !canSeeJob(creator, job)) errors.source_job_id = [MESSAGES.sourceJobRequired];
  else if (job.config.inputs.length === 0) errors.source_job_id = [MESSAGES.sourceJobHasNoData];
  return job;
}

async function chosenFiles(
  platform: Records,
  creator: User,
  { source, input_file_id, output_file_id }: CreateJobBody,
  errors: FieldErrors,
): Promise<Files | null> {
  if (source === "job-and-files" && input_file_id === null && output_file_id === null) return null;
  const usable = async (id: string | null, field: string, required: string): Promise<Upload | null> => {
    if (id !== null) return await chosenUpload(platform, creator, id, { field, errors });
    errors[field] = [source === "files" ? required : MESSAGES.bothFiles];
    return null;
  };
  const parameters = await usable(input_file_id, "input_file", MESSAGES.inputFileRequired);
  const outputs = await usable(output_file_id, "output_file", MESSAGES.outputFileRequired);
  return parameters === null || outputs === null ? null : { parameters, outputs };
}

type NewJob = {
  _id: number;
  creator: User;
  body: CreateJobBody;
  files: Files | null;
  source: JobRecord | null;
};

const newJob = ({ _id, creator, body, files, source }: NewJob): JobRecord =>
  freshJob(creator, {
    _id,
    name: body.name,
    description: body.description,
    objective: "Training",
    status: "Validating",
    is_data_driven: true,
    source_job_id: source?._id ?? null,
    file_names: files && {
      parameters: originalFileName(files.parameters.generated_file_name),
      outputs: originalFileName(files.outputs.generated_file_name),
    },
    config: {
      ...EMPTY_CONFIG,
      data_options: withDefaults(body.data_options),
      ...(source !== null && body.train_when_read ? takenOver(source) : {}),
    },
    focus_regions: source !== null && body.train_when_read ? source.focus_regions : [],
  });

/** The source job's training settings; the new job is trained by the platform. */
const takenOver = ({ config }: JobRecord): Pick<JobConfig, "has_been_configured" | "training"> => ({
  has_been_configured: true,
  training: mergeTraining(config, { train_on: "platform", resource_id: null }),
});

function withDefaults(chosen: CreateJobBody["data_options"]): DataOptions {
  const entries = Object.entries(chosen).filter(([, value]) => value !== undefined);
  return { ...NO_DATA_OPTIONS, ...Object.fromEntries(entries) };
}
