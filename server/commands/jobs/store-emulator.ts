import { dataSetSizes } from "@understudy/engine/dataset/config.ts";
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import type { StoredEmulator } from "@understudy/engine/runner/contract/ports.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { log } from "../../core/log.ts";
import { notFound } from "../../core/problem.ts";
import { queueAhead } from "../../exports/ahead.ts";
import { removeEarlierExports } from "../../exports/remove-exports.ts";
import type { Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { LiveRecordsAndFiles, Platform, RecordsAndFiles } from "../../platform/platform.ts";
import { changeJob } from "./change-job.ts";
import {
  NO_EMULATOR,
  type PreviousEmulator,
  removeProvisionalFile,
  removeReplacedEmulators,
} from "./emulator-files.ts";
import { judgeEmulator } from "./emulator-quality.ts";
import type { JobChange } from "./transition-job.ts";

type EmulatorChange = (job: JobRecord) => Omit<JobChange, "status">;

/**
 * Makes an emulator its job's newest, unless the one before is better at the same task, and removes the files of the others.
 * @param write Writes the change, with whatever else becomes of the job.
 * @throws what `write` throws
 */
export async function replaceEmulator(
  platform: Pick<Platform, "config" | "store" | "storage" | "publish">,
  jobId: number,
  emulator: StoredEmulator,
  write: (change: EmulatorChange) => Promise<JobRecord>,
): Promise<void> {
  const { publish } = platform;
  const change = await emulatorChange(platform, jobId, emulator);
  let previous: PreviousEmulator = NO_EMULATOR;
  const job = await write((before) => {
    previous = before;
    return change(before);
  });
  publish.emulator(job);
  publish.config(job);
  await removeReplacedEmulators(platform, job, previous);
  await removeEarlierExports(platform, jobId, job.emulator_file).catch((err: unknown) =>
    log.warn({ err, jobId }, "exports of the emulator before could not be removed"),
  );
  await queueAhead(platform, job).catch((err: unknown) =>
    log.warn({ err, jobId }, "an export could not be queued ahead"),
  );
}

async function emulatorChange(
  { store, storage }: RecordsAndFiles,
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
      emulator_stage: "final",
      emulator_quality: quality,
      config,
    };
  };
}

/**
 * Makes an emulator of a training that goes on its job's newest. The job keeps no judgement of it; see `emulator_stage`.
 * @param only the claim of the runner
 * @throws Problem 404 where the claim does not hold, the training is over, or the job has a finished emulator
 */
export async function storeProvisionalEmulator(
  platform: LiveRecordsAndFiles,
  jobId: number,
  file: string,
  only: Filter<typeof jobRecord>,
): Promise<void> {
  const isReplaceable = { $or: [{ emulator_file: null }, { emulator_stage: "provisional" as const }] };
  let previous: PreviousEmulator = NO_EMULATOR;
  const job = await changeJob(
    platform,
    jobId,
    (before) => {
      previous = before;
      const emulator_version = before.emulator_version + 1;
      return { emulator_version, emulator_file: file, emulator_stage: "provisional" };
    },
    { ...only, status: "Training", ...isReplaceable },
  );
  platform.publish.emulator(job);
  // Only the replaced file is removed: the training may be writing its next one beside it.
  if (previous.emulator_stage === "provisional")
    removeProvisionalFile(platform, jobId, previous.emulator_file);
}
