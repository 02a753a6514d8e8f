/** Reads what operators see of the whole installation. */
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import { queuedJob } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { ResourceRecord } from "../../models/resource.ts";
import { userShare } from "../../models/user.ts";
import type { Platform, Records } from "../../platform/platform.ts";
import { isConnected } from "../../policies/resource.ts";
import type { NamedUsers, QueueEntry } from "../../presenters/platform.ts";
import { findFairQueue } from "./turn.ts";
import { ALL_PHASES, PHASE_STATUSES } from "./work.ts";

export type Overview = {
  readonly queues: readonly QueueEntry[];
  readonly servers: readonly ResourceRecord[];
  readonly machines: readonly MachineRecord[];
  /** The people who are named by the others, by their id. */
  readonly users: NamedUsers;
};

/** Jobs are read in parts of so many, and counted: of many thousands only one part is in memory. */
const PART_SIZE = 2_000;

/** Connected servers are listed up to this number: with more of them the page would be of no use. */
const MAX_SERVERS = 500;

export async function readOverview({ store }: Records, now = new Date()): Promise<Overview> {
  const [queues, resources, machines] = await Promise.all([
    readQueues(store),
    store.resources.find({ connection_id: { $ne: null } }, { sort: { name: 1 }, limit: MAX_SERVERS }),
    store.machines.find({}, { sort: { _id: 1 } }),
  ]);
  const servers = resources.filter((server) => isConnected(server, now));
  const ids = [
    ...queues.map(({ userId }) => userId),
    ...[...servers, ...machines].map(({ user_id }) => user_id),
  ];
  const users = await store.users.find({ _id: { $in: [...new Set(ids)] } }, {}, userShare);
  return { queues, servers, machines, users: new Map(users.map((user) => [user._id, user])) };
}

async function* readJobs(jobs: Platform["store"]["jobs"], statuses: readonly JobStatus[]) {
  let last = 0;
  for (;;) {
    const filter = { status: { $in: statuses }, _id: { $gt: last } };
    const part = await jobs.find(filter, { sort: { _id: 1 }, limit: PART_SIZE }, queuedJob);
    yield* part;
    if (part.length < PART_SIZE) return;
    last = part.at(-1)?._id ?? last;
  }
}

async function readQueues({ jobs }: Platform["store"]): Promise<QueueEntry[]> {
  const statuses = ALL_PHASES.flatMap((phase) => [...PHASE_STATUSES[phase]]);
  const entries = new Map<string, QueueEntry>();
  for await (const job of readJobs(jobs, statuses)) {
    const queue = findFairQueue(job);
    if (queue === null) continue;
    const userId = job.creator.id;
    const key = `${queue}/${userId}`;
    const entry = entries.get(key) ?? { queue, userId, waiting: 0, running: 0, oldestQueuedTime: null };
    const isWaiting = job.work.claim_id === null;
    const times = [entry.oldestQueuedTime, isWaiting ? job.work.queued_time : null].flatMap(
      (time) => time ?? [],
    );
    entries.set(key, {
      ...entry,
      waiting: entry.waiting + (isWaiting ? 1 : 0),
      running: entry.running + (isWaiting ? 0 : 1),
      oldestQueuedTime: times.toSorted((a, b) => a.getTime() - b.getTime())[0] ?? null,
    });
  }
  return [...entries.values()].toSorted((a, b) => a.queue.localeCompare(b.queue) || b.waiting - a.waiting);
}
