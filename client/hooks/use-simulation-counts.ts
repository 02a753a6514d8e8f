import type { Job } from "@understudy/shared/api/job.ts";
import { useProgressTick } from "../store/job-progress.ts";

/** How far the simulations of a job are, as last heard: counted at the same moment as what `useJobProgress` tells. */
export function useSimulationCounts({ id, simulation_counts }: Job): Job["simulation_counts"] {
  return useProgressTick(id)?.simulation_counts ?? simulation_counts;
}
