import type { Job } from "@understudy/shared/api/job.ts";
import type { SimulationDetail } from "@understudy/shared/api/simulation.ts";
import { OPEN_STATUSES } from "@understudy/shared/domain/simulation.ts";
import { useEffect, useState } from "react";
import { call } from "../../../../api/call.ts";
import { type ApiFailure, asFailure, isAbort } from "../../../../api/failure.ts";
import { useSimulationTick } from "./use-simulations.ts";

/** One simulation, read again until it is over. */
export function useSimulation(job: Job, id: number) {
  const tick = useSimulationTick(job);
  const [simulation, setSimulation] = useState<SimulationDetail | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOver = simulation !== null && !OPEN_STATUSES.some((open) => open === simulation.status);
  const wanted = isOver ? `over ${job.status}` : tick;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tick, or a further attempt, reads again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    call("getSimulation", { params: { job_id: job.id, simulation_id: id }, signal }).then(
      (found) => {
        setSimulation(found);
        setFailure(null);
      },
      (thrown: unknown) => {
        if (!isAbort(thrown)) setFailure(asFailure(thrown));
      },
    );
    return () => controller.abort();
  }, [job.id, id, wanted, attempt]);
  return { simulation, failure, reload: () => setAttempt((count) => count + 1) };
}
