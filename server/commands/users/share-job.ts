import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Platform } from "../../platform.ts";
import { notFound, Problem } from "../../problem.ts";

/**
 * Shows a job's emulator to a restricted person, or no longer: their open pages follow at once. What is so already stays so.
 * @throws Problem 404 when there is no such restricted person, 409 when they see too many jobs
 */
export async function shareJob(
  { store: { users }, publish }: Platform,
  jobId: number,
  userId: number,
  shared: boolean,
): Promise<void> {
  const user = await users.findOne({ _id: userId, restricted: true });
  if (user === null) throw notFound(MESSAGES.notRestricted);
  if (shared && user.accessible_job_ids.length >= MAX_ACCESSIBLE_JOBS) {
    throw new Problem(409, MESSAGES.accessibleJobs(MAX_ACCESSIBLE_JOBS));
  }
  const changed = shared
    ? await users.update(
        { _id: userId, accessible_job_ids: { $ne: jobId } },
        {},
        { $push: { accessible_job_ids: { $each: [jobId] } } },
      )
    : await users.update(
        { _id: userId, accessible_job_ids: jobId },
        {},
        { $pull: { accessible_job_ids: { $in: [jobId] } } },
      );
  if (changed !== null) publish.endUser(userId, shared ? [] : [jobId]);
}
