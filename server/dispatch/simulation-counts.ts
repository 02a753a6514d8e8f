/** How far a job's simulations are, as its page shows it. */
import type { RunTally } from "@understudy/engine/runner/run-ports.ts";
import type { Publisher } from "../live/publish.ts";
import type { JobRecord } from "../models/job.ts";
import type { ResourceRecord } from "../models/resource.ts";
import type { Store } from "../models/store.ts";
import { isConnected } from "../policies/resource.ts";
import { bestScoreOf } from "./best-score.ts";
import { DISPATCHED_STATUSES } from "./dispatched-jobs.ts";
import { tallySimulations } from "./tally.ts";

type Counts = NonNullable<JobRecord["simulation_counts"]>;
type Needed = { readonly store: Store; readonly publish: Pick<Publisher, "job"> };
type Run = NonNullable<JobRecord["run"]>;

/** How many of a job's simulations its servers run at the same time: what is leased beyond that waits at its server. */
export async function capacityOf(
  { resources }: Pick<Store, "resources">,
  run: Pick<Run, "resources"> | null | undefined,
): Promise<number> {
  const chosen = run?.resources ?? [];
  const servers = await resources.find({ _id: { $in: chosen.map(({ id }) => id) } });
  return allowedBy(servers, chosen);
}

/** What is asked of each, at most what it allows; of one that was deleted, what is asked. */
function allowedBy(servers: readonly ResourceRecord[], chosen: Run["resources"]): number {
  const slots = new Map(servers.map(({ _id, allowed }) => [_id, allowed]));
  return chosen.reduce(
    (sum, { id, concurrent_simulations }) =>
      sum + Math.min(concurrent_simulations, slots.get(id) ?? Infinity),
    0,
  );
}

/** The same of those that are connected. */
export async function slotsOf(
  { resources }: Pick<Store, "resources">,
  job: Pick<JobRecord, "run" | "creator"> | null,
  now: Date,
): Promise<number> {
  const chosen = job?.run?.resources ?? [];
  const own = { _id: { $in: chosen.map(({ id }) => id) }, user_id: job?.creator.id ?? 0 };
  const connected = (await resources.find(own)).filter((server) => isConnected(server, now));
  const isThere = new Set(connected.map(({ _id }) => _id));
  return allowedBy(
    connected,
    chosen.filter(({ id }) => isThere.has(id)),
  );
}

export const countsOf = (
  planned: number,
  { running, complete, failed }: Pick<RunTally, "running" | "complete" | "failed">,
  capacity: number,
): Counts => ({ planned, running: Math.min(running, capacity), complete, failed });

/** The counts and the best score of a job for its record; nothing of a job without simulations. */
export async function tallied(
  { store }: Pick<Needed, "store">,
  jobId: number,
): Promise<Pick<JobRecord, "simulation_counts" | "best_score"> | Record<string, never>> {
  const job = await store.jobs.findOne({ _id: jobId });
  if (!job?.run) return {};
  const [tally, capacity, best_score] = await Promise.all([
    tallySimulations(store, jobId),
    capacityOf(store, job.run),
    bestScoreOf(store, job),
  ]);
  return { simulation_counts: countsOf(job.run.maximum_simulations, tally, capacity), best_score };
}

const ATTEMPTS = 5;

/** Counts the simulations of a job that servers no longer run, after they were stopped or a late result came. */
export async function recount({ store, publish }: Needed, jobId: number): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    // A job that runs again is counted by its runner.
    const job = await store.jobs.findOne({ _id: jobId, status: { $nin: [...DISPATCHED_STATUSES] } });
    if (job === null) return;
    const { revision } = job;
    const change = { ...(await tallied({ store }, jobId)), revision: revision + 1 };
    const updated = await store.jobs.update({ _id: jobId, revision }, change);
    if (updated !== null) return publish.job(updated);
  }
}
