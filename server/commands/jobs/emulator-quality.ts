/** Compares a new emulator with the one that a job has, and decides which of them the job keeps. */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describeAccuracy } from "@understudy/engine/runner/child/accuracy.ts";
import type { StoredEmulator } from "@understudy/engine/runner/contract/ports.ts";
import { isCrossValidated, type ValidationMethod } from "@understudy/shared/domain/cross-validation.ts";
import {
  type EmulatorQuality,
  type MeasuredQuality,
  overallVerdict,
} from "@understudy/shared/domain/emulator-quality.ts";
import { errorOf } from "@understudy/shared/domain/learning-curve.ts";
import { verdict } from "@understudy/shared/domain/verdict.ts";
import { log } from "../../core/log.ts";
import { Problem } from "../../core/problem.ts";
import { type EmulatorAccess, readyEmulator } from "../../emulator/ask.ts";
import { type Filter, isUnanswered } from "../../models/collection.ts";
import { type JobRecord, jobId, type jobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform/platform.ts";

type StoredQuality = NonNullable<JobRecord["emulator_quality"]>;
type ComparedTraining = Pick<JobRecord, "config" | "focus_regions">;

/** An error that is larger by less than this is no loss: the newer emulator, trained for longer, is taken. */
const MIN_RELATIVE_LOSS = 0.02;

/**
 * Chooses between a job's emulator and a new one. The earlier one is kept where both trainings had the same request and the new
 * one is worse; after a different request the new one is taken, and `change` holds what it gained and lost.
 * @param training with the config that the training had
 * @param method how the new one was measured: this version chooses it by the numbers of rows, earlier versions by other numbers
 * @returns whether the earlier one is kept, and the quality to store
 */
export function judgeEmulator(
  before: StoredQuality | null,
  { quality, stopReason: stop_reason }: Pick<StoredEmulator, "quality" | "stopReason">,
  training: ComparedTraining,
  method: ValidationMethod = chooseMethod(training.config),
): { isKept: boolean; quality: StoredQuality } {
  const request = hashTraining(training, method);
  if (before === null) return { isKept: false, quality: { ...quality, stop_reason, change: null, request } };
  const isKept = before.request === request && isWorse(quality, before);
  const change = { kept: isKept, outputs: differences(before, quality) };
  const { validation_rows, outputs } = isKept ? before : quality;
  return { isKept, quality: { validation_rows, outputs, stop_reason, change, request } };
}

/** The method is chosen for each set of outputs: with few rows in one of them, some accuracies come from cross-validation. */
const chooseMethod = ({ data_set_sizes, output_rows }: ComparedTraining["config"]): ValidationMethod =>
  isCrossValidated(data_set_sizes.combined) || output_rows.some(({ rows }) => isCrossValidated(rows))
    ? "cross-validation"
    : "held-out rows";

/** Returns the same text for trainings whose accuracies can be compared. */
function hashTraining({ config, focus_regions }: ComparedTraining, method: ValidationMethod): string {
  const { inputs, outputs, emulator_outputs, coordinate_name, data_set_sizes, row_groups } = config;
  const comparedFields = [
    focus_regions,
    inputs.map(({ name, type, fixed }) => [name, type, fixed]),
    outputs.map(({ name, coordinate_name: of }) => [name, of]),
    emulator_outputs,
    coordinate_name,
    data_set_sizes,
    // Absent where rows are not grouped, as in requests from before they were.
    ...(row_groups === null ? [] : [row_groups.columns]),
    // Absent where rows were held out, as in requests from before there was another method.
    ...(method === "cross-validation" ? [method] : []),
  ];
  return createHash("sha256").update(JSON.stringify(comparedFields)).digest("base64url");
}

function isWorse(now: MeasuredQuality, before: MeasuredQuality): boolean {
  const rankVerdict = (quality: MeasuredQuality): number =>
    verdict.options.indexOf(overallVerdict(quality) ?? "not usable");
  if (rankVerdict(now) !== rankVerdict(before)) return rankVerdict(now) > rankVerdict(before);
  return meanLogError(now) > meanLogError(before) + Math.log1p(MIN_RELATIVE_LOSS);
}

function meanLogError({ outputs }: MeasuredQuality): number {
  const logs = outputs.map(({ coefficient_of_determination: accuracy }) => Math.log(errorOf(accuracy)) / 2);
  return logs.reduce((sum, log) => sum + log, 0) / Math.max(1, logs.length);
}

function differences(
  before: MeasuredQuality,
  now: MeasuredQuality,
): NonNullable<EmulatorQuality["change"]>["outputs"] {
  const accuracyBefore = new Map(
    before.outputs.map((output) => [output.name, output.coefficient_of_determination]),
  );
  return now.outputs.flatMap(({ name, coefficient_of_determination: after }) => {
    const earlier = accuracyBefore.get(name);
    return earlier === undefined ? [] : [{ name, before: earlier, after }];
  });
}

/** An emulator that is not in memory yet is looked for again after so many milliseconds, so many times. */
const AGAIN_MS = 1_000;
const MAX_JUDGE_ATTEMPTS = 60;

/** A provisional emulator is not judged: its training is not over. */
const UNJUDGED_JOBS: Filter<typeof jobRecord> = {
  emulator_file: { $ne: null },
  emulator_quality: null,
  emulator_stage: { $ne: "provisional" },
};

type Reading = Pick<Platform, "store" | "publish"> & EmulatorAccess;
type Attempts = { readonly pauseMs?: number; readonly maxAttempts?: number };

/**
 * Stores how good the emulators are that were stored before this was kept with their jobs, one after the other: what was measured
 * stands in their files. Lists and pages show it as soon as it is known. An emulator that cannot be read, or not in time, has none.
 * @throws Error when the database does not answer
 */
export async function judgeOlderEmulators(
  platform: Reading,
  ended: AbortSignal,
  attempts: Attempts = {},
): Promise<void> {
  const jobs = await platform.store.jobs.find(UNJUDGED_JOBS, { sort: { _id: -1 } }, jobId);
  for (const { _id } of jobs) {
    if (ended.aborted) return;
    await judge(platform, _id, ended, attempts).catch((err: unknown) => {
      // The migration is tried again: this job would otherwise never get its verdict.
      if (isUnanswered(err)) throw err;
      if (!ended.aborted) log.warn({ err, jobId: _id }, "an older emulator could not be judged");
    });
  }
}

/** @throws Error when the emulator cannot be read, or was not read in time */
async function judge(
  platform: Reading,
  _id: number,
  ended: AbortSignal,
  { pauseMs = AGAIN_MS, maxAttempts = MAX_JUDGE_ATTEMPTS }: Attempts,
): Promise<void> {
  const { store, publish } = platform;
  for (let attempt = 0; attempt < maxAttempts && !ended.aborted; attempt++) {
    const job = await store.jobs.findOne({ _id, ...UNJUDGED_JOBS });
    if (job === null) return;
    const emulator = await readyEmulator(platform, job).catch((error: unknown) => {
      // Its thread was ended, perhaps by another emulator.
      if (error instanceof Problem && error.status === 503) return null;
      throw error;
    });
    if (emulator === null) {
      await sleep(pauseMs, null, { signal: ended });
      continue;
    }
    const { outputs } = emulator.description;
    const { quality } = describeAccuracy(outputs);
    const method = outputs.some(({ validationMethod }) => validationMethod === "cross-validation")
      ? "cross-validation"
      : "held-out rows";
    // Why that training ended was not stored: nothing is said of it.
    const judged = judgeEmulator(null, { quality, stopReason: "converged" }, job, method);
    const updated = await store.jobs.update(
      { _id, revision: job.revision },
      { emulator_quality: judged.quality, revision: job.revision + 1 },
    );
    if (updated === null) continue;
    publish.job(updated);
    return;
  }
  throw new Error("The emulator could not be read in time.");
}
