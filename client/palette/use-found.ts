import { useDebouncedValue } from "@mantine/hooks";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { PALETTE_RESULTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useMemo, useState } from "react";
import { isAbort } from "#api/call.ts";
import type { Answer } from "../api/call.ts";
import { call } from "../api/call.ts";
import { matches } from "./pages.ts";

const WAIT_MS = 200;

export type SearchResults = {
  readonly jobs: Answer<"listJobs">["items"];
  readonly specs: Answer<"listSpecs">["items"];
};
const NO_RESULTS: SearchResults = { jobs: [], specs: [] };

/**
 * The jobs and specs that match, found by the server once typing pauses; without a text, the jobs that changed last.
 * `isBehind`: the server has not answered for this text yet.
 */
export function useSearch(isOpen: boolean, text: string, user: CurrentUser) {
  const [{ results, answered, failure }, setState] = useState({
    results: NO_RESULTS,
    answered: "",
    failure: "",
  });
  const [filter] = useDebouncedValue(text.trim(), WAIT_MS);
  const hasSpecs = !user.restricted && !user.hide_specs;
  useEffect(() => {
    if (!isOpen) return;
    const { signal, abort } = aborting();
    Promise.all([findJobs(filter, signal), hasSpecs ? findSpecs(filter, signal) : []])
      .then(([jobs, specs]) => setState({ results: { jobs, specs }, answered: filter, failure: "" }))
      .catch((thrown: unknown) => {
        if (!isAbort(thrown))
          setState({ results: NO_RESULTS, answered: filter, failure: MESSAGES.loadingItems("job") });
      });
    return abort;
  }, [isOpen, filter, hasSpecs]);
  const isBehind = answered !== text.trim();
  const shownResults = useMemo(
    () => (isBehind ? filterResults(results, text) : results),
    [isBehind, results, text],
  );
  return { results: shownResults, failure, isBehind };
}

/** Until the server has answered, what is shown of an earlier answer fits the text: Enter must not open what was not meant. */
function filterResults({ jobs, specs }: SearchResults, text: string): SearchResults {
  const fits = ({ id, name }: { id: number; name: string }) => matches(text, `${name} ${id}`);
  return { jobs: jobs.filter(fits), specs: specs.filter(fits) };
}

function aborting() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}

async function findJobs(filter: string, signal: AbortSignal): Promise<SearchResults["jobs"]> {
  const query =
    filter === ""
      ? ({ sort_by: "last_modified_time", sort_order: "descending" } as const)
      : ({ filter } as const);
  return (await call("listJobs", { query: { ...query, page_size: PALETTE_RESULTS }, signal })).items;
}

async function findSpecs(filter: string, signal: AbortSignal): Promise<SearchResults["specs"]> {
  if (filter === "") return [];
  return (await call("listSpecs", { query: { filter, page_size: PALETTE_RESULTS }, signal })).items;
}
