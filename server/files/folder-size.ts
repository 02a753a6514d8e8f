import { lstat, opendir } from "node:fs/promises";
import { join } from "node:path";

/** Files asked about at a time: the requests of people come in between. */
const AT_A_TIME = 16;

/** Bytes of all files below a folder, measured unhurriedly. What vanishes meanwhile counts nothing. */
export async function folderSize(folder: string, signal: AbortSignal): Promise<number> {
  let bytes = 0;
  let waiting: Promise<number>[] = [];
  const folders: string[] = [];
  const addWaiting = async () => {
    for (const size of await Promise.all(waiting)) bytes += size;
    waiting = [];
  };
  for await (const entry of await openEntries(folder)) {
    signal.throwIfAborted();
    if (entry.isDirectory()) folders.push(join(folder, entry.name));
    else waiting.push(fileSize(join(folder, entry.name)));
    if (waiting.length >= AT_A_TIME) await addWaiting();
  }
  await addWaiting();
  for (const inner of folders) bytes += await folderSize(inner, signal);
  return bytes;
}

/** The bytes below each folder in a folder that is named by a record's id, by this id. */
export async function sizesById(folder: string, signal: AbortSignal): Promise<Map<number, number>> {
  const sizes = new Map<number, number>();
  for await (const entry of await openEntries(folder)) {
    if (entry.isDirectory() && /^\d{1,15}$/.test(entry.name))
      sizes.set(Number(entry.name), await folderSize(join(folder, entry.name), signal));
  }
  return sizes;
}

const openEntries = async (folder: string) => (await opendir(folder).catch(() => null)) ?? [];

const fileSize = async (path: string): Promise<number> => (await lstat(path).catch(() => null))?.size ?? 0;
