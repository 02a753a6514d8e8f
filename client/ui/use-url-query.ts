import { useSearchParams } from "react-router-dom";
import type { UrlQuery } from "./url-query.ts";

/**
 * A list's state in the page's address, and how it is changed: any change but that of the page leads to the first page.
 * A change is drawn at once: drawn in a transition of the router, the next change could begin from an older state.
 */
export function useUrlQuery<Q extends { page_number: number }>({ read, write }: UrlQuery<Q>) {
  const [search, setSearch] = useSearchParams();
  const query = read(search);
  const change = (changes: Partial<Q>) =>
    setSearch(write({ ...query, page_number: 1, ...changes }), {
      replace: changes.page_number === undefined,
      flushSync: true,
    });
  return [query, change] as const;
}
