import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { computeSha256 } from "@understudy/engine/dataset/storage/files.ts";
import type { GivenSpecJob } from "@understudy/shared/api/spec-job.ts";
import { originalFileName } from "@understudy/shared/api/upload.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { JobErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";
import { linkOrCopy, type Storage } from "../../files/storage.ts";
import { isWhole, type Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import type { Records } from "../../platform/platform.ts";
import { canUseUpload } from "../../policies/upload.ts";

/** In the job's work directory. */
export const EXTRA_DATA_FILE = "extra_data.csv";
const VARIABLE_FILES = "variable_files";

/** The uploads of its creator that become files of a job. */
type JobUploads = {
  /** By File variable. */
  readonly variables: ReadonlyMap<string, Upload>;
  /** By input of the score function. */
  readonly score: ReadonlyMap<string, Upload>;
  readonly extraData: Upload | null;
  readonly all: readonly Upload[];
};

/** The uploads that a payload names; `missing` lists, by field, those that do not exist or are not the creator's. */
export async function findUploads(
  { store }: Records,
  creator: User,
  { variables }: SpecModel,
  body: GivenSpecJob,
): Promise<{ uploads: JobUploads; missing: JobErrors }> {
  const idsByField = new Map<string, string>();
  for (const { name } of variables) {
    const variable = ownValue(body.variables, name);
    if (variable?.type === "File" && variable.file_id !== null)
      idsByField.set(`variables.${name}.file_id`, variable.file_id);
  }
  for (const [name, input] of Object.entries(body.score_function?.inputs ?? {})) {
    if (input.type === "File" && input.file_id !== null)
      idsByField.set(`score_function.inputs.${name}`, input.file_id);
  }
  if (body.extra_data_file_id !== null) idsByField.set("extra_data_file_id", body.extra_data_file_id);

  const records = await store.uploads.find({ _id: { $in: [...new Set(idsByField.values())] } });
  const usable = records.filter((upload) => isWhole(upload) && canUseUpload(creator, upload));
  const uploadsById = new Map(usable.map((upload) => [upload._id, upload]));
  const missing: JobErrors = {};
  for (const [field, id] of idsByField) if (!uploadsById.has(id)) missing[field] = [MESSAGES.fileNotFound];

  const findUpload = (field: string): Upload | null => uploadsById.get(idsByField.get(field) ?? "") ?? null;
  const ofVariables = variables.flatMap(({ name }): [string, Upload][] => {
    const upload = findUpload(`variables.${name}.file_id`);
    return upload === null ? [] : [[name, upload]];
  });
  const ofScore = Object.keys(body.score_function?.inputs ?? {}).flatMap((name): [string, Upload][] => {
    const upload = findUpload(`score_function.inputs.${name}`);
    return upload === null ? [] : [[name, upload]];
  });
  return {
    uploads: {
      variables: new Map(ofVariables),
      score: new Map(ofScore),
      extraData: findUpload("extra_data_file_id"),
      all: usable,
    },
    missing,
  };
}

/** Puts uploads into a job's work directory; answers where each File variable's file now lies there, and what it is. */
export async function stageFiles(
  storage: Storage,
  jobId: number,
  { variables, extraData }: JobUploads,
): Promise<Map<string, DescribedFile>> {
  const workDir = storage.workDir(jobId);
  if (extraData !== null) await linkOrCopy(storage.uploadPath(extraData._id), join(workDir, EXTRA_DATA_FILE));
  const staged = new Map<string, DescribedFile>();
  for (const [name, upload] of variables) {
    const folder = `${VARIABLE_FILES}/${name}`;
    const path = `${folder}/${originalFileName(upload.generated_file_name)}`;
    await mkdir(join(workDir, folder), { recursive: true, mode: 0o700 });
    await linkOrCopy(storage.uploadPath(upload._id), join(workDir, path));
    staged.set(name, { path, size: upload.total_bytes, sha256: await computeSha256(join(workDir, path)) });
  }
  return staged;
}
