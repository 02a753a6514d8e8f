import { Drawer } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { SimulationView } from "./simulation-view.tsx";

/** The details of one row of the table, beside it. */
export function SimulationDrawer({ job, id, onClose }: { job: Job; id: number | null; onClose: () => void }) {
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
