import type { Job } from "@understudy/shared/api/job.ts";
import type { ApiFailure } from "../api/failure.ts";
import { liveJob } from "../live/jobs.ts";
import { useStoredJob } from "../store/jobs.ts";

/** A job, live. `job` is null while it is being read the first time; `failure` is why the last read failed. */
export function useJob(jobId: number | null): {
  job: Job | null;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  return { job: useStoredJob(jobId), ...liveJob.useLive(jobId) };
}
