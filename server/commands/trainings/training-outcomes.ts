/** Stores how a server's training ends. A server that has lost the training is refused without an error. */
import type { TrainingLeaseEvent } from "@understudy/engine/dispatch/training-lease.ts";
import { isOutOfAttempts } from "@understudy/engine/dispatch/training-lease.ts";
import type { Claim, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import type { StoredEmulator } from "@understudy/engine/runner/contract/ports.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import type { TrainingAttempt } from "@understudy/shared/worker/worker-training.ts";
import { Problem } from "../../core/problem.ts";
import { leaseChange, toLease } from "../../dispatch/training-lease.ts";
import type { Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { JobTransitions, LiveRecords } from "../../platform/platform.ts";
import { changeJob } from "../jobs/change-job.ts";
import { holds } from "../jobs/claim-work.ts";
import { replaceEmulator } from "../jobs/store-emulator.ts";
import { transitionJob } from "../jobs/transition-job.ts";
import { outcome } from "../runner/outcome.ts";

/** Stores the emulator: the training is complete, or, where a person stopped it, stays stopped with this emulator. */
export async function storeTrained(
  platform: JobTransitions,
  claim: Claim,
  { attempt }: TrainingAttempt,
  emulator: StoredEmulator,
): Promise<WriteOutcome> {
  const { jobId } = claim;
  const only = holds(claim);
  const finished = await outcome(() =>
    replaceEmulator(platform, jobId, emulator, (change) =>
      transitionJob(platform, jobId, "training-finished", { only, change }),
    ),
  );
  if (finished === "applied") return finished;
  const over = { type: "over", attempt } as const;
  return await outcome(() =>
    replaceEmulator(platform, jobId, emulator, (change) =>
      changeJob(platform, jobId, (job) => ({ ...change(job), ...leaseChange(job, over) }), only),
    ),
  );
}

/** The training itself has failed: it would fail on any server. */
export async function failTraining(
  platform: JobTransitions,
  claim: Claim,
  { attempt }: TrainingAttempt,
  error: string,
): Promise<void> {
  const failed = await outcome(() =>
    transitionJob(platform, claim.jobId, "failed", { only: holds(claim), change: () => ({ error }) }),
  );
  if (failed === "refused") await endLease(platform, claim, { type: "over", attempt });
}

/** The server gives it back, which counts as no failure. */
export const giveTrainingBack = (platform: LiveRecords, claim: Claim, { attempt }: TrainingAttempt) =>
  endLease(platform, claim, { type: "given-back", attempt });

/** The server could not train it, or was lost: it waits for it again, or has failed where that has happened too often. */
export async function couldNotTrain(
  platform: JobTransitions,
  claim: Claim,
  { attempt }: TrainingAttempt,
  reason: string,
  only: Filter<typeof jobRecord> = {},
): Promise<void> {
  const event = { type: "infrastructure-failed", attempt, reason } as const;
  const job = await endLease(platform, claim, event, only);
  const server = job?.training_server ?? null;
  if (job === null || server === null || !isActive(job.status)) return;
  if (!isOutOfAttempts(toLease(server, job.training_attempts))) {
    platform.wakeUps.notifyWork(job._id);
    return;
  }
  const error = `${server.name} could not train it. Last attempt: ${reason}`;
  const still = { "work.ticket": job.work.ticket, "training_server.lease_until": null };
  await outcome(() => transitionJob(platform, job._id, "failed", { only: still, change: () => ({ error }) }));
}

/** @returns the job as it then is; null: the server has lost the training before */
async function endLease(
  platform: LiveRecords,
  claim: Claim,
  event: Extract<
    TrainingLeaseEvent,
    { attempt: number; type: "given-back" | "over" | "infrastructure-failed" }
  >,
  only: Filter<typeof jobRecord> = {},
): Promise<JobRecord | null> {
  const change = (before: JobRecord) => {
    // Of a training that was stopped nothing is tried again.
    const meant = isActive(before.status) ? event : { ...event, type: "over" as const };
    // The last progress is no longer true.
    return { ...leaseChange(before, meant), progress_text: null };
  };
  return await changeJob(platform, claim.jobId, change, { ...only, ...holds(claim) }).catch(
    (error: unknown) => {
      if (error instanceof Problem) return null;
      throw error;
    },
  );
}
