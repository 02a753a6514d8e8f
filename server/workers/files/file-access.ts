/**
 * Specs and files that a server may read: those of its owner's jobs, those of other people's jobs while simulations of them are
 * leased to it, of trainings only the one that it has, and no others.
 */
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "@understudy/shared/user-error.ts";
import type { FileSource } from "@understudy/shared/worker/worker-protocol.ts";
import { type DescribedFile, FILE_CHUNK_BYTES } from "@understudy/shared/worker-parts.ts";
import { LRUCache } from "lru-cache";
import { leasedTo } from "../../dispatch/choose-waiting.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import { type OpenedSpecVersion, openSpecVersion } from "../../files/specs/open.ts";
import { isTrainingFile } from "../../files/training-files.ts";
import { jobId, jobRecord } from "../../models/job.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";

/** Versions that are cached: a server works on few jobs at a time. */
const MAX_SPECS = 20;

type LocatedFile = { readonly folder: string; readonly size: number };

const jobFiles = jobRecord.pick({ _id: true, run: true, creator: true });

export type FileAccess = ReturnType<typeof createFileAccess>;

/** For one connection of the server. */
export function createFileAccess(platform: RecordsAndFiles, { id: serverId, userId }: ConnectedServer) {
  const specs = new LRUCache<number, Promise<OpenedSpecVersion>>({ max: MAX_SPECS });

  const countLeases = (jobs: readonly { _id: number }[]) =>
    platform.store.simulations.count({
      ...leasedTo([{ id: serverId }]),
      job_id: { $in: jobs.map(({ _id }) => _id) },
    });
  const openReadable = async (version: number): Promise<OpenedSpecVersion> => {
    const { jobs } = platform.store;
    const ownJobCount = await jobs.count({ spec_version_id: version, "creator.id": userId });
    const guests = { spec_version_id: version, "run.resources.id": serverId };
    if (ownJobCount === 0 && (await countLeases(await jobs.find(guests, {}, jobId))) === 0) {
      throw new UserError("No job of yours was made from this spec.");
    }
    return await openSpecVersion(platform, version);
  };
  const spec = (version: number): Promise<OpenedSpecVersion> => {
    const cached = specs.get(version);
    if (cached !== undefined) return cached;
    const opened = openReadable(version);
    opened.catch(() => specs.delete(version));
    specs.set(version, opened);
    return opened;
  };
  const noFile = (path: string) => new UserError(`There is no file ${path}.`);
  const among = (folder: string, files: readonly DescribedFile[], requestedPath: string): LocatedFile => {
    const file = files.find(({ path }) => path === requestedPath);
    if (file === undefined) throw noFile(requestedPath);
    return { folder, size: file.size };
  };
  const findOfJob = async (id: number, path: string): Promise<LocatedFile> => {
    const [job] = await platform.store.jobs.find({ _id: id }, { limit: 1 }, jobFiles);
    if (job === undefined || (job.creator.id !== userId && (await countLeases([job])) === 0)) {
      throw new UserError("There is no such job of yours.");
    }
    const files = Object.values(job.run?.variables ?? {}).flatMap((variable) =>
      variable.type === "File" && variable.file !== null ? [variable.file] : [],
    );
    return among(platform.storage.workDir(id), files, path);
  };
  const findOfTraining = async (id: number, path: string): Promise<LocatedFile> => {
    const leased = { "training_server.id": serverId, "training_server.lease_until": { $ne: null } };
    const filter = { _id: id, "creator.id": userId, ...leased };
    if ((await platform.store.jobs.count(filter)) === 0) {
      throw new UserError("This training is not this server's any more.");
    }
    const folder = platform.storage.workDir(id);
    const stats = isTrainingFile(path) ? await stat(join(folder, path)).catch(() => null) : null;
    if (stats === null) throw noFile(path);
    return { folder, size: stats.size };
  };
  const find = async ({ kind, id }: FileSource, path: string): Promise<LocatedFile> => {
    switch (kind) {
      case "job":
        return await findOfJob(id, path);
      case "training":
        return await findOfTraining(id, path);
      case "spec-version": {
        const { folder, files } = await spec(id);
        return among(folder, files, path);
      }
    }
  };

  return {
    spec,
    /** The chunk of a file that begins at `offset`. @throws UserError, or an error of the file system */
    chunk: async (
      source: FileSource,
      path: string,
      offset: number,
    ): Promise<{ bytes: Uint8Array; last: boolean }> => {
      const { folder, size } = await find(source, path);
      const handle = await open(join(folder, path), "r");
      try {
        const buffer = Buffer.alloc(Math.min(FILE_CHUNK_BYTES, Math.max(0, size - offset)));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, offset);
        return { bytes: buffer.subarray(0, bytesRead), last: offset + bytesRead >= size };
      } finally {
        await handle.close();
      }
    },
  };
}
