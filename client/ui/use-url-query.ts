import { useSearchParams } from "react-router-dom";
import type { UrlQuery } from "./url-query.ts";

/** A list's state in the page's address, and how it is changed: any change but that of the page leads to the first page. */
export function useUrlQuery<Q extends { page_number: number }>({ read, write }: UrlQuery<Q>) {
  const [search, setSearch] = useSearchParams();
  const query = read(search);
  const change = (changes: Partial<Q>) =>
    setSearch(write({ ...query, page_number: 1, ...changes }), {
      replace: changes.page_number === undefined,
    });
  return [query, change] as const;
}
