import { useRef } from "react";

/** The page of a list that was asked for; while it is being read the last one stays, marked stale, so that nothing jumps. */
export function useKeptPage<Page>(asked: Page | null): { page: Page | null; stale: boolean } {
  const last = useRef<Page | null>(null);
  if (asked !== null) last.current = asked;
  return { page: last.current, stale: asked === null };
}
