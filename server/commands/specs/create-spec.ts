import type { VersionOfSpec } from "../../models/spec.ts";
import type { User } from "../../models/user.ts";
import type { ReadingPlatform } from "../../reading/reader.ts";
import type { Labels } from "../../reading/tasks.ts";
import { removeUploads } from "../uploads/remove-uploads.ts";
import { draftVersion, stageFiles } from "./draft-spec-version.ts";
import { type GivenFile, gatherSpecFiles } from "./gather-spec-files.ts";
import { storeNewSpec } from "./store-spec-version.ts";

/**
 * Creates a spec from uploaded files.
 * @returns its first version
 * @throws Problem 400 with everything that is wrong with the files and their manifest, on the field `file`.
 */
export async function createSpec(
  platform: ReadingPlatform,
  user: User,
  { file, ...labels }: Labels & { file: readonly GivenFile[] },
): Promise<VersionOfSpec> {
  const { sources, problems, uploads, close } = await gatherSpecFiles(platform, user, file);
  const staged = await stageFiles(platform, sources, problems).finally(close);
  const draft = await draftVersion(platform, user, staged, labels);
  const version = await storeNewSpec(platform, user, draft, null);
  await removeUploads(platform, uploads);
  return version;
}
