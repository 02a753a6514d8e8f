import { jobRoutes } from "@understudy/shared/api/job.ts";
import { z } from "zod";
import { DEFAULT_JOB_LIST, type JobListQuery } from "../../live/job-lists.ts";

/** The list's state as the URL tells it; what it leaves out, or has wrong, is the default. */
export function readListQuery(search: URLSearchParams): JobListQuery {
  const parsed = z.safeDecode(jobRoutes.listJobs.query, Object.fromEntries(search));
  if (!parsed.success) return DEFAULT_JOB_LIST;
  const { page_number, page_size, sort_by, sort_order, filter } = parsed.data;
  return {
    page_number: page_number ?? DEFAULT_JOB_LIST.page_number,
    page_size: page_size ?? DEFAULT_JOB_LIST.page_size,
    sort_by: sort_by ?? DEFAULT_JOB_LIST.sort_by,
    sort_order: sort_order ?? DEFAULT_JOB_LIST.sort_order,
    filter: filter ?? DEFAULT_JOB_LIST.filter,
  };
}

/** As short as can be: defaults are left out. */
export function writeListQuery(query: JobListQuery): Record<string, string> {
  const { page_number, page_size, sort_by, sort_order, filter } = query;
  return {
    ...(page_number !== DEFAULT_JOB_LIST.page_number && { page_number: String(page_number) }),
    ...(page_size !== DEFAULT_JOB_LIST.page_size && { page_size: String(page_size) }),
    ...(sort_by !== DEFAULT_JOB_LIST.sort_by && { sort_by }),
    ...(sort_order !== DEFAULT_JOB_LIST.sort_order && { sort_order }),
    ...(filter !== "" && { filter }),
  };
}
