import { opendir } from "node:fs/promises";
import { MAX_DIRECTORY_ENTRIES } from "@understudy/shared/limits.ts";
import { createCache } from "../../core/cache.ts";
import type { Storage } from "../storage.ts";
import { type FilePath, isHidden } from "./file-path.ts";
import { inNaturalOrder } from "./natural-order.ts";
import { findFolder } from "./open-path.ts";

/** The names in a directory, in natural order. */
export type Names = {
  /** Absolute. */
  readonly folder: string;
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** There are more than were read. */
  readonly isCut: boolean;
};

/** Lists the names in a directory; null when there is no such directory. */
export type Directories = { names(path: FilePath): Promise<Names | null> };

const CACHE_LIMITS = { maxEntries: 4, maxAge: 60_000 };
/** Changes that follow one another faster than file systems count time are told apart by nothing. */
const RECENT_MS = 2_000;
/** Entries that are asked of the file system at a time. */
const BUFFERED_ENTRIES = 1_024;

/** Pages of one directory come after one another: its names are read and sorted once, as long as it does not change. */
export function createDirectories(storage: Storage): Directories {
  const cache = createCache<string, Names>({ ...CACHE_LIMITS, clock: Date.now });
  return {
    names: async (path) => {
      const directory = await findFolder(storage, path);
      if (directory === null) return null;
      const { folder, stats } = directory;
      const read = () => readNames(folder, path);
      if (Date.now() - stats.mtimeMs < RECENT_MS) return await read();
      return await cache.get(`${stats.mtimeMs} ${stats.ino} ${folder}`, read);
    },
  };
}

/** Links, pipes and devices are left out: none of them can be opened. */
async function readNames(folder: string, { root, names }: FilePath): Promise<Names> {
  const [folders, files]: [string[], string[]] = [[], []];
  let isCut = false;
  for await (const entry of await opendir(folder, { bufferSize: BUFFERED_ENTRIES })) {
    const { name } = entry;
    const kind = entry.isFile() ? files : entry.isDirectory() ? folders : null;
    if (kind === null || isHidden({ root, names: [...names, name] })) continue;
    isCut = folders.length + files.length >= MAX_DIRECTORY_ENTRIES;
    if (isCut) break;
    kind.push(name);
  }
  return { folder, folders: await inNaturalOrder(folders), files: await inNaturalOrder(files), isCut };
}
