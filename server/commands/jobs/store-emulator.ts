import { readdir, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { dataSetSizes } from "@understudy/engine/dataset/config.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { StoredEmulator } from "@understudy/engine/runner/ports.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { queueAhead } from "../../exports/ahead.ts";
import { removeEarlierExports } from "../../exports/remove-exports.ts";
import { log } from "../../log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { notFound } from "../../problem.ts";
import { judgeEmulator } from "./emulator-quality.ts";
import type { JobChange } from "./transition-job.ts";

type EmulatorChange = (job: JobRecord) => Omit<JobChange, "status">;

/**
 * Makes an emulator its job's newest, unless the one before is better at the same task, and removes the files of the others.
 * @param write Writes the change, with whatever else becomes of the job.
 * @throws what `write` throws
 */
export async function replaceEmulator(
  platform: Platform,
  jobId: number,
  emulator: StoredEmulator,
  write: (change: EmulatorChange) => Promise<JobRecord>,
): Promise<void> {
  const { storage, publish } = platform;
  const change = await emulatorChange(platform, jobId, emulator);
  let previousFile: string | null = null;
  const job = await write((before) => {
    previousFile = before.emulator_file;
    return change(before);
  });
  publish.emulator(job);
  publish.config(job);
  // The one before may be being read.
  await removeOthers(storage.workDir(jobId), [job.emulator_file, previousFile]).catch((err: unknown) =>
    log.warn({ err, jobId }, "an old emulator could not be removed"),
  );
  await removeEarlierExports(platform, jobId, job.emulator_file).catch((err: unknown) =>
    log.warn({ err, jobId }, "exports of the emulator before could not be removed"),
  );
  await queueAhead(platform, job).catch((err: unknown) =>
    log.warn({ err, jobId }, "an export could not be queued ahead"),
  );
}

async function emulatorChange(
  { store, storage }: Platform,
  jobId: number,
  emulator: StoredEmulator,
): Promise<EmulatorChange> {
  // The training may have been started with another share of validation rows than the files were read with.
  const dataset = await openDataset(storage.workDir(jobId)).catch(async (error: unknown) => {
    // Deleted while its training ended: its files are gone with it.
    if ((await store.jobs.count({ _id: jobId })) === 0) throw notFound(MESSAGES.jobNotFound);
    throw error;
  });
  await dataset.close();
  const data_set_sizes = dataSetSizes(dataset.meta);
  return ({ config: jobConfig, focus_regions, emulator_version, emulator_file, emulator_quality }) => {
    const config = { ...jobConfig, emulator_outputs: [...emulator.outputs], data_set_sizes };
    const { isKept, quality } = judgeEmulator(emulator_quality, emulator, { config, focus_regions });
    return {
      emulator_version: isKept ? emulator_version : emulator_version + 1,
      emulator_file: isKept ? emulator_file : emulator.file,
      emulator_quality: quality,
      config,
    };
  };
}

async function removeOthers(workDir: string, files: readonly (string | null)[]): Promise<void> {
  const keptNames = files.map((file) => basename(file ?? ""));
  const folder = join(workDir, "emulators");
  const names = await readdir(folder).catch(() => []);
  const obsolete = names.filter((file) => !keptNames.includes(file));
  await Promise.all(obsolete.map((file) => rm(join(folder, file), { force: true })));
}
