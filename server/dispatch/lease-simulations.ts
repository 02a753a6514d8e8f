import { randomUUID } from "node:crypto";
import { FairShares } from "@understudy/engine/dispatch/fair-shares.ts";
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";
import { simulationId } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import { type Batches, createBatches } from "./batches.ts";
import { type Ask, type Chosen, chooseWaiting } from "./choose-waiting.ts";
import type { ConnectedServer } from "./connected-server.ts";
import { type DispatchedJob, dispatchedJobs, readGuestLimits, stillDispatched } from "./dispatched-jobs.ts";
import { RELEASED_FIELDS, type SimulationUpdate, updateFor, writeUpdates } from "./lease-state.ts";

/** A simulation that has been leased to a server. */
export type LeasedSimulation = {
  readonly simulation: number;
  readonly attempt: number;
  readonly jobId: number;
  /** The number of the job's simulations that the server may run at a time. */
  readonly concurrency: number;
  readonly specVersionId: number;
  /** The values of every variable except the Files that were uploaded; "" stands for a File that was not. */
  readonly inputs: SimulationInputs;
  /** The uploaded Files by variable; paths are relative to the job's work directory. */
  readonly files: Readonly<Record<string, DescribedFile>>;
  readonly leaseUntil: Date;
};

/** Another process may lease the same simulations first: then this one chooses again, at most so many times. */
const MAX_ROUNDS = 5;
/** The number of servers that are leased simulations in one batch. */
const MAX_SERVERS = 100;

/** A process leases for one batch of servers after the other: two at once would mostly find the same simulations. */
const batchesByStore = new WeakMap<Store, Batches<Ask, LeasedSimulation[]>>();

/**
 * Leases up to `count` simulations to the server: of its user's jobs that chose it, as many of each as the job allows and
 * `ahead` more, in fair shares. Of other people's jobs it has at most as many as its owner shares, and none ahead. Servers that ask while others are being answered share a few database requests.
 */
export function leaseSimulations(
  { store }: { readonly store: Store },
  server: ConnectedServer,
  count: number,
  now = new Date(),
  ahead = 0,
): Promise<LeasedSimulation[]> {
  let batches = batchesByStore.get(store);
  if (batches === undefined) {
    const fairShares = new FairShares();
    batches = createBatches((asks) => lease(store, asks, fairShares), MAX_SERVERS);
    batchesByStore.set(store, batches);
  }
  return batches.add({ server, count, ahead, now });
}

type OpenAsk = Ask & { readonly leased: LeasedSimulation[] };

async function lease(
  store: Store,
  asks: readonly Ask[],
  fairShares: FairShares,
): Promise<LeasedSimulation[][]> {
  const leasedByAsk = asks.map((): LeasedSimulation[] => []);
  const guestLimits = await readGuestLimits(
    store,
    asks.map(({ server }) => server),
  );
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const openAsks = asks.flatMap((ask, i): OpenAsk[] => {
      const leased = leasedByAsk[i] ?? [];
      return leased.length < ask.count ? [{ ...ask, leased, count: ask.count - leased.length }] : [];
    });
    if (openAsks.length === 0) break;
    const servers = openAsks.map(({ server }) => server);
    const jobs = await dispatchedJobs(store, servers, guestLimits);
    const chosen = await chooseWaiting(store, jobs, openAsks, guestLimits, fairShares);
    if (chosen.length === 0) break;
    const taken = await take(store, chosen);
    for (const { ask, ...simulation } of await releaseStopped(store, taken))
      ask.leased.push(describeLease(ask, simulation));
    // Nothing was lost to another process: there are no more, or no more are wanted.
    if (taken.length === chosen.length) break;
  }
  return leasedByAsk;
}

type TakenSimulation<A extends Ask> = Chosen<A> & { readonly leaseUntil: Date };

/** Leases the chosen simulations that no other process has leased meanwhile. */
async function take<A extends Ask>(
  { simulations }: Pick<Store, "simulations">,
  chosen: readonly Chosen<A>[],
): Promise<TakenSimulation<A>[]> {
  const lease_id = randomUUID();
  const updates: SimulationUpdate[] = [];
  const taken: TakenSimulation<A>[] = [];
  for (const { ask, job, record } of chosen) {
    const { id, name } = ask.server;
    const until = new Date(ask.now.getTime() + LEASE_MS);
    const event = { type: "leased", server: id, until, now: ask.now } as const;
    const update = updateFor(record, event, () => ({ lease_id, resource: { id, name } }));
    if (update === null) continue;
    updates.push(update);
    taken.push({ ask, job, record: { ...record, ...update.change }, leaseUntil: until });
  }
  if ((await writeUpdates({ simulations }, updates)) === taken.length) return taken;
  const ids = taken.map(({ record }) => record._id);
  const ownRows = await simulations.find({ _id: { $in: ids }, lease_id }, {}, simulationId);
  const ownIds = new Set(ownRows.map(({ _id }) => _id));
  return taken.filter(({ record }) => ownIds.has(record._id));
}

/** A job may have been stopped just before its simulations were leased: then they are given back as if they had never been leased. */
async function releaseStopped<A extends Ask>(
  store: Store,
  taken: readonly TakenSimulation<A>[],
): Promise<TakenSimulation<A>[]> {
  const dispatchedIds = await stillDispatched(store, [...new Set(taken.map(({ job }) => job.id))]);
  const isDispatchedStill = ({ job }: TakenSimulation<A>) => dispatchedIds.has(job.id);
  const stopped = taken.flatMap((simulation) =>
    isDispatchedStill(simulation)
      ? []
      : (updateFor(simulation.record, { type: "stopped" }, () => RELEASED_FIELDS) ?? []),
  );
  await writeUpdates(store, stopped);
  return taken.filter(isDispatchedStill);
}

function describeLease(
  { server }: Ask,
  { job, record, leaseUntil }: Omit<TakenSimulation<Ask>, "ask">,
): LeasedSimulation {
  return {
    simulation: record._id,
    attempt: record.attempt,
    jobId: job.id,
    concurrency: job.concurrency.get(server.id) ?? 0,
    specVersionId: job.specVersionId,
    ...mergeInputs(job.variables, record.inputs),
    leaseUntil,
  };
}

/** Merges the values that all simulations of a job share with the values that this simulation varies. */
function mergeInputs(
  variables: DispatchedJob["variables"],
  variedInputs: SimulationInputs,
): Pick<LeasedSimulation, "inputs" | "files"> {
  const inputs: SimulationInputs = {};
  const files: Record<string, DescribedFile> = {};
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.type !== "File") inputs[name] = ownValue(variedInputs, name) ?? variable.initval;
    else if (variable.file === null) inputs[name] = "";
    else files[name] = variable.file;
  }
  return { inputs, files };
}
