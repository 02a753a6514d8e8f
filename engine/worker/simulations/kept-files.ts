/** What is uploaded of a simulation's directory: the files that the spec names, and the log. */
import { glob, lstat, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import { type Attempt, MAX_KEPT_BYTES } from "@understudy/shared/worker-simulation.ts";
import { problemOfPath } from "../../specs/paths.ts";
import type { WorkFolders } from "../files/folder.ts";
import type { LogCapture } from "./log-capture.ts";

const MAX_FILES = 200;

/**
 * Those of the files (names, or patterns with * and ?) that the simulation left, with forward slashes, relative to the
 * directory. Whatever is no plain file is left out, and what would be too much for one simulation.
 */
export async function keptFiles(directory: string, patterns: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  let bytes = 0;
  for (const pattern of patterns) {
    for await (const name of glob(pattern, { cwd: directory })) {
      const path = name.split(sep).join("/");
      if (found.has(path) || found.size >= MAX_FILES || problemOfPath(path) !== null) continue;
      const stats = await lstat(join(directory, name)).catch(() => null);
      if (!stats?.isFile() || bytes + stats.size > MAX_KEPT_BYTES) continue;
      bytes += stats.size;
      found.add(path);
    }
  }
  return [...found];
}

/** Writes the log beside the directory of the attempt. @returns whether it could be: a full disk costs the log, not the result */
export async function writeLog(folder: WorkFolders, attempt: Attempt, log: LogCapture): Promise<boolean> {
  try {
    await writeFile(folder.logOf(attempt, "head"), log.head(), { mode: 0o600 });
    const end = log.end();
    if (end !== null) await writeFile(folder.logOf(attempt, "end"), end, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}
