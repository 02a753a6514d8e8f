import type { Job } from "@understudy/shared/api/job.ts";
import { useState } from "react";
import { numberInAddress } from "#ui/number-in-address.ts";
import { useFollowedChoice } from "../together/view-parts.ts";
import { readAddress, updateAddress } from "../url-state.ts";
import { SimulationDrawer } from "./simulation-drawer.tsx";
import { SimulationsTable } from "./simulations-table.tsx";
import { SingleSimulation } from "./single-simulation.tsx";

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
  if (job.objective === "Single Run") return <SingleSimulation job={job} />;
  return (
    <>
      <SimulationsTable job={job} onOpen={open} />
      <SimulationDrawer job={job} id={opened} onClose={() => open(null)} />
    </>
  );
}
