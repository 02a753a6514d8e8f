import type { ApiFailure } from "../api/failure.ts";
import { liveSpecList, type SpecListQuery, specListKey } from "../live/spec-lists.ts";
import { type SpecListPage, useSpecListPage } from "../store/spec-lists.ts";
import { useKeptPage } from "./use-kept-page.ts";

/** A page of the spec list, live. */
export function useSpecList(query: SpecListQuery): {
  page: SpecListPage | null;
  stale: boolean;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  const key = specListKey(query);
  return { ...useKeptPage(useSpecListPage(key)), ...liveSpecList.useLive(key) };
}
