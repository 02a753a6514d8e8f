import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { call } from "../api/call.ts";
import { liveQuery } from "./live-query.ts";
import { keyed } from "./store.ts";

/** The exports of each job's emulator, the latest first; null until they have been read. */
const exports = keyed<number, readonly EmulatorExport[] | null>(null);

export const useExports = exports.useValue;
export const setExports = exports.set;

/** Replaces an export in its place; a new one comes first. */
export function upsertExport(emulatorExport: EmulatorExport): void {
  const stored = exports.get(emulatorExport.job_id);
  if (stored === null) return;
  const isStored = stored.some(({ id }) => id === emulatorExport.id);
  exports.set(
    emulatorExport.job_id,
    isStored
      ? stored.map((other) => (other.id === emulatorExport.id ? emulatorExport : other))
      : [emulatorExport, ...stored],
  );
}

export function removeExport(jobId: number, exportId: string): void {
  const stored = exports.get(jobId);
  if (stored !== null)
    exports.set(
      jobId,
      stored.filter(({ id }) => id !== exportId),
    );
}

/** The interval at which the exports are read while the socket is down. */
const POLL_MS = 2_000;

/** The exports of a job's emulator, as its dialog shows them. */
export const liveExports = liveQuery<number>({
  subject: (jobId) => ({ kind: "job", job_id: jobId }),
  load: async (jobId, signal) =>
    setExports(jobId, (await call("listExports", { params: { job_id: jobId }, signal })).items),
  pollMs: () => POLL_MS,
});
