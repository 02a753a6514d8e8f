import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createErrorList, type ErrorList } from "../../core/field-errors.ts";
import type { Source } from "../../files/specs/sources.ts";
import type { Staged } from "../../files/specs/stage.ts";
import type { VersionOfSpec } from "../../models/spec.ts";
import type { Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";
import type { ReadingPlatform } from "../../reading/reader.ts";
import type { Labels } from "../../reading/tasks.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { draftVersion, readStaged, refused, stageFiles } from "./draft-spec-version.ts";
import { gatherSpecFiles } from "./gather-spec-files.ts";
import { storeNewSpec } from "./store-spec-version.ts";

type Values = Readonly<Record<string, string | readonly string[]>>;
type Field = SpecTemplate["fields"][number];
type Filled = {
  /** Texts and choices as given; of files, their names. */
  values: Record<string, string | string[]>;
  sources: Source[];
  uploads: Upload[];
  errors: ErrorList;
  close(): void;
};

/**
 * Creates a spec from a template's fields; those of files hold ids of uploads.
 * @returns its first version
 * @throws Problem 400 with what is wrong by field.
 */
export async function createSpecFromTemplate(
  platform: ReadingPlatform,
  user: User,
  { key, fields }: SpecTemplate,
  labels: Labels,
  entries: Values,
): Promise<VersionOfSpec> {
  const { values, sources, uploads, errors, close } = await fillFields(platform, user, fields, entries);
  const staged = await (async () => {
    if (!errors.isEmpty) throw refusedFields(errors);
    return await stageFiles(platform, sources);
  })().finally(close);
  await addWritten(platform, user, staged, { key, values });
  const draft = await draftVersion(platform, user, staged, labels);
  const version = await storeNewSpec(platform, user, draft, key);
  await removeUploads(platform, uploads);
  return version;
}

async function fillFields(
  platform: RecordsAndFiles,
  user: User,
  fields: readonly Field[],
  entries: Values,
): Promise<Filled> {
  const errors = createErrorList();
  const filled: Filled = { values: {}, sources: [], uploads: [], errors, close: () => {} };
  for (const key of Object.keys(entries)) {
    if (!fields.some((field) => field.key === key)) errors.add(key, MESSAGES.noSuchField);
  }
  for (const { key, type, required } of fields) {
    const value = entries[key] ?? "";
    const isFile = type === "File" || type === "FileList";
    if (required && value.length === 0) {
      errors.add(key, isFile ? MESSAGES.fileRequired : MESSAGES.fieldRequired);
    } else if (isFile) {
      const names = await addFiles(platform, user, filled, key, [value].flat().filter(Boolean));
      if (type === "FileList") filled.values[key] = names;
      else if (names.length > 1) errors.add(key, "Choose one file");
      else filled.values[key] = names[0] ?? "";
    } else filled.values[key] = typeof value === "string" ? value : value.join(" ");
  }
  return filled;
}

async function addFiles(
  platform: RecordsAndFiles,
  user: User,
  filled: Filled,
  key: string,
  ids: readonly string[],
): Promise<string[]> {
  const { sources, problems, uploads, close } = await gatherSpecFiles(platform, user, ids);
  const closeOthers = filled.close;
  filled.close = () => {
    closeOthers();
    close();
  };
  for (const problem of problems) filled.errors.add(key, problem);
  filled.sources.push(...sources);
  filled.uploads.push(...uploads);
  return sources.map(({ path }) => path);
}

function refusedFields(list: ErrorList) {
  const { errors, more } = list.reported();
  return refused(errors, more);
}

/** Writes what the template makes of its fields, the manifest among it, beside the uploaded files. */
async function addWritten(
  platform: ReadingPlatform,
  user: User,
  staged: Staged,
  filled: { key: string; values: Filled["values"] },
): Promise<void> {
  const request = { folder: staged.folder, files: staged.files(), ...filled };
  const made = await readStaged(platform, user, staged, "fillTemplate", request);
  try {
    if ("errors" in made) throw refused(made.errors);
    for (const [path, text] of made.files) await staged.write(path, text);
  } catch (error) {
    await staged.remove();
    throw error;
  }
}
