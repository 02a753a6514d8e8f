import { useCallback, useEffect, useState } from "react";
import { type ApiFailure, asFailure, isAbort } from "../api/failure.ts";

/** Something a page reads once, and again when asked to. `load` must be the same function from one drawing to the next. */
export function useLoaded<Value>(load: (signal: AbortSignal) => Promise<Value>): {
  value: Value | null;
  failure: ApiFailure | null;
  reload: () => void;
} {
  const [value, setValue] = useState<Value | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    setValue(null);
    setFailure(null);
    load(controller.signal).then(setValue, (thrown: unknown) => {
      if (!isAbort(thrown)) setFailure(asFailure(thrown));
    });
    return () => controller.abort();
  }, [load, attempt]);
  return { value, failure, reload: useCallback(() => setAttempt((count) => count + 1), []) };
}
