import { jobRoutes } from "@understudy/shared/api/job.ts";
import { DEFAULT_JOB_LIST, type JobListQuery } from "#data/job-lists.ts";
import { urlQuery } from "#ui/url-query.ts";

export const listQuery = urlQuery<JobListQuery>(jobRoutes.listJobs.query, DEFAULT_JOB_LIST);
