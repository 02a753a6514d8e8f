import type { Job } from "@understudy/shared/api/job.ts";
import { useEffect, useRef } from "react";
import { findExistingSimulations } from "#api/selected-simulations.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { usePageSelection } from "./page-selection.ts";

/** Gives up selected simulations that a colleague deletes: whenever fewer are over than before, the server is asked which exist. */
export function DeletedSimulations({ job }: { job: Job }): null {
  const selection = usePageSelection();
  const { complete = 0, failed = 0 } = useSimulationCounts(job) ?? {};
  const count = complete + failed;
  const lastCount = useRef(count);
  useEffect(() => {
    const hasFewer = count < lastCount.current;
    lastCount.current = count;
    const { simulation } = selection.get();
    if (!hasFewer || simulation === null) return;
    findExistingSimulations(job.id, simulation).then(
      (existing) => selection.dropSimulations(new Set([...simulation].filter((id) => !existing.has(id)))),
      // Without an answer the selection stays as it is; the next deletion asks again.
      () => undefined,
    );
  }, [count, job.id, selection]);
  return null;
}
