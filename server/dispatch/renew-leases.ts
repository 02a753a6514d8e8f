/** Leases are renewed while their server is connected, and end when it has been silent for too long. */
import { isHeldBy } from "@understudy/engine/dispatch/attempts.ts";
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import { LEASED_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { MAX_CLOCK_DIFFERENCE_MS } from "@understudy/shared/limits.ts";
import { type Attempt, attemptKey } from "@understudy/shared/worker/worker-simulation.ts";
import { EARLIEST_TIME, type SimulationLease, simulationLease } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import { leasedTo } from "./choose-waiting.ts";
import type { ConnectedServer } from "./connected-server.ts";
import { stillDispatched } from "./dispatched-jobs.ts";
import {
  infrastructureError,
  RELEASED_FIELDS,
  toAttempts,
  updateFor,
  writeDecisions,
} from "./lease-state.ts";
import { stopSimulations } from "./move-simulations.ts";
import type { WakeUps } from "./wake-ups.ts";

type Needed = { readonly store: Store; readonly wakeUps: WakeUps };

/**
 * Renews the leases of the simulations that the server runs.
 * @returns those that the server has lost: the simulation is over or stopped, its job deleted, or another server has it
 */
export async function renewLeases(
  platform: Needed,
  server: ConnectedServer,
  running: readonly Attempt[],
  now = new Date(),
): Promise<{ lost: Attempt[] }> {
  const { simulations } = platform.store;
  const ids = running.map(({ simulation }) => simulation);
  const leases = await simulations.find({ _id: { $in: ids } }, {}, simulationLease);
  const activeLeases = await endStopped(platform, leases);
  const records = new Map(activeLeases.map((record) => [record._id, record]));
  const isKept = ({ simulation, attempt }: Attempt) => {
    const record = records.get(simulation);
    return record !== undefined && isHeldBy(toAttempts(record), server.id, attempt);
  };
  const heldAttempts = running.filter(isKept);
  if (heldAttempts.length > 0) {
    await simulations.updateAll(
      {
        _id: { $in: heldAttempts.map(({ simulation }) => simulation) },
        status: { $in: [...LEASED_STATUSES] },
        "resource.id": server.id,
      },
      { lease_until: new Date(now.getTime() + LEASE_MS) },
    );
  }
  return { lost: running.filter((attempt) => !heldAttempts.includes(attempt)) };
}

/** A process may have died between ending a job and ending its simulations: these are ended here. */
async function endStopped(platform: Needed, records: readonly SimulationLease[]): Promise<SimulationLease[]> {
  const ids = [...new Set(records.map(({ job_id }) => job_id))];
  const runningJobs = await stillDispatched(platform.store, ids);
  for (const id of ids) if (!runningJobs.has(id)) await stopSimulations(platform, id);
  return records.filter(({ job_id }) => runningJobs.has(job_id));
}

/**
 * Compares what the server runs, or has results of, with its leases when it connects. What it does not name is given to
 * others at once: a client that was not restarted since has never received it.
 */
export async function reconcileLeases(
  platform: Needed,
  server: ConnectedServer,
  running: readonly Attempt[],
  isStartedAnew: boolean,
  now = new Date(),
): Promise<{ lost: Attempt[] }> {
  const renewed = await renewLeases(platform, server, running, now);
  const runningKeys = new Set(running.map(attemptKey));
  const leased = await platform.store.simulations.find(leasedTo([server]), {}, simulationLease);
  const missing = leased.filter(
    ({ _id, attempt }) => !runningKeys.has(attemptKey({ simulation: _id, attempt })),
  );
  await requeue(platform, missing, now, isStartedAnew ? "the server was restarted while it ran." : null);
  return renewed;
}

/**
 * No lease that was renewed just now ends later, whichever process has renewed it. One that does was renewed before the clocks were set
 * back: it is shortened, or a server that died before would keep it for as long as they were set back.
 */
export const latestLeaseEnd = (now: Date): Date =>
  new Date(now.getTime() + LEASE_MS + MAX_CLOCK_DIFFERENCE_MS);

/** The number of leases that are ended in one batch, so that very many of them do not fill the memory. */
const MAX_LEASES_PER_BATCH = 1_000;

/**
 * Requeues the simulations of servers that have been silent for too long.
 * @param now by the database's clock
 * @returns how many leases ended
 */
export async function requeueExpired(platform: Needed, now: Date): Promise<number> {
  await platform.store.simulations.updateAll(
    { lease_until: { $gt: latestLeaseEnd(now) } },
    { lease_until: new Date(now.getTime() + LEASE_MS) },
  );
  let count = 0;
  for (;;) {
    const expired = await platform.store.simulations.find(
      { lease_until: { $gt: EARLIEST_TIME, $lt: now } },
      { sort: { lease_until: 1 }, limit: MAX_LEASES_PER_BATCH },
      simulationLease,
    );
    await requeue(platform, expired, now, "the server was silent for too long.");
    count += expired.length;
    if (expired.length < MAX_LEASES_PER_BATCH) return count;
  }
}

/** @param failure the server's fault as a sentence; null when it did nothing wrong */
async function requeue(
  { store, wakeUps }: Needed,
  records: readonly SimulationLease[],
  now: Date,
  failure: string | null,
): Promise<void> {
  if (records.length === 0) return;
  const expiredById = new Map(records.map((record) => [record._id, record]));
  await writeDecisions(store, records, (record) => {
    const before = expiredById.get(record._id);
    // Renewed meanwhile, or leased again: this lease did not end.
    if (before === undefined || before.attempt !== record.attempt) return null;
    if (before.lease_until?.getTime() !== record.lease_until?.getTime()) return null;
    const server = record.holders[record.attempt - 1] ?? 0;
    const { attempt } = record;
    const event =
      failure === null
        ? ({ type: "given-back", server, attempt } as const)
        : ({ type: "infrastructure-failed", server, attempt, now } as const);
    return updateFor(record, event, ({ status }) =>
      status === "Running Failed"
        ? { lease_id: null, error: infrastructureError(failure ?? ""), finish_time: now }
        : RELEASED_FIELDS,
    );
  });
  for (const id of new Set(records.map(({ job_id }) => job_id))) wakeUps.notifyWork(id);
}
