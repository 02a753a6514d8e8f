/**
 * The fair order of the jobs that wait for a runner or a machine: start-time fair queueing among people, as FairShares of
 * engine/dispatch has it, with the tags in MongoDB so that all processes share them. A queue has a virtual time, and each person
 * in it the finish of their last request; both are records of `queue_times`. Within the jobs of one person the order is that of
 * their requests.
 */
import { availableParallelism } from "node:os";
import type { PersonQueue } from "@understudy/shared/api/platform.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import {
  isShortTraining,
  referenceSeconds,
  trainingSize,
} from "@understudy/shared/job-config/training-estimate.ts";
import { log } from "../../core/log.ts";
import type { Filter } from "../../models/collection.ts";
import { type JobRecord, jobId, type jobRecord } from "../../models/job.ts";
import type { Store } from "../../models/store.ts";
import { userWeight } from "../../models/user.ts";
import { findPhase, PHASE_STATUSES, toQueueName } from "./work.ts";

/** Reading the files of a job, or running its simulations, costs the same for every job: how long it takes is not known before. */
const UNIT_COST = 1;

type Queued = Pick<JobRecord, "status" | "work" | "creator" | "training_server">;
export type Turn = Pick<
  JobRecord["work"],
  "order" | "charge" | "payer" | "weight" | "is_short" | "queued_time"
>;
type QueueName = PersonQueue["queue"];
type QueueStore = Pick<Store, "queueTimes" | "users">;

/**
 * Names the queue in which people compete for a job's next step; null: none, as a server of its creator's own trains it.
 * Trainings on machines have one, because there may be only so many machines.
 */
export function findFairQueue({ status, work, training_server }: Omit<Queued, "creator">): QueueName | null {
  const phase = findPhase(status);
  if (phase === null) return null;
  if (phase !== "training" || training_server === null) return toQueueName(phase, work);
  return training_server.is_machine ? "machines" : null;
}

const personKey = (queue: string, person: number) => `${queue}/${person}`;

/** Computes what the job costs its creator: of a training the expected time on the reference machine (s). */
function computeCost({ config }: Pick<JobRecord, "config">, status: JobStatus) {
  if (status !== "Pending Training") return { cost: UNIT_COST, is_short: false };
  // By the reference machine, so that the order does not depend on the load at the moment of each request.
  const size = trainingSize(config, config.data_set_sizes.combined);
  const seconds = referenceSeconds(size, config.training.effort, availableParallelism());
  return { cost: seconds, is_short: isShortTraining(seconds) };
}

/**
 * Gives a job that enters a queue its tags. They count from the moment of the call: give the charge back with `returnCharge`
 * if the job does not enter the queue after all.
 */
export async function takeTurn(
  { queueTimes, users }: QueueStore,
  job: Pick<JobRecord, "config" | "work" | "creator" | "training_server">,
  status: JobStatus,
  now = new Date(),
): Promise<Turn> {
  const { cost, is_short } = computeCost(job, status);
  const queue = findFairQueue({ ...job, status, work: { ...job.work, is_short } });
  // The virtual time of a new queue is a time of today, as were the orders of earlier versions.
  const today = now.getTime() / 1000;
  const payer = job.creator.id;
  if (queue === null) return { order: today, charge: 0, payer, weight: 1, is_short, queued_time: now };
  const [user] = await users.find({ _id: payer }, {}, userWeight);
  const weight = user?.queue_weight ?? 1;
  const charge = cost / weight;
  const { value: virtualTime } = await queueTimes.upsert({ _id: queue }, { value: today }, {});
  const raised = { least: virtualTime, more: charge };
  const { value: finish } = await queueTimes.raise(personKey(queue, payer), "value", raised);
  return { order: finish - charge, charge, payer, weight, is_short, queued_time: now };
}

/** Moves the virtual time of the queue to the start tag of a job that was taken from it. */
export async function advanceQueue({ queueTimes }: QueueStore, job: Queued): Promise<void> {
  const queue = findFairQueue(job);
  if (queue === null || job.work.charge === 0) return;
  await queueTimes.raise(queue, "value", { least: job.work.order, more: 0 });
}

/** Puts a new job into its queue. */
export const withTurn = async (store: QueueStore, job: JobRecord): Promise<JobRecord> => ({
  ...job,
  work: { ...job.work, ...(await takeTurn(store, job, job.status)) },
});

/** Gives back what a job cost its creator that left its queue before it was taken. Later jobs then begin earlier. */
export async function returnCharge({ queueTimes }: QueueStore, job: Queued): Promise<void> {
  const queue = findFairQueue(job);
  const { charge, payer } = job.work;
  if (queue === null || charge === 0) return;
  // The job may have been handed over since; one that an earlier version queued has no payer.
  await queueTimes
    .update({ _id: personKey(queue, payer ?? job.creator.id) }, {}, { $inc: { value: -charge } })
    .catch((err: unknown) => log.warn({ err }, "a person's turn could not be given back"));
}

const trainings = { status: { $in: [...PHASE_STATUSES.training] } };
/** Filters for the jobs that wait or run in each queue, as `findFairQueue` assigns them. */
const QUEUE_JOBS: Readonly<Record<QueueName, Filter<typeof jobRecord>>> = {
  data: { status: { $in: [...PHASE_STATUSES.data] } },
  running: { status: { $in: [...PHASE_STATUSES.running] } },
  training: { ...trainings, training_server: null, "work.is_short": { $ne: true } },
  "short-training": { ...trainings, training_server: null, "work.is_short": true },
  machines: { ...trainings, "training_server.is_machine": true },
};

/**
 * Ends the busy period of each queue that no job waits or runs in any more: the virtual time rises to the largest finish tag
 * (Goyal et al., section 2), so that nobody who comes later is served before others for what these had while nobody competed.
 * @param queues those that a job has left
 */
export async function endBusyPeriods(
  { jobs, queueTimes }: Pick<Store, "jobs" | "queueTimes">,
  queues: ReadonlySet<QueueName | null>,
): Promise<void> {
  const endBusyPeriod = async (queue: QueueName) => {
    // The tags are read before the jobs: the tag of a job that enters the queue meanwhile then counts only if the job is in it.
    const [last] = await queueTimes.find(
      { _id: { $regex: `^${queue}/` } },
      { sort: { value: -1 }, limit: 1 },
    );
    if (last === undefined) return;
    const [active] = await jobs.find(QUEUE_JOBS[queue], { limit: 1 }, jobId);
    if (active === undefined) await queueTimes.raise(queue, "value", { least: last.value, more: 0 });
  };
  for (const queue of queues) {
    if (queue === null) continue;
    // The jobs have left already, and the next to leave tries again.
    await endBusyPeriod(queue).catch((err: unknown) =>
      log.warn({ err, queue }, "the virtual time of a queue could not be advanced"),
    );
  }
}

/** Ends the busy period of the queue that a change has taken a job from, if it was the last there. */
export async function leaveQueue(
  store: Pick<Store, "jobs" | "queueTimes">,
  before: Queued,
  after: Queued,
): Promise<void> {
  const queue = findFairQueue(before);
  if (queue !== findFairQueue(after)) await endBusyPeriods(store, new Set([queue]));
}
