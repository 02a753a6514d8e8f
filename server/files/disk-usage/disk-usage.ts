import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { Redis } from "ioredis";
import type { Config } from "../../core/config.ts";
import { log } from "../../core/log.ts";
import { Problem } from "../../core/problem.ts";
import type { Store } from "../../models/store.ts";
import type { Storage } from "../storage.ts";
import { type MeasuredUsage, measuredUsage, measureUsage } from "./measure.ts";

/** Bytes; `measured` is null until the files were measured for the first time. */
export type Usage = { used: number; total: number; hasQuota: boolean; measured: MeasuredUsage | null };

/** The files are measured every so often, and before that when somebody looks and the last time is no longer recent. */
const EVERY_MS = 10 * 60_000;
/** Recent is so many times as long ago as it took, between these limits: a small platform sees a new job at once. */
const RECENT_SHARE = 200;
const RECENT_MS = { least: 1_000, most: 60_000 };
/** So long the measuring process has it to itself; should it die, another begins. */
const LOCK_MS = 15 * 60_000;
/** An answer waits so long for a measurement that is due, and longer where there is a quota and no earlier one. */
const WAIT_MS = { usual: 1_000, first: 5_000 };
const BYTES_PER_GB = 1e9;

type Needed = { config: Config; store: Store; storage: Storage; redis: Redis };

export type DiskUsageService = ReturnType<typeof createDiskUsage>;

/** The measured usage is in Redis: one web process measures for all, and the next one knows it from the start. */
export function createDiskUsage(platform: Needed) {
  const { config, storage, redis } = platform;
  const key = `${config.redisPrefix}:disk-usage`;
  const closing = new AbortController();
  let measuring: Promise<void> | null = null;

  const last = async (): Promise<MeasuredUsage | null> => {
    const text = await redis.get(key);
    return text === null ? null : measuredUsage.parse(JSON.parse(text));
  };
  const measure = async () => {
    if (isRecent(await last())) return;
    const isOurs = (await redis.set(`${key}:lock`, process.pid, "PX", LOCK_MS, "NX")) !== null;
    if (!isOurs) return;
    try {
      await redis.set(key, JSON.stringify(await measureUsage(platform, closing.signal)));
    } finally {
      await redis.del(`${key}:lock`);
    }
  };
  const refresh = (): Promise<void> => {
    measuring ??= measure()
      .catch((err: unknown) => {
        if (!closing.signal.aborted) log.warn({ err }, "the disk usage could not be measured");
      })
      .finally(() => {
        measuring = null;
      });
    return measuring;
  };
  const timer = setInterval(refresh, EVERY_MS);
  void refresh();

  return {
    /** @throws Problem 500 where the disk cannot be asked */
    read: async (): Promise<Usage> => {
      try {
        const { total, used } = await readSpace(storage.dataDir);
        const lastMeasured = await last();
        const waitMs = lastMeasured === null && config.diskQuotaGb !== null ? WAIT_MS.first : WAIT_MS.usual;
        if (!isRecent(lastMeasured)) await Promise.race([refresh(), sleep(waitMs, null, { ref: false })]);
        const measured = await last();
        if (config.diskQuotaGb === null) return { used, total, hasQuota: false, measured };
        if (measured === null) throw new Error("The files are still being measured.");
        return { used: measured.bytes, total: config.diskQuotaGb * BYTES_PER_GB, hasQuota: true, measured };
      } catch (err) {
        log.warn({ err }, "the disk usage could not be read");
        throw new Problem(500, MESSAGES.diskUsage);
      }
    },
    close: async () => {
      clearInterval(timer);
      closing.abort();
      await measuring;
    },
  };
}

function isRecent(measured: MeasuredUsage | null): boolean {
  if (measured === null) return false;
  const recentMs = Math.min(RECENT_MS.most, Math.max(RECENT_MS.least, RECENT_SHARE * measured.took_ms));
  return Date.now() - measured.time.getTime() < recentMs;
}

/** As `df` has it: what only the superuser may write counts as neither. */
async function readSpace(folder: string): Promise<{ used: number; total: number }> {
  const { blocks, bfree, bavail, bsize } = await statfs(folder);
  const used = (blocks - bfree) * bsize;
  return { used, total: used + bavail * bsize };
}
