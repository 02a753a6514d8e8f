import { isActive } from "@understudy/shared/domain/job.ts";
import { HISTORY_POLL_MS, JOB_POLL_MS } from "@understudy/shared/limits.ts";
import type { Subject } from "@understudy/shared/live.ts";
import { call } from "../api/call.ts";
import { setJobConfig } from "../store/job-configs.ts";
import { setJobDistributions } from "../store/job-distributions.ts";
import { setJobPoints } from "../store/job-points.ts";
import { getJob, upsertJob } from "../store/jobs.ts";
import { setTrainingCurve } from "../store/training-curves.ts";
import { liveQuery } from "./live-query.ts";

const jobSubject = (jobId: number): Subject => ({ kind: "job", job_id: jobId });

/** While the socket is down: as often as the specification says, until the job leaves the active states. */
function whileActive(jobId: number, everyMs: number): number | null {
  const job = getJob(jobId);
  return job === null || isActive(job.status) ? everyMs : null;
}

export const liveJob = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) => upsertJob(await call("getJob", { params: { job_id: jobId }, signal })),
  pollMs: (jobId) => whileActive(jobId, JOB_POLL_MS),
});

export const liveJobConfig = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setJobConfig(jobId, await call("getJobConfig", { params: { job_id: jobId }, signal })),
});

export const liveJobDistributions = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setJobDistributions(jobId, await call("getJobDistributions", { params: { job_id: jobId }, signal })),
});

export const liveJobPoints = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setJobPoints(jobId, await call("getJobPoints", { params: { job_id: jobId }, signal })),
});

export const liveTrainingCurve = liveQuery<number>({
  subject: jobSubject,
  load: async (jobId, signal) =>
    setTrainingCurve(jobId, await call("getTrainingProgress", { params: { job_id: jobId }, signal })),
  pollMs: (jobId) => whileActive(jobId, HISTORY_POLL_MS),
});
