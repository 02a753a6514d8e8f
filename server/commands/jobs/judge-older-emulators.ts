import { setTimeout as sleep } from "node:timers/promises";
import { describeAccuracy } from "@understudy/engine/runner/accuracy.ts";
import { type EmulatorAccess, readyEmulator } from "../../emulator/ask.ts";
import { log } from "../../log.ts";
import type { Filter } from "../../models/collection.ts";
import { jobId, type jobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { judgeEmulator } from "./emulator-quality.ts";

/** Emulators are read by threads, one at a time; each is looked for again after so many milliseconds, so many times. */
const AGAIN_MS = 1_000;
const MAX_JUDGE_ATTEMPTS = 60;

/** A provisional emulator is not judged: its training is not over. */
const UNJUDGED_JOBS: Filter<typeof jobRecord> = {
  emulator_file: { $ne: null },
  emulator_quality: null,
  emulator_stage: { $ne: "provisional" },
};

type Reading = Platform & EmulatorAccess;

/**
 * Stores how good the emulators are that were stored before this was kept with their jobs, one after the other: what was measured
 * stands in their files. Lists and pages show it as soon as it is known.
 */
export async function judgeOlderEmulators(platform: Reading, ended: AbortSignal): Promise<void> {
  const jobs = await platform.store.jobs.find(UNJUDGED_JOBS, { sort: { _id: -1 } }, jobId);
  for (const { _id } of jobs) {
    if (ended.aborted) return;
    await judge(platform, _id, ended).catch((err: unknown) => {
      if (!ended.aborted) log.warn({ err, jobId: _id }, "an older emulator could not be judged");
    });
  }
}

async function judge(platform: Reading, _id: number, ended: AbortSignal): Promise<void> {
  const { store, publish } = platform;
  for (let attempt = 0; attempt < MAX_JUDGE_ATTEMPTS && !ended.aborted; attempt++) {
    const job = await store.jobs.findOne({ _id, ...UNJUDGED_JOBS });
    if (job === null) return;
    const emulator = await readyEmulator(platform, job);
    if (emulator === null) {
      await sleep(AGAIN_MS, null, { signal: ended });
      continue;
    }
    const { quality } = describeAccuracy(emulator.description.outputs);
    // Why that training ended was not stored: nothing is said of it.
    const judged = judgeEmulator(null, { quality, stopReason: "converged" }, job);
    const updated = await store.jobs.update(
      { _id, revision: job.revision },
      { emulator_quality: judged.quality, revision: job.revision + 1 },
    );
    if (updated === null) continue;
    publish.job(updated);
    return;
  }
}
