import { randomUUID } from "node:crypto";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import type { Platform } from "../platform/platform.ts";
import { ABANDONED_LEASE, BEING_MADE, leaseFrom } from "./lease.ts";
import { removeExports } from "./remove-exports.ts";

/** An export whose process goes each time may be what ends it, for lack of memory. */
const MAX_RESTARTS = 2;

export type ClaimedExport = { readonly record: EmulatorExportRecord; readonly job: JobRecord };

type Wish = {
  count: number;
  /** Those that nobody has asked for, or the others. */
  isAhead: boolean;
  /** Tokens of what the caller makes itself: it is not abandoned, however late the caller renews it. */
  except: readonly string[];
};

/**
 * Takes over exports that no process makes, for the caller to make; no other process gets them. Those that were tried too often
 * are recorded as failed. One that its process has handed over, as at a restart of the platform, was not tried in vain.
 */
export async function claimAbandoned(
  platform: Pick<Platform, "store" | "storage" | "publish" | "databaseClock">,
  { count, isAhead, except }: Wish,
): Promise<ClaimedExport[]> {
  const { emulatorExports, jobs } = platform.store;
  const now = await platform.databaseClock.readTime();
  if (now === null) return [];
  const filter = {
    state: { $in: [...BEING_MADE] },
    lease_until: { $not: { $gte: now, $lte: leaseFrom(now) } },
    is_ahead: isAhead ? true : { $ne: true },
  };
  const window = { sort: { state: 1, lease_until: 1 }, limit: count } as const;
  const claimed: ClaimedExport[] = [];
  for (const { _id, token, job_id, ...before } of await emulatorExports.find(
    { ...filter, token: { $nin: [...except] } },
    window,
  )) {
    const job = await jobs.findOne({ _id: job_id });
    if (isAhead && job?.status !== "Complete") continue;
    const isHandedOver = before.lease_until.getTime() === ABANDONED_LEASE.getTime();
    const isGivenUp = job === null || (!isHandedOver && before.restarts >= MAX_RESTARTS);
    const record = await emulatorExports.update(
      { _id, token, ...filter },
      {
        ...{ token: randomUUID(), lease_until: leaseFrom(now), step: null, remaining_seconds: null },
        restarts: before.restarts + (isHandedOver ? 0 : 1),
        ...(isGivenUp
          ? { state: "failed", text: MESSAGES.exportInterrupted }
          : { state: "queued", text: MESSAGES.exportQueued, progress: 0 }),
      },
    );
    if (record === null) continue;
    if (isGivenUp && isAhead) await removeExports(platform, [record]);
    else if (!isAhead) platform.publish.export(record);
    if (!isGivenUp) claimed.push({ record, job });
  }
  return claimed;
}
