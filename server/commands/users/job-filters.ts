/** The filters of the job list that a person has saved. */
import type { SavedFilter } from "@understudy/shared/api/job-filter.ts";
import { MAX_SAVED_FILTERS } from "@understudy/shared/limits.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { invalid } from "../../core/problem.ts";
import type { JobFilterRecord } from "../../models/job-labels.ts";
import type { Store } from "../../models/store.ts";

type Needed = { readonly store: Pick<Store, "jobFilters"> };

const toFilterId = (user_id: number, name: string): string => `${user_id}/${name.toLowerCase()}`;

export async function listFilters({ store }: Needed, user_id: number): Promise<JobFilterRecord[]> {
  const window = { sort: { name: 1 }, naturally: true, limit: MAX_SAVED_FILTERS } as const;
  return await store.jobFilters.find({ user_id }, window);
}

/** One of the same name is replaced. @throws Problem 400 naming `name` when the person has too many. */
export async function saveFilter(
  { store }: Needed,
  user_id: number,
  { name, query }: SavedFilter,
): Promise<void> {
  const _id = toFilterId(user_id, name);
  if ((await store.jobFilters.updateAll({ _id }, { name, query })) > 0) return;
  if ((await store.jobFilters.count({ user_id })) >= MAX_SAVED_FILTERS)
    throw invalid({ name: [LIST_MESSAGES.noMoreFilters(MAX_SAVED_FILTERS)] });
  await store.jobFilters.insertAll([{ _id, user_id, name, query }], { again: true });
}

export async function deleteFilter({ store }: Needed, user_id: number, name: string): Promise<void> {
  await store.jobFilters.remove({ _id: toFilterId(user_id, name) });
}
