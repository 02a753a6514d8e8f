/** Decides which waiting simulations go to which of the servers that ask for some. */
import { isFreeFor } from "@understudy/engine/dispatch/attempts.ts";
import { type JobShare, shareSlots } from "@understudy/engine/dispatch/share-slots.ts";
import { LEASED_STATUSES, PENDING_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { EVER, type SimulationLease, simulationLease, simulationRow } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import type { ConnectedServer } from "./connected-server.ts";
import type { DispatchedJob } from "./dispatched-jobs.ts";
import { attemptsOf } from "./lease-state.ts";

/** A server's request for simulations. */
export type Ask = {
  readonly server: ConnectedServer;
  readonly count: number;
  /** How many more of each job than it may run at a time: it will begin with them later. */
  readonly ahead: number;
  readonly now: Date;
};
export type Chosen<A extends Ask> = {
  readonly ask: A;
  readonly job: DispatchedJob;
  readonly record: SimulationLease;
};

/** A filter for the simulations that servers have now. */
export const leasedTo = (servers: readonly Pick<ConnectedServer, "id">[]) => ({
  lease_until: { $gt: EVER },
  "resource.id": { $in: servers.map(({ id }) => id) },
});
const leasedRow = simulationRow.pick({ _id: true, job_id: true, resource: true });

/** The first waiting simulations of each job, in fair shares of each server's slots. */
export async function chooseWaiting<A extends Ask>(
  { simulations }: Pick<Store, "simulations">,
  jobs: readonly DispatchedJob[],
  asks: readonly A[],
): Promise<Chosen<A>[]> {
  if (jobs.length === 0) return [];
  const servers = asks.map(({ server }) => server);
  const leased = await simulations.find(leasedTo(servers), {}, leasedRow);
  const has = new Map<string, number>();
  const key = (server: number, job: number) => `${server}.${job}`;
  const count = (of: string, more: number) => has.set(of, (has.get(of) ?? 0) + more);
  for (const { resource, job_id } of leased) count(key(resource?.id ?? 0, job_id), 1);
  const roomOf = ({ server: { id }, ahead }: Ask, job: DispatchedJob): number => {
    const concurrency = job.concurrency.get(id);
    return concurrency === undefined ? 0 : Math.max(0, concurrency + ahead - (has.get(key(id, job.id)) ?? 0));
  };
  const queues = await Promise.all(
    jobs.map(async (job) => {
      const able = asks.filter((ask) => roomOf(ask, job) > 0);
      const limit = able.reduce((sum, ask) => sum + Math.min(roomOf(ask, job), ask.count), 0);
      const waiting = await findWaiting(simulations, job, able, limit);
      // Needed only for a fair share: a job alone gets all slots.
      const running = { job_id: job.id, status: { $in: [...LEASED_STATUSES] } };
      const isAlone = jobs.length === 1 || waiting.length === 0;
      return { job, waiting, running: isAlone ? 0 : await simulations.count(running) };
    }),
  );

  const chosen: Chosen<A>[] = [];
  for (const ask of asks) {
    const { server, now } = ask;
    const mayHave = (record: SimulationLease) => isFreeFor(attemptsOf(record), server.id, now);
    const open = queues.map((queue): JobShare => {
      const { job, waiting, running } = queue;
      const pending = waiting.filter(mayHave).length;
      return { job: job.id, pending, running, room: roomOf(ask, job) };
    });
    const shares = shareSlots(ask.count, open);
    for (const queue of queues) {
      const { job } = queue;
      const given = queue.waiting.filter(mayHave).slice(0, shares.get(job.id) ?? 0);
      const isGiven = new Set(given);
      queue.waiting = queue.waiting.filter((record) => !isGiven.has(record));
      queue.running += given.length;
      count(key(server.id, job.id), given.length);
      chosen.push(...given.map((record) => ({ ask, job, record })));
    }
  }
  return chosen;
}

async function findWaiting(
  simulations: Store["simulations"],
  { id }: DispatchedJob,
  asks: readonly Ask[],
  limit: number,
): Promise<SimulationLease[]> {
  if (limit === 0) return [];
  const waits = { job_id: id, status: { $in: [...PENDING_STATUSES] }, $or: asks.flatMap(freeFor) };
  return await simulations.find(waits, { sort: { index: 1 }, limit }, simulationLease);
}

/** `isFreeFor` of engine/dispatch as a MongoDB filter. */
const freeFor = ({ server: { id }, now }: Ask) => [
  { held_back: null },
  { "held_back.resource_id": { $ne: id } },
  { "held_back.until": { $lte: now } },
];
