import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import { keyed } from "./keyed.ts";

/** The exports of each job's emulator, the latest first; null until they have been read. */
const exports = keyed<number, readonly EmulatorExport[] | null>(null);

export const useExports = exports.useValue;
export const setExports = exports.set;

/** Its place stays; a new one comes first. */
export function upsertExport(one: EmulatorExport): void {
  const known = exports.get(one.job_id);
  if (known === null) return;
  const isKnown = known.some(({ id }) => id === one.id);
  exports.set(
    one.job_id,
    isKnown ? known.map((other) => (other.id === one.id ? one : other)) : [one, ...known],
  );
}

export function removeExport(jobId: number, exportId: string): void {
  const known = exports.get(jobId);
  if (known !== null)
    exports.set(
      jobId,
      known.filter(({ id }) => id !== exportId),
    );
}
