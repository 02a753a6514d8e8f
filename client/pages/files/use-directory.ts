import { fileRoutes } from "@understudy/shared/api/file.ts";
import { DIRECTORY_PAGE_SIZE, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { useCallback } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { urlQuery } from "#ui/url-query.ts";

type Query = { page_number: number; page_size: number; filter: string };
const inUrl = urlQuery<Query>(fileRoutes.listDirectory.query, {
  page_number: 1,
  page_size: DIRECTORY_PAGE_SIZE,
  filter: "",
});

/** A directory as the address asks for it: read again every so often, as jobs write files while they run. */
export function useDirectory(path: string) {
  const [search, setSearch] = useSearchParams();
  const query = inUrl.read(search);
  const { page_number, page_size, filter } = query;
  const chosen = search.get("preview");
  const load = useCallback(
    async (signal: AbortSignal) => {
      const requestedPage = { page_number, page_size, filter };
      return {
        requestedPage,
        directory: await call("listDirectory", { params: { path }, query: requestedPage, signal }),
      };
    },
    [path, page_number, page_size, filter],
  );
  const { value, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  const addressed = (next: Query, preview: string | null) => ({
    ...inUrl.write(next),
    ...(preview === null ? {} : { preview }),
  });
  const isNewest = value?.requestedPage.page_number === page_number && value.requestedPage.filter === filter;
  return {
    directory: value?.directory ?? null,
    stale: value !== null && !isNewest,
    failure,
    reload,
    query,
    /** A page has an entry of its own in the browser's history, a filter not. */
    change: (changes: Partial<Query>) =>
      setSearch(addressed({ ...query, ...changes }, chosen), { replace: changes.filter !== undefined }),
    chosen,
    previewAddress: (name: string) => `?${new URLSearchParams(addressed(query, name))}`,
  };
}
