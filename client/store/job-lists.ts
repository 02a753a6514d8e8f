import { keyed } from "./keyed.ts";

/** One page of the job list: which jobs, in which order. The rows themselves are in `jobs.ts`. */
export type JobListPage = { readonly ids: readonly number[]; readonly totalCount: number };

/** The pages by query, serialised. */
const pages = keyed<string, JobListPage | null>(null);

export const setJobListPage = pages.set;
export const useJobListPage = pages.useValue;

/** Takes deleted jobs off every page; what follows them is read from the server. */
export function removeFromJobLists(ids: readonly number[]): void {
  for (const key of pages.keys()) {
    const page = pages.get(key);
    const remainingIds = page?.ids.filter((id) => !ids.includes(id));
    if (page === null || remainingIds === undefined || remainingIds.length === page.ids.length) continue;
    pages.set(key, {
      ids: remainingIds,
      totalCount: page.totalCount - (page.ids.length - remainingIds.length),
    });
  }
}
