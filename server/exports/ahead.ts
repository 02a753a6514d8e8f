/** The Verilog-A file of an emulator, made before anybody asks for it. */
import { randomUUID } from "node:crypto";
import { ACTIVE_STATUSES } from "@understudy/shared/domain/job.ts";
import { proposedOptions } from "@understudy/shared/job-config/proposed-export.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type Filter, isDuplicate } from "../models/collection.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord, jobRecord } from "../models/job.ts";
import type { Store } from "../models/store.ts";
import type { Platform } from "../platform/platform.ts";
import { effectiveOptions, exportKey } from "./export-key.ts";
import { ABANDONED_LEASE, BEING_MADE } from "./lease.ts";

const EXPORT_FORMAT = "verilog-a";

/**
 * Records that the file is to be made, with the options that the dialog proposes; whichever web process has nothing else to do
 * makes it. Without effect where it was asked for already.
 */
export async function queueAhead(
  { config, store }: Pick<Platform, "config" | "store">,
  job: JobRecord,
): Promise<void> {
  const { emulator_file } = job;
  if (!config.exportsAhead || emulator_file === null || job.status !== "Complete") return;
  const options = effectiveOptions(EXPORT_FORMAT, proposedOptions(job.config));
  const key = exportKey(job, EXPORT_FORMAT, options);
  const now = new Date();
  const record: EmulatorExportRecord = {
    ...{
      _id: `${job._id}:${key}`,
      job_id: job._id,
      key,
      emulator_file,
      emulator_version: job.emulator_version,
    },
    ...{ format: EXPORT_FORMAT, options, state: "queued", progress: 0, text: MESSAGES.exportQueued },
    ...{ step: null, remaining_seconds: null, is_ahead: true },
    ...{ user_id: job.creator.id, creation_time: now, used_time: now },
    ...{ token: randomUUID(), lease_until: ABANDONED_LEASE, restarts: 0, made: null },
  };
  await store.emulatorExports.insert(record).catch((error: unknown) => {
    if (!isDuplicate(error)) throw error;
  });
}

/** @returns true while it waits for a moment in which nothing else needs the processor: it is shown to nobody until then */
export const isWaitingAhead = ({ is_ahead, state }: EmulatorExportRecord): boolean =>
  is_ahead && state === "queued";

/** Jobs that are computed on other machines alone. */
const COMPUTED_ELSEWHERE: Filter<typeof jobRecord>[] = [
  { training_server: { $ne: null }, status: { $in: ["Pending Training", "Training"] } },
  { objective: { $in: ["Training", "Single Run"] }, status: { $in: ["Pending Running", "Running"] } },
];

/**
 * @param jobId one whose emulator is exported: whatever it does now, it may come to another emulator
 * @returns true while a job, or an export that a person waits for, needs the processors of the platform
 */
export async function isProcessorNeeded(
  { jobs, emulatorExports }: Pick<Store, "jobs" | "emulatorExports">,
  jobId: number | null = null,
): Promise<boolean> {
  const here: Filter<typeof jobRecord> = { $nor: COMPUTED_ELSEWHERE };
  const active = await jobs.count({
    status: { $in: [...ACTIVE_STATUSES] },
    $or: jobId === null ? [here] : [here, { _id: jobId }],
  });
  if (active > 0) return true;
  return (await emulatorExports.count({ state: { $in: [...BEING_MADE] }, is_ahead: { $ne: true } })) > 0;
}
