import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Names } from "./directories.ts";

/** `size`: in bytes; null for a folder. */
export type Entry = { name: string; size: number | null; modifiedTime: Date };
export type DirectoryPage = { entries: Entry[]; totalCount: number };

/**
 * Folders before files, as many as are asked for. What vanishes meanwhile is left out.
 * @param isWanted whether a name is listed at all
 * @param pageNumber counts from 1
 */
export async function directoryPage(
  { folder, folders, files }: Names,
  isWanted: ((name: string) => boolean) | null,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
): Promise<DirectoryPage> {
  const all = [...folders, ...files];
  const matching = isWanted === null ? all : await filtered(all, isWanted);
  const from = (pageNumber - 1) * pageSize;
  const described = matching.slice(from, from + pageSize).map(async (name): Promise<Entry | null> => {
    const stats = await lstat(join(folder, name)).catch(() => null);
    return stats && { name, size: stats.isDirectory() ? null : stats.size, modifiedTime: stats.mtime };
  });
  const entries = (await Promise.all(described)).filter((entry) => entry !== null);
  return { entries, totalCount: matching.length };
}

/** Names looked at in one turn of the event loop. */
const IN_ONE_TURN = 20_000;

async function filtered(names: readonly string[], isWanted: (name: string) => boolean): Promise<string[]> {
  const matching: string[] = [];
  for (let from = 0; from < names.length; from += IN_ONE_TURN) {
    matching.push(...names.slice(from, from + IN_ONE_TURN).filter(isWanted));
    await setImmediate();
  }
  return matching;
}
