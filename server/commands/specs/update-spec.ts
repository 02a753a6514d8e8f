import { join } from "node:path";
import type { SpecProblem } from "@understudy/engine/specs/check-manifest.ts";
import type { createSpecVersionBody } from "@understudy/shared/api/spec.ts";
import { MANIFEST_FILE } from "@understudy/shared/domain/spec-manifest.ts";
import type { z } from "zod";
import { createErrorList, type ErrorList } from "../../core/field-errors.ts";
import { linkedSource, type Source } from "../../files/specs/sources.ts";
import type { VersionOfSpec } from "../../models/spec.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";
import type { ReadingPlatform } from "../../reading/reader.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { draftVersion, manifestText, stageFiles } from "./draft-spec-version.ts";
import { gatherSpecFiles } from "./gather-spec-files.ts";
import { storeNextVersion } from "./store-spec-version.ts";

type VersionBody = z.output<typeof createSpecVersionBody>;
type FilesBody = Extract<VersionBody, { source: "files" }>;
type FormBody = Extract<VersionBody, { source: "form-params" }>;

const toLabels = ({ name, description }: VersionOfSpec) => ({
  verbose_name: name,
  help_text: description,
});

/** Lists the files of a version, which the next version keeps as well. */
function listFiles({ storage }: Pick<Platform, "storage">, { _id, spec_id, files }: VersionOfSpec): Source[] {
  const folder = storage.specVersionDir(spec_id, _id);
  return files.map(({ path, size }) => linkedSource(path, size, join(folder, path)));
}

/**
 * The next version of a spec, from uploaded files. Its name and description stay, and so does spec.json where no other
 * comes; all other files go unless they are to be kept.
 * @throws Problem 400 as `createSpec`, 409 when another version follows already.
 */
export async function updateSpecFiles(
  platform: ReadingPlatform,
  user: User,
  source: VersionOfSpec,
  { files, keep_others }: Omit<FilesBody, "source_spec_version_id">,
): Promise<VersionOfSpec> {
  const { sources, problems, uploads, close } = await gatherSpecFiles(platform, user, files);
  const replaced = new Set(sources.map(({ path }) => path));
  const keptFiles = listFiles(platform, source).filter(
    ({ path }) => !replaced.has(path) && (keep_others || path === MANIFEST_FILE),
  );
  const staged = await stageFiles(platform, [...keptFiles, ...sources], problems).finally(close);
  const draft = await draftVersion(platform, user, staged, toLabels(source));
  const version = await storeNextVersion(platform, user, draft, source);
  await removeUploads(platform, uploads);
  return version;
}

/**
 * The next version of a spec, from a form's changes to its manifest. Its files stay as they are.
 * @throws Problem 400 with what is wrong by place in the manifest (`variables.2.default_val`), 409 as above.
 */
export async function updateSpecForm(
  platform: ReadingPlatform,
  user: User,
  source: VersionOfSpec,
  { verbose_name, help_text, ...parts }: Omit<FormBody, "source_spec_version_id">,
): Promise<VersionOfSpec> {
  const labels = toLabels(source);
  const nextLabels = {
    verbose_name: verbose_name ?? labels.verbose_name,
    help_text: help_text ?? labels.help_text,
  };
  const staged = await stageFiles(platform, listFiles(platform, source));
  await staged.write(MANIFEST_FILE, manifestText({ ...source.manifest, ...parts, ...nextLabels }));
  const draft = await draftVersion(platform, user, staged, nextLabels, byPlace);
  return await storeNextVersion(platform, user, draft, source);
}

/** Problems by place in the manifest; those of another file by its name. */
function byPlace(problems: readonly SpecProblem[]): ErrorList {
  const errors = createErrorList();
  for (const { file, path, message } of problems)
    errors.add(file === MANIFEST_FILE ? path || "request" : file, message);
  return errors;
}
