import type { Job } from "@understudy/shared/api/job.ts";
import type { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useJobProgress, useQueueChanges, useSimulationCounts } from "#data/jobs.ts";
import { useQuery } from "#data/query.ts";

export type SimulationQuery = {
  page_number: number;
  page_size: number;
  sort_by: (typeof SIMULATION_SORT_COLUMNS)[number];
  sort_order: "ascending" | "descending";
};

/** Changes when simulations of the job may have changed. */
export function useSimulationTick(job: Job): string {
  const { percentage, text } = useJobProgress(job.id);
  const queueChanges = useQueueChanges(job.id);
  return JSON.stringify([job.revision, percentage, text, useSimulationCounts(job), queueChanges]);
}

/** A page of a job's simulations, live. While another is being read the last one stays, marked stale. */
export function useSimulations(job: Job, query: SimulationQuery) {
  const tick = useSimulationTick(job);
  const key = JSON.stringify([job.id, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the query
  const load = useCallback(
    async (signal: AbortSignal) => ({
      key,
      page: await call("listSimulations", { params: { job_id: job.id }, query, signal }),
    }),
    [key],
  );
  const { value, failure, reload } = useQuery(load, { tick });
  return {
    page: value?.page ?? null,
    stale: value !== null && value.key !== key,
    failure,
    reload,
  };
}
