import { randomUUID } from "node:crypto";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import type { Platform } from "../platform.ts";
import { BEING_MADE, leaseFromNow } from "./lease.ts";

/** An export whose process goes each time may be what ends it, for lack of memory. */
const MAX_RESTARTS = 2;

type Claimed = { readonly record: EmulatorExportRecord; readonly job: JobRecord };

/**
 * Takes over exports whose process has gone, for the caller to make; no other process gets them. Those that were tried too often
 * are recorded as failed.
 */
export async function claimAbandoned(platform: Platform, count: number): Promise<Claimed[]> {
  const { emulatorExports, jobs } = platform.store;
  const now = await platform.databaseClock.readTime();
  if (now === null) return [];
  const isAbandoned = { state: { $in: [...BEING_MADE] }, lease_until: { $lt: now } };
  const window = { sort: { state: 1, lease_until: 1 }, limit: count } as const;
  const claimed: Claimed[] = [];
  for (const { _id, token, job_id, restarts } of await emulatorExports.find(isAbandoned, window)) {
    const job = await jobs.findOne({ _id: job_id });
    const isGivenUp = job === null || restarts >= MAX_RESTARTS;
    const record = await emulatorExports.update(
      { _id, token, ...isAbandoned },
      {
        ...{ token: randomUUID(), lease_until: leaseFromNow(), restarts: restarts + 1 },
        ...(isGivenUp
          ? { state: "failed", text: MESSAGES.exportInterrupted }
          : { state: "queued", text: MESSAGES.exportQueued, progress: 0 }),
      },
    );
    if (record === null) continue;
    platform.publish.export(record);
    if (!isGivenUp) claimed.push({ record, job });
  }
  return claimed;
}
