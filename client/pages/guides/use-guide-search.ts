import type { GuideSearchResult } from "@understudy/shared/api/guide.ts";
import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "#api/call.ts";
import type { ApiFailure } from "#api/failure.ts";
import { useQuery } from "#data/query.ts";
import { usePausedText } from "#ui/use-paused-text.ts";

const WAIT_MS = 150;

export type GuideSearch = {
  /** The text as it is typed. */
  text: string;
  setText: (text: string) => void;
  /** The latest results, with the text that was searched for; null: nothing yet. */
  latest: { text: string; results: GuideSearchResult[] } | null;
  failure: ApiFailure | null;
  reload: () => void;
};

/** Searches the guide once typing pauses; the text is then in the page's address, so that a link shows the same results. */
export function useGuideSearch(): GuideSearch {
  const [params, setParams] = useSearchParams();
  const searched = params.get("search") ?? "";
  const search = (newText: string) => setParams(newText === "" ? {} : { search: newText }, { replace: true });
  const [text, setText] = usePausedText(searched, search, WAIT_MS);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (searched === "") return null;
      const { results } = await call("searchGuide", { query: { text: searched }, signal });
      return { text: searched, results };
    },
    [searched],
  );
  const { value, failure, reload } = useQuery(load);
  return { text, setText, latest: value, failure, reload };
}
