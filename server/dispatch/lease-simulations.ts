import { randomUUID } from "node:crypto";
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import { type JobShare, shareSlots } from "@understudy/engine/dispatch/share-slots.ts";
import type { JobStatus } from "@understudy/shared/domain/job.ts";
import {
  LEASED_STATUSES,
  nextSimulationStatus,
  PENDING_STATUSES,
} from "@understudy/shared/domain/simulation.ts";
import type { DescribedFile, SimulationInputs } from "@understudy/shared/worker-protocol.ts";
import type { z } from "zod";
import { jobRecord } from "../models/job.ts";
import type { JobRun } from "../models/run.ts";
import { type SimulationLease, simulationLease, simulationRow } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import type { Platform } from "../platform.ts";
import { takesSpec } from "../policies/resource.ts";
import { EVER, RELEASED, updateFor, writeUpdates } from "./lease-state.ts";
import type { Server } from "./server.ts";

/** One simulation that a server now has. */
export type Leased = {
  readonly simulation: number;
  readonly attempt: number;
  readonly job_id: number;
  readonly spec_version_id: number;
  /** Of every variable but the Files that were given; "" for a File that was not. */
  readonly inputs: SimulationInputs;
  /** Of each File that was given; paths are relative to the job's work directory. */
  readonly files: Readonly<Record<string, DescribedFile>>;
  readonly lease_until: Date;
};

/** In these a job's simulations are handed out. */
export const DISPATCHED_STATUSES = ["Running", "Verifying"] as const satisfies readonly JobStatus[];

export const isDispatched = (status: JobStatus): boolean => DISPATCHED_STATUSES.some((one) => one === status);

const dispatchedJob = jobRecord.pick({ _id: true, run: true, spec_version_id: true });
type DispatchedJob = z.infer<typeof dispatchedJob>;

/** Other processes lease too, and may be first: then it looks for others, this many times at most. */
const ROUNDS = 5;
/** Within a process one leases after the other: two at once would mostly find the same simulations. */
const turns = new WeakMap<Store, Promise<unknown>>();

/**
 * Leases up to `count` simulations to the server: of its user's jobs that chose it, as many of each as the job allows, in fair
 * shares.
 */
export function leaseSimulations(
  { store }: Pick<Platform, "store">,
  server: Server,
  count: number,
  now = new Date(),
): Promise<Leased[]> {
  const before = turns.get(store) ?? Promise.resolve();
  const leased = before.then(() => lease(store, server, count, now));
  turns.set(
    store,
    leased.catch(() => undefined),
  );
  return leased;
}

async function lease(store: Store, server: Server, count: number, now: Date): Promise<Leased[]> {
  const leased: Leased[] = [];
  for (let round = 0; round < ROUNDS && leased.length < count; round++) {
    const jobs = await dispatchedJobs(store, server);
    const waiting = await findWaiting(store, server, jobs, count - leased.length, now);
    if (waiting.length === 0) break;
    const got = await take(store, server, waiting, now);
    leased.push(...(await keepWanted(store, server, got)));
    // All that waited, or as many as were wanted.
    if (got.length === waiting.length) break;
  }
  return leased;
}

async function dispatchedJobs(store: Store, { id, user_id, only }: Server): Promise<DispatchedJob[]> {
  const found = await store.jobs.find(
    { "run.resources.id": id, "creator.id": user_id, status: { $in: [...DISPATCHED_STATUSES] } },
    {},
    dispatchedJob,
  );
  if (only === null || only === undefined || found.length === 0) return found;
  // It was chosen when it simulated more than now: the name is the same, the server may be another.
  const ids = found.flatMap(({ spec_version_id }) => spec_version_id ?? []);
  const versions = await store.specVersions.find({ _id: { $in: ids } });
  const taken = new Set(versions.filter((one) => takesSpec({ only }, one)).map(({ _id }) => _id));
  return found.filter(({ spec_version_id }) => spec_version_id !== null && taken.has(spec_version_id));
}

/** What the server has now. */
export const leasedTo = ({ id }: Server) => ({ lease_until: { $gt: EVER }, "resource.id": id });
const leasedRow = simulationRow.pick({ _id: true, job_id: true });

/** The first simulations of each job that wait and that this server may have, in the jobs' shares. */
async function findWaiting(
  { simulations }: Store,
  server: Server,
  jobs: readonly DispatchedJob[],
  count: number,
  now: Date,
): Promise<SimulationLease[]> {
  const here = await simulations.find(leasedTo(server), {}, leasedRow);
  const waiting = await Promise.all(
    jobs.map(async ({ _id, run }) => {
      const chosen = run?.resources.find(({ id }) => id === server.id);
      const has = here.filter(({ job_id }) => job_id === _id).length;
      const room = Math.max(0, (chosen?.concurrent_simulations ?? 0) - has);
      const found = await findOf(simulations, _id, server, Math.min(room, count), now);
      // Only for a share: a job alone gets all there is.
      const leased = { job_id: _id, status: { $in: [...LEASED_STATUSES] } };
      const running = jobs.length === 1 || found.length === 0 ? 0 : await simulations.count(leased);
      const share: JobShare = { job: _id, pending: found.length, running, room };
      return { share, found };
    }),
  );
  const shares = shareSlots(
    count,
    waiting.map(({ share }) => share),
  );
  return waiting.flatMap(({ share, found }) => found.slice(0, shares.get(share.job) ?? 0));
}

async function findOf(
  simulations: Store["simulations"],
  job_id: number,
  server: Server,
  limit: number,
  now: Date,
): Promise<SimulationLease[]> {
  if (limit === 0) return [];
  const waits = { job_id, status: { $in: [...PENDING_STATUSES] }, $or: freeFor(server, now) };
  return await simulations.find(waits, { sort: { index: 1 }, limit }, simulationLease);
}

/** `isFreeFor` of engine/dispatch, as MongoDB asks it. */
const freeFor = ({ id }: Server, now: Date) => [
  { held_back: null },
  { "held_back.resource_id": { $ne: id } },
  { "held_back.until": { $lte: now } },
];

/**
 * Those of them that nobody else was given meanwhile, now leased: what `nextAttempts` makes of a simulation that is leased,
 * written to all of them at once.
 */
async function take(
  { simulations }: Store,
  server: Server,
  waiting: readonly SimulationLease[],
  now: Date,
): Promise<SimulationLease[]> {
  const lease_id = randomUUID();
  const { id, name } = server;
  const lease_until = new Date(now.getTime() + LEASE_MS);
  for (const status of PENDING_STATUSES) {
    const ids = waiting.filter((record) => record.status === status).map(({ _id }) => _id);
    const next = nextSimulationStatus(status, "leased", { verifies: false, outOfAttempts: false });
    if (ids.length === 0 || next === null) continue;
    await simulations.updateAll(
      { _id: { $in: ids }, status },
      { status: next, lease_id, lease_until, resource: { id, name } },
      { $inc: { attempt: 1 }, $push: { holders: { $each: [id] } } },
    );
  }
  return await simulations.find({ ...leasedTo(server), lease_id }, { sort: { index: 1 } }, simulationLease);
}

/** A job may have been stopped just before its simulations were leased: then they are given back as if they never were. */
async function keepWanted(store: Store, server: Server, got: readonly SimulationLease[]): Promise<Leased[]> {
  const still = new Map((await dispatchedJobs(store, server)).map((job) => [job._id, job]));
  const unwanted = got.filter(({ job_id }) => !still.has(job_id));
  const stop = unwanted.flatMap((record) => updateFor(record, { type: "stopped" }, () => RELEASED) ?? []);
  await writeUpdates(store, stop);
  return got.flatMap(({ _id, job_id, attempt, inputs, lease_until }) => {
    const job = still.get(job_id);
    if (job === undefined || job.run === null || job.spec_version_id === null || lease_until === null)
      return [];
    return [
      {
        simulation: _id,
        attempt,
        job_id,
        spec_version_id: job.spec_version_id,
        ...shared(job.run.variables, inputs),
        lease_until,
      },
    ];
  });
}

/** What all simulations of a job have in common, and in the place of varied variables the simulation's own values. */
function shared(variables: JobRun["variables"], own: SimulationInputs): Pick<Leased, "inputs" | "files"> {
  const inputs: SimulationInputs = {};
  const files: Record<string, DescribedFile> = {};
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.type !== "File") inputs[name] = own[name] ?? variable.initval;
    else if (variable.file === null) inputs[name] = "";
    else files[name] = variable.file;
  }
  return { inputs, files };
}
