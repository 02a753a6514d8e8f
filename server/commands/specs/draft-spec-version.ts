import type { Problems, SpecProblem } from "@understudy/engine/specs/check-manifest.ts";
import { describeProblem } from "@understudy/engine/specs/check-manifest.ts";
import { MANIFEST_FILE, type SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createErrorList, type ErrorList, type FieldErrors } from "../../core/field-errors.ts";
import { invalid, type Problem } from "../../core/problem.ts";
import { type Source, Unreadable } from "../../files/specs/sources.ts";
import { type Staged, stage } from "../../files/specs/stage.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";
import type { Labels, Work, WorkAnswer, WorkRequest } from "../../reading/tasks.ts";
import { problemsTogether } from "./gather-spec-files.ts";

/** A version that is whole and checked, but has neither a number nor a place yet. */
export type Draft = { staged: Staged; manifest: SpecManifest; demo_problem: string | null };

/** A refusal of what a person sent to make a spec. */
export const refused = (errors: FieldErrors, more = 0): Problem =>
  invalid(errors, MESSAGES.invalidBody, more);

/**
 * Writes files where they are not visible yet.
 * @param problems What is wrong with them already.
 * @throws Problem 400 with all that is wrong with the files, on the field `file`; 413 when there is no room for them.
 */
export async function stageFiles(
  { storage, space }: Pick<Platform, "storage" | "space">,
  sources: readonly Source[],
  problems: readonly string[] = [],
): Promise<Staged> {
  const all = [...problems, ...problemsTogether(sources)];
  if (all.length > 0) throw refused({ file: all });
  await space.require(sources.reduce((sum, { size }) => sum + size, 0));
  return await stage(storage, sources).catch((error: unknown) => {
    throw error instanceof Unreadable ? refused({ file: [error.message] }) : error;
  });
}

/**
 * Has something read from a staged folder, which is removed where it cannot be.
 * @throws Problem 400 where it takes too long or too much memory, on the field `file`.
 */
export async function readStaged<W extends Work>(
  { reader }: ReadingPlatform,
  user: User,
  staged: Staged,
  work: W,
  request: WorkRequest<W>,
): Promise<WorkAnswer<W>> {
  try {
    return await reader.perform(user._id, work, request);
  } catch (error) {
    await staged.remove();
    throw error instanceof Unread ? refused({ file: [error.message] }) : error;
  }
}

/**
 * Checks what lies in a staged folder, which is removed where it is not sound.
 * @param toErrors How problems of the manifest become errors by field.
 * @throws Problem 400 with all problems at once.
 */
export async function draftVersion(
  platform: ReadingPlatform,
  user: User,
  staged: Staged,
  labels: Labels,
  toErrors: (problems: readonly SpecProblem[]) => ErrorList = onFile,
): Promise<Draft> {
  const request = { folder: staged.folder, files: staged.files(), labels };
  const checked = await readStaged(platform, user, staged, "checkSpec", request);
  try {
    if (!("manifest" in checked)) throw refusedManifest(checked, toErrors);
    if (checked.written !== null) await staged.write(MANIFEST_FILE, checked.written);
    return { staged, manifest: checked.manifest, demo_problem: checked.demo_problem };
  } catch (error) {
    await staged.remove();
    throw error;
  }
}

function refusedManifest(
  { problems, more }: Problems,
  toErrors: (problems: readonly SpecProblem[]) => ErrorList,
): Problem {
  const list = toErrors(problems).reported();
  return refused(list.errors, list.more + more);
}

/** A form for uploaded files has one field for all of them. */
function onFile(problems: readonly SpecProblem[]): ErrorList {
  const errors = createErrorList();
  for (const problem of problems) errors.add("file", describeProblem(problem));
  return errors;
}

/** As people read it. */
export const manifestText = (manifest: unknown): string => `${JSON.stringify(manifest, null, 2)}\n`;
