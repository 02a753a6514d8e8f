/** The score function of a new job, and the uploaded files that are inputs of it. */
import { join } from "node:path";
import type { GivenScoreInput, GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_SCORE_FILE_BYTES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { JobErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import { linkOrCopy, type Storage } from "../../files/storage.ts";
import type { JobRecord } from "../../models/job.ts";
import type { JobRun, StoredScoreInput } from "../../models/run.ts";
import type { Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";

type Score = NonNullable<GivenSpecJob["score_function"]>;

/** Finds the problems of a score function that has all its inputs, such as a file that holds no curve. */
export async function checkScore(
  { reader, storage, store }: ReadingPlatform,
  { _id }: User,
  model: SpecModel,
  score_function: Score | null,
  uploads: ReadonlyMap<string, Upload>,
  emulatorJobId: number | null,
): Promise<JobErrors> {
  if (score_function === null) return {};
  const uploaded = uploadedScore(storage, score_function, uploads);
  if ("errors" in uploaded) return uploaded.errors;
  const job = emulatorJobId === null ? null : await store.jobs.findOne({ _id: emulatorJobId });
  const request = { model, score: uploaded.score, ranges: outputRanges(job) };
  return await reader.perform(_id, "checkScore", request).catch((error: unknown) => {
    if (error instanceof Unread) return { score_function: [error.message] };
    throw error;
  });
}

/** Reads the range of each output's values in the rows that an emulator was trained on, by output. */
export const outputRanges = (
  job: Pick<JobRecord, "config"> | null,
): Record<string, { min: number; max: number }> =>
  Object.fromEntries(
    (job?.config.outputs ?? []).flatMap(({ name, min, max }) =>
      min === null || max === null ? [] : [[name, { min, max }]],
    ),
  );

/** A score function whose files are where they were uploaded. */
export function uploadedScore(
  storage: Storage,
  score_function: Score,
  uploads: ReadonlyMap<string, Upload>,
): { score: NonNullable<JobRun["score_function"]> } | { errors: JobErrors } {
  for (const [name, { total_bytes }] of uploads)
    if (total_bytes > MAX_SCORE_FILE_BYTES)
      return { errors: { [`score_function.inputs.${name}`]: [MESSAGES.scoreFileTooLarge] } };
  const files = Object.fromEntries(
    [...uploads].map(([name, upload]) => [name, storage.uploadPath(upload._id)]),
  );
  return { score: storedScore(score_function, (name) => files[name] ?? "") };
}

const SCORE_FILE_PREFIX = "score_file_";

/** Puts the files of a score function into the job's work directory. */
export async function stageScore(
  storage: Storage,
  jobId: number,
  score: Score | null,
  uploads: ReadonlyMap<string, Upload>,
): Promise<JobRun["score_function"]> {
  if (score === null) return null;
  const names = [...uploads.keys()];
  const toPath = (name: string): string => `${SCORE_FILE_PREFIX}${names.indexOf(name)}.csv`;
  for (const [name, upload] of uploads)
    await linkOrCopy(storage.uploadPath(upload._id), join(storage.workDir(jobId), toPath(name)));
  return storedScore(score, toPath);
}

function storedScore(
  { name, inputs }: Score,
  pathOf: (input: string) => string,
): NonNullable<JobRun["score_function"]> {
  return {
    name,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([input, scoreInput]) => [input, storedInput(scoreInput, pathOf(input))]),
    ),
  };
}

function storedInput(scoreInput: GivenScoreInput, file: string): StoredScoreInput {
  switch (scoreInput.type) {
    case "File":
      return { type: "File", file };
    case "Scalar":
      return scoreInput;
    case "Output Scalar":
    case "Output Vector":
      return { type: scoreInput.type, output_name: scoreInput.output_name ?? "" };
  }
}
