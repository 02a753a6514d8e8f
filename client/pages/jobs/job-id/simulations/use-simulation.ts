import type { Job } from "@understudy/shared/api/job.ts";
import { OPEN_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { useSimulationTick } from "./use-simulations.ts";

/** One simulation, read again until it is over. */
export function useSimulation(job: Job, id: number) {
  const tick = useSimulationTick(job);
  const [isOver, setOver] = useState(false);
  const version = isOver ? `over ${job.status}` : tick;
  const load = useCallback(
    async (signal: AbortSignal) => {
      const params = { job_id: job.id, simulation_id: id };
      const loaded = await call("getSimulation", { params, signal });
      setOver(!OPEN_STATUSES.some((open) => open === loaded.status));
      return loaded;
    },
    [job.id, id],
  );
  const { value: simulation, failure, reload } = useQuery(load, { tick: version });
  return { simulation, failure, reload };
}
