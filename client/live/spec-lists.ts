import type { SortOrder } from "@understudy/shared/api/list.ts";
import type { SPEC_SORT_COLUMNS } from "@understudy/shared/api/spec.ts";
import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { setSpecListPage } from "../store/spec-lists.ts";
import { liveQuery } from "./live-query.ts";

export type SpecListQuery = {
  page_number: number;
  page_size: number;
  sort_by: (typeof SPEC_SORT_COLUMNS)[number];
  sort_order: SortOrder;
  filter: string;
};

export const DEFAULT_SPEC_LIST: SpecListQuery = {
  page_number: 1,
  page_size: DEFAULT_PAGE_SIZE,
  sort_by: "id",
  sort_order: "descending",
  filter: "",
};

/** Pages of the spec list, each by its query written as text. */
export const specListKey = (query: SpecListQuery): string => JSON.stringify(query);

async function read(key: string, signal: AbortSignal): Promise<void> {
  const query: SpecListQuery = JSON.parse(key);
  const { filter, ...rest } = query;
  const { items, total_count } = await call("listSpecs", { query: filter === "" ? rest : query, signal });
  setSpecListPage(key, { items, totalCount: total_count });
}

export const liveSpecList = liveQuery<string>({
  subject: () => ({ kind: "specs" }),
  load: read,
  pollMs: () => HISTORY_POLL_MS,
});

/** A spec appeared, changed or went: the open pages are read again. */
export function specListChanged(): void {
  for (const key of liveSpecList.keys()) void liveSpecList.reload(key);
}
