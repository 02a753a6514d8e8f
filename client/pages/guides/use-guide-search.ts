import type { GuideSearchResult } from "@understudy/shared/api/guide.ts";
import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { useLoaded } from "../../hooks/use-loaded.ts";

const WAIT_MS = 150;

export type GuideSearch = {
  /** As it is typed, and in the page's address, so that a link shows the same results. */
  text: string;
  setText: (text: string) => void;
  /** With what was searched for; null: nothing yet. */
  found: { text: string; results: GuideSearchResult[] } | null;
  failure: ApiFailure | null;
  reload: () => void;
};

/** Searches the guide once typing pauses. */
export function useGuideSearch(): GuideSearch {
  const [params, setParams] = useSearchParams();
  const text = params.get("search") ?? "";
  const [searched, setSearched] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(text), WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (searched.trim() === "") return null;
      const { results } = await call("searchGuide", { query: { text: searched }, signal });
      return { text: searched, results };
    },
    [searched],
  );
  const { value, failure, reload } = useLoaded(load);
  return {
    text,
    setText: (next) => setParams(next === "" ? {} : { search: next }, { replace: true }),
    found: value,
    failure,
    reload,
  };
}
