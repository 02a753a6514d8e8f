import { createContext, useContext, useEffect, useRef } from "react";

/** Stores what is still unsaved; resolves with what keeps it from being stored, or null. */
export type Settle = () => Promise<string | null>;

/** Parts of the page that store their edits themselves, for the button that needs all of them stored. */
export const PendingEdits = createContext<Set<Settle>>(new Set());

/** Lets the page's button wait for this part's edits. */
export function usePendingEdits(settle: Settle): void {
  const parts = useContext(PendingEdits);
  const latest = useRef(settle);
  latest.current = settle;
  useEffect(() => {
    const part: Settle = () => latest.current();
    parts.add(part);
    return () => {
      parts.delete(part);
    };
  }, [parts]);
}

/** Stores the edits of all parts; returns the problem that keeps one from being stored, or null. */
export async function settleAll(parts: ReadonlySet<Settle>): Promise<string | null> {
  const problems = await Promise.all(Array.from(parts, (settle) => settle()));
  return problems.find((problem) => problem !== null) ?? null;
}
