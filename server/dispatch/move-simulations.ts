import {
  nextSimulationStatus,
  type SimulationEvent,
  simulationStatus,
} from "@understudy/shared/domain/simulation.ts";
import type { Platform } from "../platform.ts";
import { RELEASED, type SimulationChange } from "./lease-state.ts";

type Needed = Pick<Platform, "store" | "wakeUps">;

const AFRESH: SimulationChange = {
  infrastructure_failures: 0,
  held_back: null,
  error: null,
  log_tail: null,
  running_time: null,
  finish_time: null,
};

/** Takes the job's simulations from the servers that have them. Call it once the job says that it no longer runs. */
export async function stopSimulations(platform: Needed, jobId: number): Promise<void> {
  await moveAll(platform, jobId, "stopped", {});
  platform.wakeUps.tellStop(jobId);
}

/** Those that a pause ended wait for servers again; with `retry`, so do those that failed. */
export async function resumeSimulations(platform: Needed, jobId: number, retry: boolean): Promise<void> {
  await moveAll(platform, jobId, "resumed", {});
  if (retry) await moveAll(platform, jobId, "retried", AFRESH);
  platform.wakeUps.tellWork(jobId);
}

/** What happens to all of a job's simulations at once does not depend on their attempts. */
async function moveAll(
  { store: { simulations } }: Needed,
  job_id: number,
  event: SimulationEvent & ("stopped" | "resumed" | "retried"),
  change: SimulationChange,
): Promise<void> {
  for (const status of simulationStatus.options) {
    for (const verifies of [false, true]) {
      const next = nextSimulationStatus(status, event, { verifies, outOfAttempts: false });
      if (next === null) continue;
      await simulations.updateAll(
        { job_id, status, verifies },
        { ...change, ...RELEASED, status: next, lease_until: null },
      );
    }
  }
}
