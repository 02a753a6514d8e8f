import { useCallback, useEffect, useRef, useState } from "react";
import { type ApiFailure, asFailure, isAbort } from "#api/call.ts";
import { createPacer } from "./socket/pacer.ts";
import { onDatabaseRecovery } from "./socket/status.ts";

type Options = {
  /** Milliseconds from an answer to the next reading; null: it is not read again by itself. */
  everyMs?: number | null;
  /** A change of this text says that there may be something newer: it is then read again as soon as a pacer lets it. */
  tick?: string;
  /** The shortest pause between two readings after ticks, in milliseconds. */
  leastMs?: number;
};

export type Query<Value> = { value: Value | null; failure: ApiFailure | null; reload: () => void };

/**
 * Reads something for one page: again when `load` is another function, after `reload`, and as the options say. The last
 * value stays until there is a newer one. What several components show and events change is a `liveQuery` instead.
 * @param load must be the same function from one rendering to the next
 */
export function useQuery<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  { everyMs = null, tick = "", leastMs }: Options = {},
): Query<Value> {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const [pacer] = useState(() => createPacer(undefined, leastMs));
  const readAgain = useCallback(() => setAttempt((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        setValue(await pacer.follow(load(signal)));
        setFailure(null);
      } catch (thrown) {
        if (!isAbort(thrown)) setFailure(asFailure(thrown));
      }
      if (everyMs !== null && !signal.aborted) timer = setTimeout(() => void read(), everyMs);
    };
    void read();
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [load, everyMs, pacer, attempt]);

  const lastTick = useRef(tick);
  useEffect(() => {
    if (lastTick.current === tick) return;
    lastTick.current = tick;
    pacer.ask(readAgain);
  }, [tick, pacer, readAgain]);
  useEffect(() => () => pacer.end(), [pacer]);

  const hasFailed = failure !== null;
  useEffect(() => (hasFailed ? onDatabaseRecovery(readAgain) : undefined), [hasFailed, readAgain]);
  const reload = useCallback(() => {
    setFailure(null);
    readAgain();
  }, [readAgain]);
  return { value, failure, reload };
}

/** The requested page of a list; the previous page stays, marked stale, while it loads, so that the layout does not shift. */
export function useKeptPage<Page>(requestedPage: Page | null): { page: Page | null; stale: boolean } {
  const last = useRef<Page | null>(null);
  if (requestedPage !== null) last.current = requestedPage;
  return { page: last.current, stale: requestedPage === null };
}
