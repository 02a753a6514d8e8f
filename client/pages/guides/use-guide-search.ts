import type { GuideSearchResult } from "@understudy/shared/api/guide.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import type { ApiFailure } from "../../api/failure.ts";
import { useLoaded } from "../../hooks/use-loaded.ts";

const WAIT_MS = 150;

export type GuideSearch = {
  /** As it is typed. */
  text: string;
  setText: (text: string) => void;
  /** With what was searched for; null: nothing yet. */
  found: { text: string; results: GuideSearchResult[] } | null;
  failure: ApiFailure | null;
  reload: () => void;
};

/** Searches the guide once typing pauses; the text is then in the page's address, so that a link shows the same results. */
export function useGuideSearch(): GuideSearch {
  const [params, setParams] = useSearchParams();
  const searched = params.get("search") ?? "";
  const [text, setText] = useState(searched);
  const reported = useRef(searched);
  useEffect(() => {
    // A link was followed, or the browser went back.
    if (searched === reported.current) return;
    reported.current = searched;
    setText(searched);
  }, [searched]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `setParams` is another function after each navigation
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === reported.current) return;
    const timer = setTimeout(() => {
      reported.current = wanted;
      setParams(wanted === "" ? {} : { search: wanted }, { replace: true });
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (searched === "") return null;
      const { results } = await call("searchGuide", { query: { text: searched }, signal });
      return { text: searched, results };
    },
    [searched],
  );
  const { value, failure, reload } = useLoaded(load);
  return { text, setText, found: value, failure, reload };
}
