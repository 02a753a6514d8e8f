/** Free space on the disk that holds a folder. */
import { statfs } from "node:fs/promises";

/** A disk with less free space is taken to be the reason of any failure. */
const FULL_DISK_BYTES = 16 * 1024 ** 2;

export const freeBytesOf = (folder: string) => async (): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** @param freeBytes a disk whose free space cannot be read is not taken to be full */
export async function isDiskFull(freeBytes: () => Promise<number>): Promise<boolean> {
  const free = await freeBytes().catch(() => Number.POSITIVE_INFINITY);
  return free < FULL_DISK_BYTES;
}
