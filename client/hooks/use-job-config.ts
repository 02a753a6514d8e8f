import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ApiFailure } from "../api/failure.ts";
import { liveJobConfig } from "../live/jobs.ts";
import { useStoredConfig } from "../store/job-configs.ts";

/** A job's config, read again when anybody changes it; null without a job id. */
export function useJobConfig(jobId: number | null): {
  config: JobConfig | null;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  return { config: useStoredConfig(jobId), ...liveJobConfig.useLive(jobId) };
}
