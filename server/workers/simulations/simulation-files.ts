/**
 * Stores the files of simulations in their job's work directory: `simulations/<simulation>/<path>`, and their logs.
 */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ensureFolder } from "@understudy/engine/dataset/storage/files.ts";
import { problemOfPath } from "@understudy/engine/specs/language/paths.ts";
import { LOG_KEPT_BYTES, type LogPart, MAX_KEPT_BYTES } from "@understudy/shared/worker/worker-simulation.ts";
import { simulationFolder } from "../../files/kept-files.ts";
import { type Chunk, writeChunk } from "../../files/write-chunk.ts";
import type { Platform } from "../../platform/platform.ts";
import { refusalForSpace, refuseWithDisk } from "../space-check.ts";

/** A simulation's log, and the end of a long one, beside its files. */
const LOG_NAMES: Record<LogPart, string> = { head: "understudy.log", end: "understudy-end.log" };
/** A note on what was left out stands before the end of a log. */
const NOTE_BYTES = 200;
/** Folders below a simulation's own. */
const MAX_DEPTH = 8;

type FileChunk = Chunk & { readonly path: string };

/**
 * Writes a chunk of a simulation's file. @returns the size of the file as it now is
 * @throws ENOENT when the job is gone: its work directory is not made anew
 */
async function write(folder: string, { path, ...chunk }: FileChunk): Promise<number> {
  const file = join(folder, path);
  await ensureFolder(dirname(folder));
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  return await writeChunk(file, chunk, { truncate: true });
}

/** For one connection, which counts what each simulation keeps, so that none fills the disk. */
export function createSimulationFiles({ storage, space }: Pick<Platform, "storage" | "space">) {
  const used = new Map<string, number>();

  return {
    /** @returns why no more of the file is wanted, or the size of what is there */
    storeChunk: async (
      jobId: number,
      { simulation, path, offset, bytes }: FileChunk & { simulation: number },
    ): Promise<{ received: number; refusal: string | null }> => {
      const refused = (refusal: string) => ({ received: 0, refusal });
      const problem = problemOfPath(path);
      if (problem !== null) return refused(`${problem}.`);
      if (path.split("/").length > MAX_DEPTH) return refused("The folders are nested too deeply.");
      const key = `${jobId}/${simulation}`;
      const total = (used.get(key) ?? 0) + bytes.length;
      if (total > MAX_KEPT_BYTES) {
        return refused(`One simulation may keep ${MAX_KEPT_BYTES / 1024 ** 2} MB of files.`);
      }
      const refusal = await refusalForSpace(space, { offset, bytes });
      if (refusal !== null) return refused(refusal);
      used.set(key, total);
      const folder = simulationFolder(storage, jobId, simulation);
      return await refuseWithDisk(async () => ({
        received: await write(folder, { path, offset, bytes }),
        refusal: null,
      }));
    },
    storeLog: async (
      jobId: number,
      { simulation, part, offset, bytes }: Chunk & { simulation: number; part: LogPart },
    ): Promise<void> => {
      if (offset + bytes.length > LOG_KEPT_BYTES + NOTE_BYTES) return;
      const path = LOG_NAMES[part];
      await write(simulationFolder(storage, jobId, simulation), { path, offset, bytes });
    },
    forget: (jobId: number, simulation: number): void => {
      used.delete(`${jobId}/${simulation}`);
    },
  };
}
