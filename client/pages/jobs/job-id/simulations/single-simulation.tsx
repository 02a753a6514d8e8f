import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { SimulationView } from "./simulation-view.tsx";
import { type SimulationQuery, useSimulations } from "./use-simulations.ts";

const FIRST_SIMULATION_QUERY: SimulationQuery = {
  page_number: 1,
  page_size: 1,
  sort_by: "id",
  sort_order: "ascending",
};

/** A Single Run is one simulation: its details are the page. */
export function SingleSimulation({ job }: { job: Job }) {
  const { page, failure, reload } = useSimulations(job, FIRST_SIMULATION_QUERY);
  const [only] = page?.items ?? [];
  if (only !== undefined) return <SimulationView job={job} id={only.id} />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSimulations} onRetry={reload} />;
  if (page === null) return <LoadingLines rows={6} height={29} />;
  return <Text c="dimmed">The simulation appears here once the job has started.</Text>;
}
