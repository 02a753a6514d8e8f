/** Files of specs and of jobs on this server, each under its checksum, so that no two versions fetch the same file twice. */
import { chmod, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { FileSource } from "@understudy/shared/worker/worker-protocol.ts";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";
import { computeSha256, writeFully } from "../../dataset/storage/files.ts";
import { messageOf } from "../support/message-of.ts";
import { raceAbort } from "../support/race-abort.ts";

/** The least recently used files are removed when all together take more. */
const MAX_BYTES = 20 * 1024 ** 3;

/** Reads a file's bytes from `offset` on; `last`: the file ends there. */
export type ReadChunk = (
  source: FileSource,
  path: string,
  offset: number,
  signal: AbortSignal,
) => Promise<{ bytes: Uint8Array; last: boolean }>;

export type FileCache = ReturnType<typeof createFileCache>;
/** The part of a cache that simulations use. */
export type CachedFiles = Pick<FileCache, "get">;

/** @throws Error when the checksum is none: it becomes a name in the folder */
function locateFile(folder: string, { path, sha256 }: DescribedFile): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`${path} has no valid checksum.`);
  return join(folder, sha256);
}

/**
 * The cache of another process, which has fetched the files. Further processes may be reading them: nothing is fetched or removed
 * here, not even a file that cannot be read at this moment.
 */
export function createReadOnlyCache(folder: string): CachedFiles {
  /** The checksums of the files that were read whole. */
  const verified = new Set<string>();
  return {
    /** @throws Error when the file cannot be read or has changed, or the reason of `signal` */
    get: async (_source, file, signal) => {
      const target = locateFile(folder, file);
      if (verified.has(file.sha256)) return target;
      const checksum = await raceAbort(signal, computeSha256(target)).catch((error: unknown) => {
        signal.throwIfAborted();
        throw new Error(`${file.path} cannot be read: ${messageOf(error)}`);
      });
      if (checksum !== file.sha256)
        throw new Error(`${file.path} was damaged on the disk: its checksum differs.`);
      verified.add(file.sha256);
      return target;
    },
  };
}

/** @param closing Aborted when the client ends. */
export function createFileCache(folder: string, readChunk: ReadChunk, closing: AbortSignal) {
  /** Files whose checksums were verified since this client started: they may have changed on disk while it did not run. */
  const checked = new Map<string, Promise<void>>();

  const fetchFile = async (source: FileSource, file: DescribedFile, target: string) => {
    const partial = `${target}.partial`;
    const handle = await open(partial, "w", 0o600);
    try {
      for (let offset = 0, last = false; !last; ) {
        const chunk = await readChunk(source, file.path, offset, closing);
        await writeFully(handle, chunk.bytes, offset);
        offset += chunk.bytes.length;
        ({ last } = chunk);
        if (chunk.bytes.length === 0 && !last) throw new Error(`${file.path} ended too early.`);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    const checksum = await computeSha256(partial);
    if (checksum !== file.sha256) {
      await rm(partial, { force: true });
      throw new Error(`${file.path} was damaged on its way: its checksum differs.`);
    }
    await chmod(partial, 0o400);
    await rename(partial, target);
  };

  const ensure = async (source: FileSource, file: DescribedFile, target: string): Promise<void> => {
    const checksum = await computeSha256(target).catch(() => null);
    if (checksum !== file.sha256) {
      await rm(target, { force: true });
      await fetchFile(source, file, target);
    }
  };

  return {
    /**
     * The path of a file with exactly these contents; fetched when it is not here, once for all callers.
     * @throws Error when it cannot be fetched, or the reason of `signal`.
     */
    get: async (source: FileSource, file: DescribedFile, signal: AbortSignal): Promise<string> => {
      const target = locateFile(folder, file);
      let pending = checked.get(file.sha256);
      if (pending === undefined) {
        pending = ensure(source, file, target);
        checked.set(file.sha256, pending);
        pending.catch(() => checked.delete(file.sha256));
      }
      await raceAbort(signal, pending);
      const now = new Date();
      await utimes(target, now, now).catch((error: unknown) => {
        // Somebody has removed it: the next call fetches it again.
        checked.delete(file.sha256);
        throw error;
      });
      return target;
    },
    /**
     * Removes the least recently used files, but none that was used since this client started.
     * @param neededFiles checksums of further files that stay
     */
    trim: async (neededFiles: ReadonlySet<string>, maxBytes = MAX_BYTES): Promise<void> => {
      const names = await readdir(folder);
      const files = await Promise.all(
        names.map(async (name) => {
          const { size, mtimeMs } = await stat(join(folder, name));
          return { name, size, mtimeMs };
        }),
      );
      let total = files.reduce((sum, { size }) => sum + size, 0);
      for (const { name, size } of files.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
        const isPartial = name.endsWith(".partial");
        if (checked.has(name) || neededFiles.has(name) || (total <= maxBytes && !isPartial)) continue;
        await rm(join(folder, name), { force: true });
        total -= size;
      }
    },
  };
}
