import { useCallback, useEffect, useState } from "react";
import { type ApiFailure, asFailure, isAbort } from "../api/failure.ts";
import { onDatabaseRecovery } from "../store/database-status.ts";

/**
 * Something a page reads: again when `load` is another function, when asked to, and every so often where that is given.
 * What was read stays until there is newer. `load` must be the same function from one drawing to the next.
 * @param everyMs milliseconds from an answer to the next reading; null: none
 */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  everyMs: number | null = null,
): { value: Value | null; failure: ApiFailure | null; reload: () => void } {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const read = async () => {
      try {
        setValue(await load(signal));
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
  }, [load, everyMs, attempt]);
  const hasFailed = failure !== null;
  useEffect(
    () => (hasFailed ? onDatabaseRecovery(() => setAttempt((count) => count + 1)) : undefined),
    [hasFailed],
  );
  const reload = useCallback(() => {
    setFailure(null);
    setAttempt((count) => count + 1);
  }, []);
  return { value, failure, reload };
}
