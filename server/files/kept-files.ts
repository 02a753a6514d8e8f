/**
 * The files that simulations left on the platform: `simulations/<simulation>/<path>` in their job's work directory.
 */
import { readdir, stat } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Storage } from "./storage.ts";

/** More than a page lists are still there for who knows their names. */
const MAX_LISTED = 500;

export const simulationFolder = (storage: Pick<Storage, "workDir">, jobId: number, simulation: number) =>
  join(storage.workDir(jobId), "simulations", String(simulation));

/** The files of one simulation with their sizes, by path; none where nothing was kept. */
export async function listKeptFiles(folder: string): Promise<{ path: string; size: number }[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).slice(0, MAX_LISTED);
  const listed = await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const path = join(parentPath, name);
      const { size } = await stat(path);
      return { path: posix.normalize(path.slice(folder.length + 1).replaceAll("\\", "/")), size };
    }),
  );
  return listed.sort((a, b) => a.path.localeCompare(b.path, "en", { numeric: true }));
}
