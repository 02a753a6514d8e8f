import { API_PREFIX } from "@understudy/shared/api/routes.ts";
import { MAX_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { type Code, jobListCode } from "#copy-as-code/code.ts";
import { DEFAULT_JOB_LIST, type JobListQuery } from "#data/job-lists.ts";
import { listQuery } from "./list-query.ts";

/** The list with the filters and the order that the page shows; of its pages, all in Python, the first 200 rows with curl. */
export function listCode(origin: string, query: JobListQuery): Code {
  const { page_number, page_size } = DEFAULT_JOB_LIST;
  const shown = listQuery.write({ ...query, page_number, page_size });
  const filters = Object.entries(query).filter(([name]) => name in shown);
  const search = new URLSearchParams({ ...shown, page_size: String(MAX_PAGE_SIZE) });
  return jobListCode(origin, `${API_PREFIX}/jobs/?${search}`, Object.fromEntries(filters));
}
