/** Files of specs and of jobs on this server, each under its checksum, so that no two versions fetch the same file twice. */
import { chmod, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";
import type { FileSource } from "@understudy/shared/worker-protocol.ts";
import { computeSha256 } from "../../dataset/storage/files.ts";
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

/** @param closing Aborted when the client ends. */
export function createFileCache(folder: string, readChunk: ReadChunk, closing: AbortSignal) {
  /** Files whose checksums were verified since this client started: they may have changed on disk while it did not run. */
  const checked = new Map<string, Promise<string>>();

  const fetchFile = async (source: FileSource, file: DescribedFile, target: string) => {
    const partial = `${target}.partial`;
    const handle = await open(partial, "w", 0o600);
    try {
      for (let offset = 0, last = false; !last; ) {
        const chunk = await readChunk(source, file.path, offset, closing);
        await handle.write(chunk.bytes, 0, chunk.bytes.length, offset);
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

  const ensure = async (source: FileSource, file: DescribedFile): Promise<string> => {
    const target = join(folder, file.sha256);
    const checksum = await computeSha256(target).catch(() => null);
    if (checksum !== file.sha256) {
      await rm(target, { force: true });
      await fetchFile(source, file, target);
    }
    return target;
  };

  return {
    /**
     * The path of a file with exactly these contents; fetched when it is not here, once for all callers.
     * @throws Error when it cannot be fetched, or the reason of `signal`.
     */
    get: async (source: FileSource, file: DescribedFile, signal: AbortSignal): Promise<string> => {
      if (!/^[0-9a-f]{64}$/.test(file.sha256)) throw new Error(`${file.path} has no valid checksum.`);
      let pending = checked.get(file.sha256);
      if (pending === undefined) {
        pending = ensure(source, file);
        checked.set(file.sha256, pending);
        pending.catch(() => checked.delete(file.sha256));
      }
      const path = await raceAbort(signal, pending);
      const now = new Date();
      await utimes(path, now, now);
      return path;
    },
    /** Removes the least recently used files, but none that was used since this client started. */
    trim: async (maxBytes = MAX_BYTES): Promise<void> => {
      const names = await readdir(folder);
      const found = await Promise.all(
        names.map(async (name) => {
          const { size, mtimeMs } = await stat(join(folder, name));
          return { name, size, mtimeMs };
        }),
      );
      let total = found.reduce((sum, { size }) => sum + size, 0);
      for (const { name, size } of found.sort((a, b) => a.mtimeMs - b.mtimeMs)) {
        const isPartial = name.endsWith(".partial");
        if (checked.has(name) || (total <= maxBytes && !isPartial)) continue;
        await rm(join(folder, name), { force: true });
        total -= size;
      }
    },
  };
}
