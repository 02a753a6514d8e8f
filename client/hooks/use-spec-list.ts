import { useRef } from "react";
import type { ApiFailure } from "../api/failure.ts";
import { type SpecListQuery, specListKey, specListResource } from "../live/spec-lists.ts";
import { type SpecListPage, useSpecListPage } from "../store/spec-lists.ts";

/** A page of the spec list, live. While another is being read the last one stays, marked stale, so that nothing jumps. */
export function useSpecList(query: SpecListQuery): {
  page: SpecListPage | null;
  stale: boolean;
  failure: ApiFailure | null;
  reload: () => Promise<void>;
} {
  const key = specListKey(query);
  const current = useSpecListPage(key);
  const last = useRef<SpecListPage | null>(null);
  if (current !== null) last.current = current;
  return { page: current ?? last.current, stale: current === null, ...specListResource.use(key) };
}
