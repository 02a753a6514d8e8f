import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import type { Filter } from "../../models/collection.ts";
import type { JobRecord, jobRecord } from "../../models/job.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import type { JobChange } from "./transition-job.ts";

/** The number of times that a change is applied again on top of a conflicting one, so that none is lost. */
const MAX_CHANGE_ATTEMPTS = 5;

/**
 * Changes anything of a job but its status, then pushes it. `change` gets the job as it is and returns the changed fields (it may
 * throw a Problem); nothing is written unless `only` holds of the job.
 *
 * @throws Problem 404 when there is no such job, 409 when others keep changing it.
 */
export async function changeJob(
  platform: LiveRecords,
  jobId: number,
  change: (job: JobRecord) => Omit<JobChange, "status">,
  only: Filter<typeof jobRecord> = {},
): Promise<JobRecord> {
  const { jobs } = platform.store;
  for (let attempt = 0; attempt < MAX_CHANGE_ATTEMPTS; attempt++) {
    const job = await jobs.findOne({ ...only, _id: jobId });
    if (job === null) throw notFound(MESSAGES.jobNotFound);
    const updated = await jobs.update(
      { ...only, _id: jobId, revision: job.revision },
      { ...change(job), revision: job.revision + 1, last_modified_time: new Date() },
    );
    if (updated === null) continue;
    platform.publish.job(updated);
    return updated;
  }
  throw new Problem(409, MESSAGES.jobChangedMeanwhile);
}
