import { readdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Config } from "../config.ts";
import type { Store } from "../models/store.ts";
import { Problem } from "../problem.ts";
import type { Storage } from "./storage.ts";

/** Measuring the folders takes a while where there are many. */
const REMEMBERED_MS = 2_000;
/** Left free for the databases and for what training writes. */
const RESERVE_BYTES = 512 * 1024 ** 2;
const GB = 1e9;

/** How much may still be stored, on the disk and within the quota. */
export type Space = {
  /** @throws Problem 413 when a file of so many bytes does not fit beside what is there and what is on its way in. */
  require(bytes: number): Promise<void>;
  /** Why a file of so many bytes does not fit, a sentence; null: it does. */
  refusal(bytes: number): Promise<string | null>;
};

export function createSpace(
  { diskQuotaGb }: Pick<Config, "diskQuotaGb">,
  storage: Storage,
  { uploads }: Pick<Store, "uploads">,
): Space {
  let measured = { at: Number.NEGATIVE_INFINITY, bytes: 0 };
  const usedByWork = async () => {
    if (performance.now() - measured.at > REMEMBERED_MS) {
      const sizes = await Promise.all([storage.workDirs, storage.specs].map(sizeOf));
      measured = { bytes: sizes.reduce((sum, size) => sum + size, 0), at: performance.now() };
    }
    return measured.bytes;
  };
  const announced = async () => {
    const all = await uploads.find({});
    const total = all.reduce((sum, { total_bytes }) => sum + total_bytes, 0);
    return { total, missing: total - all.reduce((sum, { received_bytes }) => sum + received_bytes, 0) };
  };
  const fits = async (bytes: number) => {
    const { total, missing } = await announced();
    const { bavail, bsize } = await statfs(storage.dataDir);
    const fitsDisk = bytes + missing <= bavail * bsize - RESERVE_BYTES;
    return fitsDisk && (diskQuotaGb === null || bytes + total + (await usedByWork()) <= diskQuotaGb * GB);
  };
  return {
    require: async (bytes) => {
      if (!(await fits(bytes))) throw new Problem(413, MESSAGES.uploadTooLarge);
    },
    refusal: async (bytes) => ((await fits(bytes)) ? null : MESSAGES.uploadTooLarge),
  };
}

/** Bytes of all files below a folder. Files may vanish meanwhile: they count nothing. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => (await stat(join(entry.parentPath, entry.name)).catch(() => null))?.size ?? 0);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
