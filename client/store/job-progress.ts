import type { JobProgress } from "@understudy/shared/live.ts";
import { keyed } from "./keyed.ts";

/** The latest tick of each job's current step; null once the job itself has changed since. */
const progress = keyed<number, JobProgress | null>(null);

export const setProgress = (tick: JobProgress): void => progress.set(tick.job_id, tick);
export const getProgress = progress.get;
export const useProgressTick = progress.useValue;

export function forgetProgress(jobId: number): void {
  if (progress.get(jobId) !== null) progress.set(jobId, null);
}
