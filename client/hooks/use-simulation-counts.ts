import type { Job } from "@understudy/shared/api/job.ts";
import { useProgressTick } from "../store/job-progress.ts";

/** The latest simulation counts of a job, from the same tick as `useJobProgress`. */
export function useSimulationCounts({ id, simulation_counts }: Job): Job["simulation_counts"] {
  return useProgressTick(id)?.simulation_counts ?? simulation_counts;
}
