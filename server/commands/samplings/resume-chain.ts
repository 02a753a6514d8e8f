import { resumeSimulations } from "../../dispatch/move-simulations.ts";
import { simulationRow } from "../../models/simulation.ts";
import type { Platform } from "../../platform/platform.ts";
import { removeSimulations } from "../simulations/delete-simulations.ts";

const removedRow = simulationRow.pick({ _id: true, job_id: true, attempt: true });

/**
 * The simulations of a sampling on servers wait for servers again, but none that failed: its failure is part of the chain, in which
 * every later design depends on it. With `retry` a chain without any result begins anew.
 */
export async function resumeChain(
  platform: Pick<Platform, "store" | "storage" | "publish" | "wakeUps">,
  jobId: number,
  retry: boolean,
): Promise<void> {
  const { simulations } = platform.store;
  if (retry && (await simulations.count({ job_id: jobId, status: "Complete" })) === 0)
    await removeSimulations(platform, jobId, await simulations.find({ job_id: jobId }, {}, removedRow));
  await resumeSimulations(platform, jobId, false);
}
