/** Decides which waiting simulations go to which of the servers that ask for some. */
import { isFreeFor, latestHoldEnd } from "@understudy/engine/dispatch/attempts.ts";
import type { FairShares } from "@understudy/engine/dispatch/fair-shares.ts";
import { type JobShare, shareSlots } from "@understudy/engine/dispatch/share-slots.ts";
import { LEASED_STATUSES, PENDING_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { EARLIEST_TIME, type SimulationLease, simulationLease, simulationRow } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import type { ConnectedServer } from "./connected-server.ts";
import type { DispatchedJob } from "./dispatched-jobs.ts";
import { toAttempts } from "./lease-state.ts";

/** A server's request for simulations. */
export type Ask = {
  readonly server: ConnectedServer;
  readonly count: number;
  /**
   * The number of simulations of each job that the server may hold beyond those it runs at a time: it starts them
   * later.
   */
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
  lease_until: { $gt: EARLIEST_TIME },
  "resource.id": { $in: servers.map(({ id }) => id) },
});
const leasedRow = simulationRow.pick({ _id: true, job_id: true, resource: true });

/**
 * The first waiting simulations of each job, in fair shares of each server's slots.
 * @param fairShares what people were served before; what they are served now is added
 * @param guestLimits how many simulations of other people's jobs a shared server may have at a time, by the server's id
 */
export async function chooseWaiting<A extends Ask>(
  { simulations }: Pick<Store, "simulations">,
  jobs: readonly DispatchedJob[],
  asks: readonly A[],
  guestLimits: ReadonlyMap<number, number>,
  fairShares: FairShares,
): Promise<Chosen<A>[]> {
  if (jobs.length === 0) return [];
  const servers = asks.map(({ server }) => server);
  const leased = await simulations.find(leasedTo(servers), {}, leasedRow);
  /** The number of simulations of each job that each server holds: by the server's id, then by the job's. */
  const leaseCounts = new Map(servers.map(({ id }) => [id, new Map<number, number>()]));
  const addLeases = (server: number, job: number, more: number) => {
    const counts = leaseCounts.get(server);
    counts?.set(job, (counts.get(job) ?? 0) + more);
  };
  for (const { resource, job_id } of leased) addLeases(resource?.id ?? 0, job_id, 1);
  const creators = new Map(jobs.map(({ id, flow }) => [id, flow.person]));
  const isGuest = ({ server }: Ask, job: number) => creators.get(job) !== server.userId;
  const computeGuestRoom = (ask: Ask): number => {
    const { id } = ask.server;
    let room = guestLimits.get(id) ?? 0;
    // The simulations of a job that has just been stopped count as a guest's until they are released.
    for (const [job, count] of leaseCounts.get(id) ?? []) if (isGuest(ask, job)) room -= count;
    return Math.max(0, room);
  };
  const computeRoom = (ask: Ask, { id, concurrency }: DispatchedJob): number => {
    const { server } = ask;
    const limit = concurrency.get(server.id);
    if (limit === undefined) return 0;
    const leasedCount = leaseCounts.get(server.id)?.get(id) ?? 0;
    return isGuest(ask, id)
      ? Math.max(0, Math.min(limit - leasedCount, computeGuestRoom(ask)))
      : Math.max(0, limit + ask.ahead - leasedCount);
  };
  const queues = await Promise.all(
    jobs.map(async (job) => {
      const eligibleAsks = asks.filter((ask) => computeRoom(ask, job) > 0);
      const leaseLimit = eligibleAsks.reduce(
        (sum, ask) => sum + Math.min(computeRoom(ask, job), ask.count),
        0,
      );
      const waiting = await findWaiting(simulations, job, eligibleAsks, leaseLimit);
      // Needed only for a fair share: a job alone gets all slots.
      const running = { job_id: job.id, status: { $in: [...LEASED_STATUSES] } };
      const isAlone = jobs.length === 1 || waiting.length === 0;
      return { job, waiting, running: isAlone ? 0 : await simulations.count(running) };
    }),
  );

  const chosen: Chosen<A>[] = [];
  for (const ask of asks) {
    const { server, now } = ask;
    const isEligible = (record: SimulationLease) => isFreeFor(toAttempts(record), server.id, now);
    const jobShares = queues.map((queue): JobShare => {
      const { job, waiting, running } = queue;
      const pending = waiting.filter(isEligible).length;
      return { job: job.id, flow: job.flow, pending, running, room: computeRoom(ask, job) };
    });
    // All guests together have the guests' room; what they leave of the slots goes to the owner's jobs.
    const guests = jobShares.filter(({ job }) => isGuest(ask, job));
    const guestShares = shareSlots(Math.min(ask.count, computeGuestRoom(ask)), guests, fairShares.copy());
    const shares = shareSlots(
      ask.count,
      jobShares.map((share) =>
        isGuest(ask, share.job) ? { ...share, room: guestShares.get(share.job) ?? 0 } : share,
      ),
      fairShares,
    );
    for (const queue of queues) {
      const { job } = queue;
      const assigned = queue.waiting.filter(isEligible).slice(0, shares.get(job.id) ?? 0);
      const assignedSet = new Set(assigned);
      queue.waiting = queue.waiting.filter((record) => !assignedSet.has(record));
      queue.running += assigned.length;
      addLeases(server.id, job.id, assigned.length);
      chosen.push(...assigned.map((record) => ({ ask, job, record })));
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
  { "held_back.until": { $gt: latestHoldEnd(now) } },
];
