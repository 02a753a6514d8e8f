import { statfs } from "node:fs/promises";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Config } from "../core/config.ts";
import { log } from "../core/log.ts";
import { Problem } from "../core/problem.ts";
import type { Store } from "../models/store.ts";
import { folderSize } from "./folder-size.ts";
import type { Storage } from "./storage.ts";

/** Measuring the folders takes a while where there are many: a value is recent so long, or so many times as long as that took. */
const REMEMBERED_MS = 2_000;
const RECENT_SHARE = 20;
const MEASURE_MS = 600_000;
/** Left free for the databases and for what training writes. */
const RESERVE_BYTES = 512 * 1024 ** 2;
const BYTES_PER_GB = 1e9;

/** The space for further files, on the disk and within the quota. */
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
  const usedByWork = remembered(async () => {
    const signal = AbortSignal.timeout(MEASURE_MS);
    const sizes = [await folderSize(storage.workDirs, signal), await folderSize(storage.specs, signal)];
    return sizes.reduce((sum, size) => sum + size, 0);
  });
  const announced = async () => {
    const all = await uploads.find({});
    const total = all.reduce((sum, { total_bytes }) => sum + total_bytes, 0);
    return { total, missing: total - all.reduce((sum, { received_bytes }) => sum + received_bytes, 0) };
  };
  const fits = async (bytes: number) => {
    const { total, missing } = await announced();
    const { bavail, bsize } = await statfs(storage.dataDir);
    const fitsDisk = bytes + missing <= bavail * bsize - RESERVE_BYTES;
    return (
      fitsDisk && (diskQuotaGb === null || bytes + total + (await usedByWork()) <= diskQuotaGb * BYTES_PER_GB)
    );
  };
  return {
    require: async (bytes) => {
      if (!(await fits(bytes))) throw new Problem(413, MESSAGES.uploadTooLarge);
    },
    refusal: async (bytes) => ((await fits(bytes)) ? null : MESSAGES.uploadTooLarge),
  };
}

/** The last value, measured again beside those who ask for it; only the first have to wait. */
function remembered(measure: () => Promise<number>): () => Promise<number> {
  let usedBytes: number | null = null;
  let recentUntil = Number.NEGATIVE_INFINITY;
  let measuring: Promise<number> | null = null;
  const start = async () => {
    const begun = performance.now();
    try {
      usedBytes = await measure();
      return usedBytes;
    } finally {
      const ended = performance.now();
      recentUntil = ended + Math.max(REMEMBERED_MS, RECENT_SHARE * (ended - begun));
      measuring = null;
    }
  };
  return async () => {
    if (usedBytes !== null && performance.now() < recentUntil) return usedBytes;
    if (measuring === null) {
      measuring = start();
      measuring.catch((err: unknown) => log.warn({ err }, "the disk space in use could not be measured"));
    }
    return usedBytes ?? (await measuring);
  };
}
