/** The room on the disk that a folder is on. */
import { statfs } from "node:fs/promises";

/** With less than this a disk is full: whatever failed, failed for that. */
const FULL_DISK_BYTES = 16 * 1024 ** 2;

export const freeBytesOf = (folder: string) => async (): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** @param freeBytes A disk that cannot be asked is not full */
export async function isDiskFull(freeBytes: () => Promise<number>): Promise<boolean> {
  const free = await freeBytes().catch(() => Number.POSITIVE_INFINITY);
  return free < FULL_DISK_BYTES;
}
