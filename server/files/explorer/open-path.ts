/** Files and folders below the roots. Links are not followed, wherever they lead: everything of ours is a file of its own. */

import type { Stats } from "node:fs";
import { constants } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Storage } from "../storage.ts";
import { type FilePath, isHidden, rootFolder } from "./file-path.ts";

/** Without waiting for the other end of a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const ABSENT_CODES = new Set([
  "ENOENT",
  "ENOTDIR",
  "ENAMETOOLONG",
  "ELOOP",
  "EACCES",
  "EISDIR",
  "ENXIO",
  "EINVAL",
]);

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && "code" in error && typeof error.code === "string" && ABSENT_CODES.has(error.code);

async function orNull<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/**
 * Resolves a path to its place on the disk; null when nothing is there, or when a link, or another spelling, leads
 * there.
 */
async function realPath(storage: Storage, path: FilePath): Promise<string | null> {
  if (isHidden(path)) return null;
  const root = await orNull(realpath(rootFolder(storage, path.root)));
  if (root === null) return null;
  const joined = join(root, ...path.names);
  return (await orNull(realpath(joined))) === joined ? joined : null;
}

/** A folder with its state, which tells whether it has changed. */
export async function findFolder(
  storage: Storage,
  path: FilePath,
): Promise<{ folder: string; stats: Stats } | null> {
  const folder = await realPath(storage, path);
  const stats = folder === null ? null : await orNull(stat(folder));
  return folder === null || stats === null || !stats.isDirectory() ? null : { folder, stats };
}

export type OpenFile = { readonly handle: FileHandle; readonly stats: Stats };

/** A file, which the caller closes; null where there is none. */
export async function openFile(storage: Storage, path: FilePath): Promise<OpenFile | null> {
  const place = await realPath(storage, path);
  const handle = place === null ? null : await orNull(open(place, OPEN_FLAGS));
  if (handle === null) return null;
  const stats = await handle.stat();
  if (stats.isFile()) return { handle, stats };
  await handle.close();
  return null;
}
