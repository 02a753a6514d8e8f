/** Counts a job's simulations by state, as the job's page shows them. */
import type { RunTally } from "@understudy/engine/runner/contract/run-ports.ts";
import type { JobRecord } from "../models/job.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { Store } from "../models/store.ts";
import { isConnected } from "../policies/resource.ts";
import type { Publisher } from "../publish/publish.ts";
import { findBestScore } from "./best-score.ts";
import { DISPATCHED_STATUSES } from "./dispatched-jobs.ts";
import { tallySimulations } from "./tally.ts";

type Counts = NonNullable<JobRecord["simulation_counts"]>;
type Needed = { readonly store: Store; readonly publish: Pick<Publisher, "job"> };
type Run = NonNullable<JobRecord["run"]>;

/**
 * Computes how many of a job's simulations its servers run at the same time: those leased beyond that wait at their
 * server.
 */
export async function computeCapacity(
  { resources }: Pick<Store, "resources">,
  run: Pick<Run, "resources"> | null | undefined,
): Promise<number> {
  const chosen = run?.resources ?? [];
  const servers = await resources.find({ _id: { $in: chosen.map(({ id }) => id) } });
  return sumAllowed(servers, chosen);
}

/**
 * Sums the number of simulations that each server may run at once: the smaller of what the job requests and what the
 * server allows. A deleted server counts with the requested number.
 */
function sumAllowed(servers: readonly ResourceRecord[], chosen: Run["resources"]): number {
  const slots = new Map(servers.map(({ _id, allowed }) => [_id, allowed]));
  return chosen.reduce(
    (sum, { id, concurrent_simulations }) =>
      sum + Math.min(concurrent_simulations, slots.get(id) ?? Infinity),
    0,
  );
}

/** Computes the capacity of the connected servers only. */
export async function countConnectedSlots(
  { resources }: Pick<Store, "resources">,
  job: Pick<JobRecord, "run" | "creator"> | null,
  now: Date,
): Promise<number> {
  const chosen = job?.run?.resources ?? [];
  const filter = { _id: { $in: chosen.map(({ id }) => id) }, user_id: job?.creator.id ?? 0 };
  const connected = (await resources.find(filter)).filter((server) => isConnected(server, now));
  const connectedIds = new Set(connected.map(({ _id }) => _id));
  return sumAllowed(
    connected,
    chosen.filter(({ id }) => connectedIds.has(id)),
  );
}

export const toCounts = (
  planned: number,
  { running, complete, failed }: Pick<RunTally, "running" | "complete" | "failed">,
  capacity: number,
): Counts => ({ planned, running: Math.min(running, capacity), complete, failed });

/** The counts and the best score of a job for its record; nothing of a job without simulations. */
export async function tallyJob(
  { store }: Pick<Needed, "store">,
  jobId: number,
): Promise<Pick<JobRecord, "simulation_counts" | "best_score"> | Record<string, never>> {
  const job = await store.jobs.findOne({ _id: jobId });
  if (!job?.run) return {};
  const [tally, capacity, best_score] = await Promise.all([
    tallySimulations(store, jobId),
    computeCapacity(store, job.run),
    findBestScore(store, job),
  ]);
  return { simulation_counts: toCounts(job.run.maximum_simulations, tally, capacity), best_score };
}

const MAX_WRITE_ATTEMPTS = 5;

/** Counts the simulations of a job that servers no longer run, after they were stopped or a late result came. */
export async function recount({ store, publish }: Needed, jobId: number): Promise<void> {
  for (let attempt = 0; attempt < MAX_WRITE_ATTEMPTS; attempt++) {
    // A job that runs again is counted by its runner.
    const job = await store.jobs.findOne({ _id: jobId, status: { $nin: [...DISPATCHED_STATUSES] } });
    if (job === null) return;
    const { revision } = job;
    const change = { ...(await tallyJob({ store }, jobId)), revision: revision + 1 };
    const updated = await store.jobs.update({ _id: jobId, revision }, change);
    if (updated !== null) return publish.job(updated);
  }
}
