import type { ScoredObjective } from "@understudy/shared/domain/objectives.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound, Problem } from "../../core/problem.ts";
import { type JobRecord, type JobSummary, jobSummary } from "../../models/job.ts";
import type { User } from "../../models/user.ts";
import type { Records } from "../../platform/platform.ts";
import { canChangeJob, type JobAccess, jobAccess } from "../../policies/job.ts";
import type { Web } from "../request/handle.ts";

/** A job, and the caller's access to it. */
export type LoadedJob = { job: JobRecord; access: JobAccess };
type Reads = Pick<Web, "sharedReads">;

/** @throws Problem 404 when there is no such job, or this person may not see it. */
export async function loadJob({ sharedReads }: Reads, user: User, jobId: number): Promise<LoadedJob> {
  return seenBy(user, await sharedReads.readJob(jobId));
}

const NO_RESULT: Readonly<Record<ScoredObjective, string>> = {
  Optimization: MESSAGES.noOptimization,
  Sampling: MESSAGES.noSampling,
  "Out of Spec": MESSAGES.noOutOfSpec,
};

/** @throws Problem 404 as above, and for a job of another objective. */
export async function loadJobWithResult(
  reads: Reads,
  user: User,
  jobId: number,
  objective: ScoredObjective,
): Promise<JobRecord> {
  const { job } = await loadJob(reads, user, jobId);
  if (job.objective !== objective) throw notFound(NO_RESULT[objective]);
  return job;
}

/** As `loadJob`, for calls that come many times a second and do not look at the job's progress. */
export async function loadRecentJob(
  { recentJobs }: Pick<Web, "recentJobs">,
  user: User,
  jobId: number,
): Promise<LoadedJob> {
  return seenBy(user, await recentJobs.find(jobId));
}

function seenBy(user: User, job: JobRecord | null): LoadedJob {
  const access = job === null ? null : jobAccess(user, job);
  if (job === null || access === null) throw notFound(MESSAGES.jobNotFound);
  return { job, access };
}

/**
 * Those of the jobs that there still are: two people may delete at once.
 * @throws Problem 403 when the person may not change all of them.
 */
export async function loadManagedJobs(
  { store }: Records,
  user: User,
  ids: readonly number[],
): Promise<JobSummary[]> {
  const jobs = await store.jobs.find({ _id: { $in: [...ids] } }, {}, jobSummary);
  if (jobs.some((job) => !canChangeJob(user, job))) throw new Problem(403, MESSAGES.notYourJob);
  return jobs;
}

/** A job that the person may change. @throws Problem 404 as above, 403 when they may only look at it. */
export async function loadManagedJob(reads: Reads, user: User, jobId: number): Promise<LoadedJob> {
  const loaded = await loadJob(reads, user, jobId);
  if (loaded.access === "restricted") throw notFound(MESSAGES.jobNotFound);
  if (loaded.access !== "manager") throw new Problem(403, MESSAGES.notYourJob);
  return loaded;
}
