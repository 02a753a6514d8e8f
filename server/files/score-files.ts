/** The score function that a job has chosen, with the texts of the files that are inputs of it. */
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { ChosenInput, ChosenScore } from "@understudy/engine/specs/score-functions.ts";
import { MAX_SCORE_FILE_BYTES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { JobRun } from "../models/run.ts";

/**
 * @param folder that the files' paths are relative to, where they are not absolute
 * @throws UserError where a file is too large
 */
export async function readChosenScore(
  { name, inputs }: NonNullable<JobRun["score_function"]>,
  folder = "",
): Promise<ChosenScore> {
  const read: Record<string, ChosenInput> = {};
  for (const [input, stored] of Object.entries(inputs))
    read[input] =
      stored.type === "File" ? { type: "File", text: await readText(join(folder, stored.file)) } : stored;
  return { name, inputs: read };
}

async function readText(path: string): Promise<string> {
  const { size } = await stat(path);
  if (size > MAX_SCORE_FILE_BYTES) throw new UserError(MESSAGES.scoreFileTooLarge);
  return await readFile(path, "utf8");
}

/** As a job stores it, but with the paths of its files from the root. */
export function absoluteFiles(
  { name, inputs }: NonNullable<JobRun["score_function"]>,
  folder: string,
): NonNullable<JobRun["score_function"]> {
  const absolute = Object.entries(inputs).map(([input, stored]) => [
    input,
    stored.type === "File" ? { ...stored, file: join(folder, stored.file) } : stored,
  ]);
  return { name, inputs: Object.fromEntries(absolute) };
}
