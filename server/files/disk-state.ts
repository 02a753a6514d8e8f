/** The system says whether files can be stored; nothing is written to find out. */
import { access, constants, statfs } from "node:fs/promises";
import { DISK_FAULT_TEXTS, describeDiskFault } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { Storage } from "./storage.ts";

/**
 * The disk is full with less than this. A training writes some megabytes at a time; with a smaller value jobs are begun that the disk
 * stops a moment later. Uploads are refused long before (see space.ts).
 */
const MIN_FREE_BYTES = 16 * 1024 ** 2;

/** @returns why nothing can be stored, a sentence; null: files can be written */
export async function findDiskFault({
  staging,
  dataDir,
}: Pick<Storage, "staging" | "dataDir">): Promise<string | null> {
  try {
    await access(staging, constants.W_OK);
    const { bavail, bsize, files, ffree } = await statfs(dataDir);
    // File systems that make room for entries as they are needed count none.
    const hasEntries = files === 0 || ffree > 0;
    return bavail * bsize >= MIN_FREE_BYTES && hasEntries ? null : DISK_FAULT_TEXTS.full;
  } catch (error) {
    return describeDiskFault(error) ?? DISK_FAULT_TEXTS.unwritable;
  }
}
