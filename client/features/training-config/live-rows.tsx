/** Texts of rows.ts. Components of their own, because they render several times a second while simulations run. */
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { rowsText, validationText } from "./rows.ts";

type Props = { job: Job; config: JobConfig };

export function RowsText({ job, config }: Props) {
  return rowsText({ ...job, simulation_counts: useSimulationCounts(job) }, config);
}

export function ValidationText({ job, config }: Props) {
  return validationText({ ...job, simulation_counts: useSimulationCounts(job) }, config);
}
