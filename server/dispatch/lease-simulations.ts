import { randomUUID } from "node:crypto";
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
import { RELEASED, type SimulationUpdate, updateFor, writeUpdates } from "./lease-state.ts";

/** A simulation that has been leased to a server. */
export type LeasedSimulation = {
  readonly simulation: number;
  readonly attempt: number;
  readonly jobId: number;
  /** How many simulations of the job the server may run at a time. */
  readonly concurrency: number;
  readonly specVersionId: number;
  /** Of every variable but the Files that were given; "" for a File that was not. */
  readonly inputs: SimulationInputs;
  /** Of each File that was given; paths are relative to the job's work directory. */
  readonly files: Readonly<Record<string, DescribedFile>>;
  readonly leaseUntil: Date;
};

/** Another process may lease the same simulations first; then others are looked for, at most so many times. */
const MAX_ROUNDS = 5;
/** Servers that are leased simulations together. */
const MAX_SERVERS = 100;

/** A process leases for one batch of servers after the other: two at once would mostly find the same simulations. */
const batchesOf = new WeakMap<Store, Batches<Ask, LeasedSimulation[]>>();

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
  let batches = batchesOf.get(store);
  if (batches === undefined) {
    batches = createBatches((asks) => lease(store, asks), MAX_SERVERS);
    batchesOf.set(store, batches);
  }
  return batches.add({ server, count, ahead, now });
}

type Open = Ask & { readonly got: LeasedSimulation[] };

async function lease(store: Store, asks: readonly Ask[]): Promise<LeasedSimulation[][]> {
  const all = asks.map((): LeasedSimulation[] => []);
  const guestLimits = await readGuestLimits(
    store,
    asks.map(({ server }) => server),
  );
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const open = asks.flatMap((ask, i): Open[] => {
      const got = all[i] ?? [];
      return got.length < ask.count ? [{ ...ask, got, count: ask.count - got.length }] : [];
    });
    if (open.length === 0) break;
    const servers = open.map(({ server }) => server);
    const jobs = await dispatchedJobs(store, servers, guestLimits);
    const chosen = await chooseWaiting(store, jobs, open, guestLimits);
    if (chosen.length === 0) break;
    const taken = await take(store, chosen);
    for (const { ask, ...one } of await keepWanted(store, taken)) ask.got.push(leasedOf(ask, one));
    // Nothing was lost to another process: there are no more, or no more are wanted.
    if (taken.length === chosen.length) break;
  }
  return all;
}

type Taken<A extends Ask> = Chosen<A> & { readonly leaseUntil: Date };

/** Leases those of them that no other process has leased meanwhile. */
async function take<A extends Ask>(
  { simulations }: Pick<Store, "simulations">,
  chosen: readonly Chosen<A>[],
): Promise<Taken<A>[]> {
  const lease_id = randomUUID();
  const updates: SimulationUpdate[] = [];
  const taken: Taken<A>[] = [];
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
  const ours = await simulations.find({ _id: { $in: ids }, lease_id }, {}, simulationId);
  const isOurs = new Set(ours.map(({ _id }) => _id));
  return taken.filter(({ record }) => isOurs.has(record._id));
}

/** A job may have been stopped just before its simulations were leased: then they are given back as if they had never been leased. */
async function keepWanted<A extends Ask>(store: Store, taken: readonly Taken<A>[]): Promise<Taken<A>[]> {
  const still = await stillDispatched(store, [...new Set(taken.map(({ job }) => job.id))]);
  const isWanted = ({ job }: Taken<A>) => still.has(job.id);
  const stopped = taken.flatMap((one) =>
    isWanted(one) ? [] : (updateFor(one.record, { type: "stopped" }, () => RELEASED) ?? []),
  );
  await writeUpdates(store, stopped);
  return taken.filter(isWanted);
}

function leasedOf({ server }: Ask, { job, record, leaseUntil }: Omit<Taken<Ask>, "ask">): LeasedSimulation {
  return {
    simulation: record._id,
    attempt: record.attempt,
    jobId: job.id,
    concurrency: job.concurrency.get(server.id) ?? 0,
    specVersionId: job.specVersionId,
    ...shared(job.variables, record.inputs),
    leaseUntil,
  };
}

/** What all simulations of a job have in common, and in the place of varied variables the simulation's own values. */
function shared(
  variables: DispatchedJob["variables"],
  own: SimulationInputs,
): Pick<LeasedSimulation, "inputs" | "files"> {
  const inputs: SimulationInputs = {};
  const files: Record<string, DescribedFile> = {};
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.type !== "File") inputs[name] = ownValue(own, name) ?? variable.initval;
    else if (variable.file === null) inputs[name] = "";
    else files[name] = variable.file;
  }
  return { inputs, files };
}
