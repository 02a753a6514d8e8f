import { useThrottledValue } from "@mantine/hooks";
import type { Job } from "@understudy/shared/api/job.ts";
import type { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { useCallback } from "react";
import { call } from "../../../../api/call.ts";
import { useJobProgress } from "../../../../hooks/use-job-progress.ts";
import { useLoaded } from "../../../../hooks/use-loaded.ts";

export type SimulationQuery = {
  page_number: number;
  page_size: number;
  sort_by: (typeof SIMULATION_SORT_COLUMNS)[number];
  sort_order: "ascending" | "descending";
};

/** Rows change with every simulation that ends: the table is read again at most this often (ms). */
const AT_MOST_EVERY_MS = 1_000;

/** Changes, once a second at most, when simulations of the job may have changed. */
export function useSimulationTick(job: Job): string {
  const { percentage, text } = useJobProgress(job.id);
  return useThrottledValue(`${job.revision} ${percentage} ${text}`, AT_MOST_EVERY_MS);
}

/** A page of a job's simulations, live. While another is being read the last one stays, marked stale. */
export function useSimulations(job: Job, query: SimulationQuery) {
  const tick = useSimulationTick(job);
  const key = JSON.stringify([job.id, query]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick reads again
  const load = useCallback(
    async (signal: AbortSignal) => ({
      key,
      page: await call("listSimulations", { params: { job_id: job.id }, query, signal }),
    }),
    [key, tick],
  );
  const { value, failure, reload } = useLoaded(load);
  return {
    page: value?.page ?? null,
    stale: value !== null && value.key !== key,
    failure,
    reload,
  };
}
