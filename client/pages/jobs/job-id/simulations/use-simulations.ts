import { useThrottledValue } from "@mantine/hooks";
import type { Job } from "@understudy/shared/api/job.ts";
import type { SIMULATION_SORT_COLUMNS } from "@understudy/shared/api/simulation.ts";
import { useEffect, useState } from "react";
import { type Answer, call } from "../../../../api/call.ts";
import { type ApiFailure, asFailure, isAbort } from "../../../../api/failure.ts";
import { useJobProgress } from "../../../../hooks/use-job-progress.ts";

export type SimulationQuery = {
  page_number: number;
  page_size: number;
  sort_by: (typeof SIMULATION_SORT_COLUMNS)[number];
  sort_order: "ascending" | "descending";
};
export type SimulationPage = Answer<"listSimulations">;

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
  const [read, setRead] = useState<{ key: string; page: SimulationPage } | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick, or a further attempt, reads again
  useEffect(() => {
    const controller = new AbortController();
    call("listSimulations", { params: { job_id: job.id }, query, signal: controller.signal }).then(
      (page) => {
        setRead({ key, page });
        setFailure(null);
      },
      (thrown: unknown) => {
        if (!isAbort(thrown)) setFailure(asFailure(thrown));
      },
    );
    return () => controller.abort();
  }, [key, tick, attempt]);
  return {
    page: read?.page ?? null,
    stale: read !== null && read.key !== key,
    failure,
    reload: () => setAttempt((count) => count + 1),
  };
}
