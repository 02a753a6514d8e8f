/** What simulations leave on the platform, in their job's work directory: `simulations/<simulation>/<path>`, and their logs. */
import { constants } from "node:fs";
import { mkdir, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { problemOfPath } from "@understudy/engine/specs/paths.ts";
import { LOG_KEPT_BYTES, type LogPart, MAX_KEPT_BYTES } from "@understudy/shared/worker-protocol.ts";
import { simulationFolder } from "../files/kept-files.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";

/** A simulation's log, and the end of a long one, beside its files. */
const LOG_NAMES: Record<LogPart, string> = { head: "understudy.log", end: "understudy-end.log" };
/** A note on what was left out stands before the end of a log. */
const NOTE_BYTES = 200;
/** How often, in a file, it is asked whether there is room. */
const LOOK_FOR_ROOM_BYTES = 16 * 1024 ** 2;
/** Folders below a simulation's own. */
const DEEPEST = 8;
/** Never through a link: nothing here makes one, and nothing that somebody puts here is followed. */
const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_NOFOLLOW;

type Chunk = { readonly path: string; readonly offset: number; readonly bytes: Uint8Array };

/**
 * Writes a part of a file; written again it is the same file. @returns the size of the file as it now is
 * @throws ENOENT when the job is gone: its work directory is not made anew
 */
async function write(folder: string, { path, offset, bytes }: Chunk): Promise<number> {
  await mkdir(dirname(folder), { mode: 0o700 }).catch(ignoreExisting);
  await mkdir(dirname(join(folder, path)), { recursive: true, mode: 0o700 });
  const handle = await open(join(folder, path), FLAGS, 0o600);
  try {
    const { size } = await handle.stat();
    // A gap would be a file of zeros in the middle, of any length.
    if (offset > size) return size;
    if (offset === 0 && size > 0) await handle.truncate(0);
    await handle.write(bytes, 0, bytes.length, offset);
    return offset + bytes.length;
  } finally {
    await handle.close();
  }
}

function ignoreExisting(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "EEXIST") return;
  throw error;
}

/** What one connection keeps of one simulation is counted here, so that no simulation fills the disk. */
export function createKeptFiles(platform: Pick<Platform, "storage" | "space">) {
  const used = new Map<string, number>();

  return {
    /** @returns why no more of the file is wanted, or the size of what is there */
    keep: async (
      jobId: number,
      { simulation, ...chunk }: Chunk & { simulation: number },
    ): Promise<{ received: number; refusal: string | null }> => {
      const { path, offset, bytes } = chunk;
      const problem = problemOfPath(path);
      if (problem !== null) return { received: 0, refusal: `${problem}.` };
      if (path.split("/").length > DEEPEST) return { received: 0, refusal: "The folders are too deep." };
      const key = `${jobId}/${simulation}`;
      const total = (used.get(key) ?? 0) + bytes.length;
      if (total > MAX_KEPT_BYTES) {
        return { received: 0, refusal: `One simulation may keep ${MAX_KEPT_BYTES / 1024 ** 2} MB of files.` };
      }
      if (offset % LOOK_FOR_ROOM_BYTES === 0) {
        const refusal = await platform.space.require(bytes.length).then(
          () => null,
          (error: unknown) => (error instanceof Problem ? error.message : Promise.reject(error)),
        );
        if (refusal !== null) return { received: 0, refusal };
      }
      used.set(key, total);
      const received = await write(simulationFolder(platform.storage, jobId, simulation), chunk);
      return { received, refusal: null };
    },
    log: async (
      jobId: number,
      {
        simulation,
        part,
        offset,
        bytes,
      }: { simulation: number; part: LogPart; offset: number; bytes: Uint8Array },
    ): Promise<void> => {
      if (offset + bytes.length > LOG_KEPT_BYTES + NOTE_BYTES) return;
      await write(simulationFolder(platform.storage, jobId, simulation), {
        path: LOG_NAMES[part],
        offset,
        bytes,
      });
    },
    forget: (jobId: number, simulation: number): void => {
      used.delete(`${jobId}/${simulation}`);
    },
  };
}
