import type { JOB_SORT_COLUMNS, JobFilter } from "@understudy/shared/api/job-list.ts";
import type { SortOrder } from "@understudy/shared/api/list.ts";
import { DEFAULT_PAGE_SIZE, JOB_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { type JobListPage, setJobListPage, upsertJobRow, useJobListPage } from "./jobs.ts";
import { type LiveState, liveQuery } from "./live-query.ts";
import { useKeptPage } from "./query.ts";

/** The filter, order and page of a list of jobs. `one_off`: Single Run jobs are among them. */
export type JobListQuery = JobFilter & {
  page_number: number;
  page_size: number;
  sort_by: (typeof JOB_SORT_COLUMNS)[number];
  sort_order: SortOrder;
};

export const NO_FILTER: JobFilter = {
  filter: "",
  one_off: true,
  status: [],
  objective: [],
  creator: [],
  archived: "exclude",
};

export const DEFAULT_JOB_LIST: JobListQuery = {
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  sort_by: "id",
  sort_order: "descending",
  ...NO_FILTER,
};

/** Pages of the job list, each by its query written as text. */
export const jobListKey = (query: JobListQuery): string => JSON.stringify(query);

/** Leaves out the parts that filter nothing. */
function createQuery({ filter, status, objective, creator, archived, ...rest }: JobListQuery) {
  return {
    ...rest,
    ...(filter !== "" && { filter }),
    ...(status.length > 0 && { status }),
    ...(objective.length > 0 && { objective }),
    ...(creator.length > 0 && { creator }),
    ...(archived !== "exclude" && { archived }),
  };
}

async function read(key: string, signal: AbortSignal): Promise<void> {
  const query: JobListQuery = JSON.parse(key);
  const page = await call("listJobs", { query: createQuery(query), signal });
  for (const row of page.items) upsertJobRow(row);
  setJobListPage(key, { ids: page.items.map((row) => row.id), totalCount: page.total_count });
}

export const liveJobList = liveQuery<string>({
  subject: () => ({ kind: "jobs" }),
  load: read,
  pollMs: () => JOB_POLL_MS,
});

/** A job appeared, changed or went. */
export const jobListChanged = liveJobList.refresh;

/** A page of the job list, live. */
export function useJobList(query: JobListQuery): { page: JobListPage | null; stale: boolean } & LiveState {
  const key = jobListKey(query);
  return { ...useKeptPage(useJobListPage(key)), ...liveJobList.useLive(key) };
}
