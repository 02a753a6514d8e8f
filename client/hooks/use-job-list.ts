import { useRef } from "react";
import type { ApiFailure } from "../api/failure.ts";
import { type JobListQuery, jobListKey, jobListResource } from "../live/job-lists.ts";
import { type JobListPage, useJobListPage } from "../store/job-lists.ts";

/** A page of the job list, live. While another is being read the last one stays, marked stale, so that nothing jumps. */
export function useJobList(query: JobListQuery): {
  page: JobListPage | null;
  stale: boolean;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  const key = jobListKey(query);
  const current = useJobListPage(key);
  const last = useRef<JobListPage | null>(null);
  if (current !== null) last.current = current;
  return { page: current ?? last.current, stale: current === null, ...jobListResource.use(key) };
}
