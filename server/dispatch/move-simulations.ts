import {
  nextSimulationStatus,
  type SimulationEvent,
  simulationStatus,
} from "@understudy/shared/domain/simulation.ts";
import type { Filter } from "../models/collection.ts";
import type { simulationRecord } from "../models/simulation.ts";
import type { Store } from "../models/store.ts";
import { RELEASED_FIELDS, type SimulationChange } from "./lease-state.ts";
import type { WakeUps } from "./wake-ups.ts";

type Needed = { readonly store: Store; readonly wakeUps: WakeUps };

const RETRY_FIELDS: SimulationChange = {
  infrastructure_failures: 0,
  held_back: null,
  error: null,
  log_tail: null,
  running_time: null,
  finish_time: null,
};

/** Takes the job's simulations from the servers that have them. To be called once the job's status is stored. */
export async function stopSimulations(platform: Needed, jobId: number): Promise<void> {
  await moveAll(platform, jobId, "stopped", {});
  platform.wakeUps.notifyStop(jobId);
}

/** Those that a pause ended wait for servers again; with `retry`, so do those that failed. */
export async function resumeSimulations(platform: Needed, jobId: number, retry: boolean): Promise<void> {
  await moveAll(platform, jobId, "resumed", {});
  if (retry) await retryAll(platform, jobId);
  platform.wakeUps.notifyWork(jobId);
}

/** A server may report again the failure that was the reason for the retry: attempts so far no longer count. */
async function retryAll(platform: Needed, jobId: number): Promise<void> {
  const failed = { job_id: jobId, status: "Running Failed" } as const;
  for (const attempt of (await platform.store.simulations.countBy(failed, "attempt")).keys()) {
    await moveAll(platform, jobId, "retried", { ...RETRY_FIELDS, retried_after: attempt }, { attempt });
  }
}

/** Applies one event to all of a job's simulations, or to those that the filter selects. */
async function moveAll(
  { store: { simulations } }: Needed,
  jobId: number,
  event: SimulationEvent & ("stopped" | "resumed" | "retried"),
  change: SimulationChange,
  part: Filter<typeof simulationRecord> = {},
): Promise<void> {
  for (const status of simulationStatus.options) {
    for (const verifies of [false, true]) {
      const next = nextSimulationStatus(status, event, { verifies, outOfAttempts: false });
      if (next === null) continue;
      await simulations.updateAll(
        { ...part, job_id: jobId, status, verifies },
        { ...change, ...RELEASED_FIELDS, status: next, lease_until: null },
      );
    }
  }
}
