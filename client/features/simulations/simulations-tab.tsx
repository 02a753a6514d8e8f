import { Drawer, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { useFollowedChoice } from "#job/view-parts.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { SimulationView } from "./simulation-view.tsx";
import { SimulationsTable } from "./simulations-table.tsx";
import { type SimulationQuery, useSimulations } from "./use-simulations.ts";

/** The simulation whose details are open, which a link shows to a colleague too. */
function useOpened(): [number | null, (id: number | null) => void] {
  const [opened, setOpened] = useState(() => numberInAddress(readAddress().get("simulation")));
  useFollowedChoice("simulation", (text) => setOpened(numberInAddress(text)));
  const open = (id: number | null) => {
    setOpened(id);
    updateAddress({ simulation: id === null ? null : String(id) });
  };
  return [opened, open];
}

/** The simulations that servers ran for a job: all of them in a table, or the one simulation of a Single Run. */
export function SimulationsTab({ job }: { job: Job }) {
  const [opened, open] = useOpened();
  if (OBJECTIVE_TRAITS[job.objective].isSingle) return <SingleSimulation job={job} />;
  return (
    <>
      <SimulationsTable job={job} onOpen={open} />
      <SimulationDrawer job={job} id={opened} onClose={() => open(null)} />
    </>
  );
}

/** The details of one row of the table, beside it. */
function SimulationDrawer({ job, id, onClose }: { job: Job; id: number | null; onClose: () => void }) {
  return (
    <Drawer
      opened={id !== null}
      onClose={onClose}
      position="right"
      size="min(880px, 100%)"
      title={`Simulation ${id ?? ""}`}
      closeButtonProps={{ "aria-label": "Close" }}
    >
      {id !== null && <SimulationView key={id} job={job} id={id} />}
    </Drawer>
  );
}

const FIRST_SIMULATION_QUERY: SimulationQuery = {
  page_number: 1,
  page_size: 1,
  sort_by: "id",
  sort_order: "ascending",
};

/** A Single Run is one simulation: its details are the page. */
function SingleSimulation({ job }: { job: Job }) {
  const { page, failure, reload } = useSimulations(job, FIRST_SIMULATION_QUERY);
  const [only] = page?.items ?? [];
  if (only !== undefined) return <SimulationView job={job} id={only.id} />;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSimulations} onRetry={reload} />;
  if (page === null) return <LoadingLines rows={6} height={29} />;
  return <Text c="dimmed">The simulation appears here once the job has started.</Text>;
}
