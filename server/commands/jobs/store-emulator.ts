import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { dataSetSizes } from "@understudy/engine/dataset/config.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { StoredEmulator } from "@understudy/engine/runner/ports.ts";
import { log } from "../../log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import type { JobChange } from "./transition-job.ts";

/** What a newer emulator changes of its job. */
export async function emulatorChange(
  { storage }: Platform,
  jobId: number,
  emulator: StoredEmulator,
): Promise<(job: JobRecord) => Omit<JobChange, "status">> {
  // The training may have been started with another share of validation rows than the files were read with.
  const dataset = await openDataset(storage.workDir(jobId));
  await dataset.close();
  return ({ config, emulator_version }) => ({
    emulator_version: emulator_version + 1,
    emulator_file: emulator.file,
    config: {
      ...config,
      emulator_outputs: [...emulator.outputs],
      data_set_sizes: dataSetSizes(dataset.meta),
    },
  });
}

/** Tells who watches the job of its newer emulator, and removes those before: all but the last, which may be being read. */
export async function announceEmulator(
  { publish, storage }: Platform,
  job: JobRecord,
  previousFile: string | null,
): Promise<void> {
  publish.emulator(job);
  publish.config(job);
  const kept = [job.emulator_file, previousFile].map((file) => basename(file ?? ""));
  const folder = join(storage.workDir(job._id), "emulators");
  const files = await readdir(folder).catch(() => []);
  const old = files.filter((file) => !kept.includes(file));
  await Promise.all(old.map((file) => rm(join(folder, file), { force: true }))).catch((err: unknown) =>
    log.warn({ err, jobId: job._id }, "an old emulator could not be removed"),
  );
}
