import pLimit from "p-limit";
import type { JobRecord } from "../../models/job.ts";
import type { Platform } from "../../platform.ts";
import { Problem } from "../../problem.ts";
import { changeJob } from "./change-job.ts";
import type { JobChange } from "./transition-job.ts";

/** Changes of jobs that are made at the same time. */
const AT_ONCE = 8;

/** `changeJob` of several jobs; those that were deleted meanwhile are skipped. */
export async function changeJobs(
  platform: Platform,
  ids: readonly number[],
  change: (job: JobRecord) => Omit<JobChange, "status">,
): Promise<void> {
  const limit = pLimit(AT_ONCE);
  await limit.map(ids, (id) =>
    changeJob(platform, id, change).catch((thrown: unknown) => {
      if (!(thrown instanceof Problem && thrown.status === 404)) throw thrown;
    }),
  );
}
