import type { Phase, Work } from "@understudy/engine/runner/contract/claim.ts";
import type { PersonQueue } from "@understudy/shared/api/platform.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { log } from "../../core/log.ts";
import { stopSimulations } from "../../dispatch/move-simulations.ts";
import { recount } from "../../dispatch/simulation-counts.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform/platform.ts";

/** The states in which a runner has, or should have, a job, by what it does with it. */
export const PHASE_STATUSES = {
  data: ["Validating", "Preprocessing"],
  running: ["Pending Running", "Running", "Verifying"],
  training: ["Pending Training", "Training"],
} as const satisfies Record<Phase, readonly JobStatus[]>;

export const ALL_PHASES: readonly Phase[] = ["data", "running", "training"];

/** Finds the phase of a runner's work that this status belongs to; null when a runner does nothing. */
export function findPhase(status: JobStatus): Phase | null {
  const isInPhase = (phase: Phase) => PHASE_STATUSES[phase].some((phaseStatus) => phaseStatus === status);
  return ALL_PHASES.find(isInPhase) ?? null;
}

type QueueName = PersonQueue["queue"];

/** Names the queue in which a job waits for a runner. Short trainings have one of their own. */
export const toQueueName = (phase: Phase, { is_short }: Pick<JobRecord["work"], "is_short">): QueueName =>
  phase === "training" && is_short ? "short-training" : phase;

/** Builds the work of a runner in this phase. */
export const toWork = (
  { _id, work, creator }: Pick<JobRecord, "_id" | "work" | "creator">,
  phase: Phase,
): Work => ({
  jobId: _id,
  phase,
  ticket: work.ticket,
  order: work.order,
  isShort: work.is_short,
  flow: { person: creator.id, weight: work.weight },
});

/**
 * Hands a job to the runners, or to the server that is to train it. Need not be awaited: MongoDB already says that the job is to be
 * worked on, and runners look there from time to time for what did not reach the queue.
 */
export function queueWork(platform: Pick<Platform, "queue" | "wakeUps">, job: JobRecord): void {
  const phase = findPhase(job.status);
  if (phase === null) return;
  if (phase === "training" && job.training_server !== null) {
    platform.wakeUps.notifyWork(job._id);
    return;
  }
  const work = toWork(job, phase);
  platform.queue.enqueue(work).catch((err: unknown) => log.warn({ err, ...work }, "job could not be queued"));
}

/** Stops the runner or the server that has the job, if any. Should the message get lost, the runner's own check or the server's heartbeat finds out. */
export function stopWork(
  platform: Pick<Platform, "queue" | "wakeUps">,
  { _id: jobId, training_server }: Pick<JobRecord, "_id" | "training_server">,
): void {
  if (training_server?.lease_until) {
    platform.wakeUps.notifyStop(jobId);
    return;
  }
  platform.queue
    .requestStop(jobId)
    .catch((err: unknown) => log.warn({ err, jobId }, "the runner could not be notified"));
}

/**
 * Takes from servers the simulations of a job that no longer runs, and counts them again. Should this process die, their next
 * heartbeat takes them.
 */
export function endSimulations(
  platform: Pick<Platform, "store" | "publish" | "wakeUps">,
  jobId: number,
): void {
  stopSimulations(platform, jobId)
    .then(() => recount(platform, jobId))
    .catch((err: unknown) => log.warn({ err, jobId }, "simulations could not be stopped"));
}
