import { useRef } from "react";

/** The requested page of a list; the previous page stays, marked stale, while it loads, so that the layout does not shift. */
export function useKeptPage<Page>(requestedPage: Page | null): { page: Page | null; stale: boolean } {
  const last = useRef<Page | null>(null);
  if (requestedPage !== null) last.current = requestedPage;
  return { page: last.current, stale: requestedPage === null };
}
