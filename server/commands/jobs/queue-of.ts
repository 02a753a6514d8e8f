import { availableParallelism } from "node:os";
import type { JobQueue } from "@understudy/shared/api/job.ts";
import { UNKNOWN_SPEED } from "@understudy/shared/domain/training-speed.ts";
import { estimateTraining, trainingSize } from "@understudy/shared/job-config/training-estimate.ts";
import { isRunnerConnected } from "../../core/runner-presence.ts";
import { readTrainingSpeed } from "../../core/training-speed.ts";
import type { Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform/platform.ts";
import { findPhase, PHASE_STATUSES } from "../runner/work.ts";
import { OF_RUNNERS } from "./claim-work.ts";

/**
 * Finds a job's position among those that wait for a runner. A training that waits for a server of its own waits
 * behind no other job.
 */
export async function findQueue(
  platform: Pick<Platform, "config" | "store" | "redis">,
  job: JobRecord,
): Promise<JobQueue> {
  const { store, redis, config } = platform;
  const phase = findPhase(job.status);
  const estimate = phase === "training" ? await estimateWait(platform, job) : null;
  const isOfRunners = phase !== "training" || job.training_server === null;
  if (phase === null || job.work.claim_id !== null || !isOfRunners)
    return { is_waiting: false, running: 0, ahead: 0, is_runner_connected: true, estimate };
  const ofQueue: Filter<typeof jobRecord> = {
    ...OF_RUNNERS[phase],
    _id: { $ne: job._id },
    status: { $in: [...PHASE_STATUSES[phase]] },
    // Short trainings have a queue of their own.
    "work.is_short": job.work.is_short ? true : { $ne: true },
  };
  // Equal orders are served in the order in which the jobs were queued.
  const isEarlier: Filter<typeof jobRecord>[] = [
    { "work.order": { $lt: job.work.order } },
    { "work.order": job.work.order, "work.queued_time": { $lt: job.work.queued_time } },
  ];
  const [running, ahead, runner] = await Promise.all([
    store.jobs.count({ ...ofQueue, "work.claim_id": { $ne: null } }),
    store.jobs.count({ ...ofQueue, "work.claim_id": null, $or: isEarlier }),
    isRunnerConnected(redis, config.redisPrefix),
  ]);
  return { is_waiting: true, running, ahead, is_runner_connected: runner !== false, estimate };
}

async function estimateWait(
  { redis, config }: Pick<Platform, "config" | "redis">,
  job: JobRecord,
): Promise<JobQueue["estimate"]> {
  const measured = await readTrainingSpeed({ redis, prefix: config.redisPrefix });
  const speed = measured ?? UNKNOWN_SPEED;
  const size = trainingSize(job.config, job.config.data_set_sizes.combined);
  const { low, high } = estimateTraining(size, job.config.training.effort, availableParallelism(), speed);
  return { low, high };
}
