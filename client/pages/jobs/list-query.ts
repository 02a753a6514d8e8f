import { jobRoutes } from "@understudy/shared/api/job.ts";
import { urlQuery } from "../../components/url-query.ts";
import { DEFAULT_JOB_LIST, type JobListQuery } from "../../live/job-lists.ts";

export const listQuery = urlQuery<JobListQuery>(jobRoutes.listJobs.query, DEFAULT_JOB_LIST);
