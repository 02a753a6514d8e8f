/** Specs and files that a server may read: those of its owner's jobs, and no others. */
import { open } from "node:fs/promises";
import { join } from "node:path";
import { type DescribedFile, FILE_CHUNK_BYTES, type FileSource } from "@understudy/shared/worker-protocol.ts";
import { type OpenedSpecVersion, openSpecVersion } from "../files/specs/open.ts";
import { jobId, jobRecord } from "../models/job.ts";
import type { Platform } from "../platform.ts";

/** Versions that are remembered: a server works on few jobs at a time. */
const REMEMBERED = 20;

type Needed = Pick<Platform, "store" | "storage">;
type Found = { readonly folder: string; readonly files: readonly DescribedFile[] };

const jobFiles = jobRecord.pick({ _id: true, run: true });

/** Why a server does not get what it asks for, in a sentence. */
export class UnreadableError extends Error {
  override readonly name = "UnreadableError";
}

/** For one connection of a server of `userId`. */
export function createReadable(platform: Needed, userId: number) {
  const specs = new Map<number, Promise<OpenedSpecVersion>>();

  const openOwn = async (version: number): Promise<OpenedSpecVersion> => {
    const own = { spec_version_id: version, "creator.id": userId };
    const [job] = await platform.store.jobs.find(own, { limit: 1 }, jobId);
    if (job === undefined) throw new UnreadableError("No job of yours was made from this spec.");
    return await openSpecVersion(platform, version);
  };
  const spec = (version: number): Promise<OpenedSpecVersion> => {
    const known = specs.get(version);
    if (known !== undefined) return known;
    const opened = openOwn(version);
    opened.catch(() => specs.delete(version));
    const [oldest] = specs.keys();
    if (specs.size >= REMEMBERED && oldest !== undefined) specs.delete(oldest);
    specs.set(version, opened);
    return opened;
  };
  const filesOfJob = async (id: number): Promise<Found> => {
    const [job] = await platform.store.jobs.find({ _id: id, "creator.id": userId }, { limit: 1 }, jobFiles);
    if (job === undefined) throw new UnreadableError("There is no such job of yours.");
    const files = Object.values(job.run?.variables ?? {}).flatMap((variable) =>
      variable.type === "File" && variable.file !== null ? [variable.file] : [],
    );
    return { folder: platform.storage.workDir(id), files };
  };

  return {
    spec,
    /** The chunk of a file that begins at `offset`. @throws UnreadableError, or what the file system says */
    chunk: async (
      source: FileSource,
      path: string,
      offset: number,
    ): Promise<{ bytes: Uint8Array; last: boolean }> => {
      const { folder, files } = await (source.kind === "job" ? filesOfJob(source.id) : spec(source.id));
      const file = files.find((one) => one.path === path);
      if (file === undefined) throw new UnreadableError(`There is no file ${path}.`);
      const handle = await open(join(folder, path), "r");
      try {
        const buffer = Buffer.alloc(Math.min(FILE_CHUNK_BYTES, Math.max(0, file.size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
        return { bytes: buffer.subarray(0, bytesRead), last: offset + bytesRead >= file.size };
      } finally {
        await handle.close();
      }
    },
  };
}
