import type { ApiFailure } from "../api/failure.ts";
import { type JobListQuery, jobListKey, liveJobList } from "../live/job-lists.ts";
import { type JobListPage, useJobListPage } from "../store/job-lists.ts";
import { useKeptPage } from "./use-kept-page.ts";

/** A page of the job list, live. */
export function useJobList(query: JobListQuery): {
  page: JobListPage | null;
  stale: boolean;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  const key = jobListKey(query);
  return { ...useKeptPage(useJobListPage(key)), ...liveJobList.useLive(key) };
}
