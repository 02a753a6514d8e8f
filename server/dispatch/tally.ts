/** Counts a job's simulations by state. */
import type { Claim } from "@understudy/engine/runner/contract/claim.ts";
import type { RunTally } from "@understudy/engine/runner/contract/run-ports.ts";
import {
  LEASED_STATUSES,
  PENDING_STATUSES,
  type SimulationStatus,
  simulationStatus,
} from "@understudy/shared/domain/simulation.ts";
import { findFirstOpenIndex } from "../models/first-open-index.ts";
import { simulationOrders } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";

type Simulations = Pick<Store, "simulations">;

/**
 * From this number of ended simulations on, the tally remembers those that need not be counted again. A larger number
 * counts more rows each time; a smaller one searches for the first open row more often.
 */
const MIN_SETTLED_COUNT = 5_000;
const statusIndex = simulationOrders.status.index;

/** @param from The first that is counted, by index; `until`: the first that is not */
export async function tallySimulations(
  { simulations }: Simulations,
  jobId: number,
  from = 0,
  until = Number.MAX_SAFE_INTEGER,
): Promise<RunTally> {
  const status = { $in: [...simulationStatus.options] };
  const counts = await simulations.countBy(
    { job_id: jobId, status, index: { $gte: from, $lt: until } },
    "status",
    statusIndex,
  );
  const sum = (statuses: readonly SimulationStatus[]) =>
    statuses.reduce((total, status) => total + (counts.get(status) ?? 0), 0);
  return {
    pending: sum(PENDING_STATUSES),
    running: sum(LEASED_STATUSES),
    interrupted: sum(["Interrupted"]),
    complete: sum(["Complete"]),
    failed: sum(["Running Failed"]),
  };
}

/**
 * The counts of the simulations before `firstOpen`, which are all over: they stay so as long as one runner works on
 * the job.
 */
type Settled = Pick<RunTally, "complete" | "failed"> & { readonly firstOpen: number };

/** Counts the simulations of a runner's work repeatedly: a million of them as fast as those that are not over. */
export function createTally(
  store: Simulations,
  { many = MIN_SETTLED_COUNT } = {},
): (claim: Claim) => Promise<RunTally> {
  const settledByClaim = new WeakMap<Claim, Settled>();
  return async (claim) => {
    const settled = settledByClaim.get(claim) ?? { firstOpen: 0, complete: 0, failed: 0 };
    const tally = await tallySimulations(store, claim.jobId, settled.firstOpen);
    if (tally.complete + tally.failed >= many)
      settledByClaim.set(claim, await settle(store, claim.jobId, settled));
    return {
      ...tally,
      complete: settled.complete + tally.complete,
      failed: settled.failed + tally.failed,
    };
  };
}

async function settle(store: Simulations, jobId: number, before: Settled): Promise<Settled> {
  const firstOpen = await findFirstOpenIndex(store, jobId);
  if (firstOpen === null) return before;
  const { complete, failed } = await tallySimulations(store, jobId, before.firstOpen, firstOpen);
  return { firstOpen, complete: before.complete + complete, failed: before.failed + failed };
}
