import { useProgressTick } from "../store/job-progress.ts";
import { useJobRow, useStoredJob } from "../store/jobs.ts";

/** The latest progress of a job's current step. Follows ticks; needs `useJob` or a job list on the page. */
export function useJobProgress(jobId: number): { percentage: number | null; text: string | null } {
  const tick = useProgressTick(jobId);
  const job = useStoredJob(jobId);
  const row = useJobRow(jobId);
  if (tick !== null) return { percentage: tick.progress_percentage, text: tick.progress_text };
  return { percentage: row?.progress_percentage ?? null, text: job?.progress_text ?? null };
}
