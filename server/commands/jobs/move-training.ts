import type { TrainingOptions } from "@understudy/shared/api/job-config.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform/platform.ts";
import { leaveQueue, returnCharge, takeTurn } from "../runner/turn.ts";
import { PHASE_STATUSES, queueWork, stopWork } from "../runner/work.ts";
import { changeJob } from "./change-job.ts";
import { requireTrainingServer } from "./start-training.ts";

/** In earlier statuses the server is chosen when the training is started or configured. */
const MOVABLE_STATUSES: readonly JobStatus[] = [
  ...PHASE_STATUSES.training,
  "Training Failed",
  "Interrupted",
  "Complete",
];

/**
 * Trains a job elsewhere from now on: a training that waits or is under way goes on there from its last checkpoint.
 * @throws Problem 400 naming what is wrong with the choice, 409 when there is no training to move
 */
export async function moveTraining(
  platform: Pick<Platform, "config" | "store" | "queue" | "publish" | "wakeUps">,
  jobId: number,
  { train_on, resource_id }: Pick<TrainingOptions, "train_on" | "resource_id">,
): Promise<JobRecord> {
  const current = await platform.store.jobs.findOne({ _id: jobId });
  if (current === null) throw notFound(MESSAGES.jobNotFound);
  const training_server = await requireTrainingServer(platform, current, { train_on, resource_id });
  let before = current;
  const isMoving = (job: JobRecord) => isUnderWay(job) && !staysHere(job, training_server);
  const turn = isMoving(current)
    ? await takeTurn(platform.store, { ...current, training_server }, "Pending Training")
    : null;
  const returnTurn = async () => {
    if (turn === null) return;
    const work = { ...current.work, ...turn };
    await returnCharge(platform.store, { ...current, status: "Pending Training", training_server, work });
  };
  const moved = await changeJob(platform, jobId, (job) => {
    if (!OBJECTIVE_TRAITS[job.objective].hasTraining || !MOVABLE_STATUSES.includes(job.status)) {
      throw new Problem(409, MESSAGES.jobHasMoved(job.status));
    }
    before = job;
    const { config, work, revision } = job;
    const place = {
      config: { ...config, training: { ...config.training, train_on, resource_id } },
      training_server,
    };
    if (!isMoving(job)) return place;
    // The runner or server that had it may not write any more.
    return {
      ...place,
      work: { ...work, ...turn, ticket: revision + 1, claim_id: null },
      progress_text: null,
    };
  }).catch(async (error: unknown) => {
    await returnTurn();
    throw error;
  });
  // Between the two readings the training may have ended: then it does not enter the queue.
  if (!isMoving(before)) await returnTurn();
  else if (turn !== null) await returnCharge(platform.store, before);
  platform.publish.config(moved);
  if (isMoving(before)) {
    // It may have waited for a server: then there is nothing to stop.
    const server = before.training_server;
    if (server === null || server.lease_until !== null) stopWork(platform, before);
    queueWork(platform, moved);
  }
  await leaveQueue(platform.store, before, moved);
  return moved;
}

/** On the platform, as before. */
const staysHere = ({ training_server }: JobRecord, next: JobRecord["training_server"]): boolean =>
  training_server === null && next === null;
const isUnderWay = ({ status }: JobRecord): boolean =>
  PHASE_STATUSES.training.some((trainingStatus) => trainingStatus === status);
