/** Removes the files of emulators that a job has had. */
import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { log } from "../../core/log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform/platform.ts";

/** Longer than a request takes to read an emulator that is being replaced. */
const READING_MS = 10_000;

export type PreviousEmulator = Pick<JobRecord, "emulator_file" | "emulator_stage">;
export const NO_EMULATOR: PreviousEmulator = { emulator_file: null, emulator_stage: "final" };

/** Removes the files of emulators but the job's own. The one before it may be being read: that is removed later. */
export async function removeReplacedEmulators(
  { storage }: Pick<Platform, "storage">,
  { _id: jobId, emulator_file }: JobRecord,
  previous: PreviousEmulator,
): Promise<void> {
  const keptNames = [emulator_file, previous.emulator_file].map((file) => basename(file ?? ""));
  const folder = join(storage.workDir(jobId), "emulators");
  try {
    const names = await readdir(folder).catch(() => []);
    const obsolete = names.filter((file) => !keptNames.includes(file));
    await Promise.all(obsolete.map((file) => rm(join(folder, file), { force: true })));
    if (previous.emulator_stage === "provisional" && previous.emulator_file !== emulator_file)
      removeProvisionalFile({ storage }, jobId, previous.emulator_file);
  } catch (err) {
    log.warn({ err, jobId }, "an old emulator could not be removed");
  }
}

/** Removes the file of a provisional emulator once the requests that were sent to it are answered. */
export function removeProvisionalFile(
  { storage }: Pick<Platform, "storage">,
  jobId: number,
  file: string | null,
): void {
  if (file === null) return;
  const path = join(storage.workDir(jobId), file);
  const remove = () =>
    rm(path, { force: true }).catch((err: unknown) =>
      log.warn({ err, jobId }, "a provisional emulator could not be removed"),
    );
  setTimeout(() => void remove(), READING_MS).unref();
}
