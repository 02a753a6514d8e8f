import type { SortOrder } from "@understudy/shared/api/list.ts";
import type { SPEC_SORT_COLUMNS, Spec, SpecVersion } from "@understudy/shared/api/spec.ts";
import { DEFAULT_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { useCallback } from "react";
import type { ApiFailure } from "#api/call.ts";
import { call } from "../api/call.ts";
import { type LiveState, liveQuery } from "./live-query.ts";
import { useKeptPage, useQuery } from "./query.ts";
import { keyed } from "./store.ts";

export type SpecListPage = { readonly items: readonly Spec[]; readonly totalCount: number };

/** Pages of the spec list by query, serialised. */
const pages = keyed<string, SpecListPage | null>(null);

export const setSpecListPage = pages.set;
export const useSpecListPage = pages.useValue;

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

/** A spec appeared, changed or went. */
export const specListChanged = liveSpecList.refresh;

/** A page of the spec list, live. */
export function useSpecList(query: SpecListQuery): { page: SpecListPage | null; stale: boolean } & LiveState {
  const key = specListKey(query);
  return { ...useKeptPage(useSpecListPage(key)), ...liveSpecList.useLive(key) };
}

/** A version of a spec. It never changes: it is read once. */
export function useSpecVersion(spec_version_id: number): {
  spec: SpecVersion | null;
  failure: ApiFailure | null;
  retry: () => void;
} {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpecVersion", { params: { spec_version_id }, signal }),
    [spec_version_id],
  );
  const { value, failure, reload } = useQuery(load);
  return { spec: value, failure, retry: reload };
}

/**
 * True if the spec of a version was deleted, so that no more jobs can be made from it; false until that is read.
 * @param spec_version_id null: there is no spec
 */
export function useSpecIsDeleted(spec_version_id: number | null): boolean {
  const load = useCallback(
    async (signal: AbortSignal) =>
      spec_version_id === null ? null : call("getSpecVersion", { params: { spec_version_id }, signal }),
    [spec_version_id],
  );
  const { value } = useQuery(load);
  return value !== null && value.latest_version_id === null;
}
