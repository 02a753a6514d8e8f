import type { JobSummary } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { changeJobs } from "./change-jobs.ts";

/** Hides jobs from the list, or shows them there again; what they are doing goes on. */
export async function archiveJobs(
  platform: Platform,
  jobs: readonly Pick<JobSummary, "_id" | "archived">[],
  archived: boolean,
): Promise<void> {
  const changedJobs = jobs.filter((job) => job.archived !== archived);
  await changeJobs(
    platform,
    changedJobs.map(({ _id }) => _id),
    () => ({ archived }),
  );
}
