import { rename, rm } from "node:fs/promises";
import type { ReplaceFilesBody } from "@understudy/shared/api/job-edit.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FieldErrors, invalid, Problem } from "../../core/problem.ts";
import { type SampleEntry, samplePath } from "../../files/samples.ts";
import { linkOrCopy } from "../../files/storage.ts";
import type { JobRecord } from "../../models/job.ts";
import { isWhole, type Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import type { JobTransitions, LimitedFiles, Platform, Records } from "../../platform/platform.ts";
import { canUseUpload } from "../../policies/upload.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { uploadFile } from "../uploads/upload-file.ts";
import { transitionJob } from "./transition-job.ts";

type Replacement = { parameters: Upload | null; outputs: Upload | null };

/**
 * Puts one file or both in the place of those that failed their validation, and validates the job again. All else that was
 * given with the job stays.
 * @throws Problem 400 with errors by field: input_file, output_file; 409 when the job is in another state.
 */
export async function replaceFiles(
  platform: JobTransitions,
  user: User,
  job: JobRecord,
  body: ReplaceFilesBody,
): Promise<JobRecord> {
  if (job.status !== "Validation Failed") throw new Problem(409, MESSAGES.jobHasMoved(job.status));
  const chosen = await chosenFiles(platform, user, job, body);
  await putFile(platform, chosen.parameters, platform.storage.parametersPath(job._id));
  await putFile(platform, chosen.outputs, platform.storage.outputsPath(job._id));
  const updated = await transitionJob(platform, job._id, "retry", {
    change: ({ file_names }) => ({
      file_names: {
        parameters: chooseFileName(chosen.parameters, file_names?.parameters),
        outputs: chooseFileName(chosen.outputs, file_names?.outputs),
      },
    }),
  });
  await removeUploads(
    platform,
    [chosen.parameters, chosen.outputs].filter((upload) => upload !== null),
  );
  return updated;
}

async function chosenFiles(
  platform: Records,
  user: User,
  job: JobRecord,
  { input_file_id, output_file_id }: ReplaceFilesBody,
): Promise<Replacement> {
  const errors: FieldErrors = {};
  const choose = async (id: string | null, field: string): Promise<Upload | null> => {
    if (id !== null) return await chosenUpload(platform, user, id, { field, errors });
    // A job whose rows all came from another one has no file to keep.
    const isNothingChosen = input_file_id === null && output_file_id === null;
    if (job.file_names === null || isNothingChosen) errors[field] = [MESSAGES.fileRequired];
    return null;
  };
  const parameters = await choose(input_file_id, "input_file");
  const outputs = await choose(output_file_id, "output_file");
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { parameters, outputs };
}

/** The file there may be a hard link to one that others use: it is replaced, never written to. */
async function putFile(
  { storage }: Pick<Platform, "storage">,
  upload: Upload | null,
  path: string,
): Promise<void> {
  if (upload === null) return;
  const temporaryPath = `${path}.${upload._id}`;
  await rm(temporaryPath, { force: true });
  await linkOrCopy(storage.uploadPath(upload._id), temporaryPath);
  await rename(temporaryPath, path);
}

const chooseFileName = (upload: Upload | null, before: string | undefined): string =>
  upload === null ? (before ?? "") : originalFileName(upload.generated_file_name);

/** The upload with this id; null, with an error under `field`, when it is not there, not whole, or somebody else's. */
export async function chosenUpload(
  { store }: Records,
  user: User,
  id: string,
  { field, errors }: { field: string; errors: FieldErrors },
): Promise<Upload | null> {
  const upload = await store.uploads.findOne({ _id: id });
  if (upload !== null && isWhole(upload) && canUseUpload(user, upload)) return upload;
  errors[field] = [MESSAGES.fileNotFound];
  return null;
}

/** Makes a sample's two files uploads of a person, as if they had sent them. */
export async function useSample(
  platform: LimitedFiles,
  userId: number,
  sample: SampleEntry,
): Promise<{ parameters: Upload; outputs: Upload }> {
  return {
    parameters: await uploadFile(platform, userId, samplePath(sample.parameters)),
    outputs: await uploadFile(platform, userId, samplePath(sample.outputs)),
  };
}
