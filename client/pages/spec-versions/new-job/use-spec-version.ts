import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { useEffect, useState } from "react";
import { call } from "../../../api/call.ts";
import { type ApiFailure, asFailure, isAbort } from "../../../api/failure.ts";

/** A version of a spec. It never changes: it is read once. */
export function useSpecVersion(id: number): {
  spec: SpecVersion | null;
  failure: ApiFailure | null;
  retry: () => void;
} {
  const [spec, setSpec] = useState<SpecVersion | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    setFailure(null);
    call("getSpecVersion", { params: { spec_version_id: id }, signal: controller.signal })
      .then(setSpec)
      .catch((thrown: unknown) => {
        if (!isAbort(thrown)) setFailure(asFailure(thrown));
      });
    return () => controller.abort();
  }, [id, attempt]);
  return { spec, failure, retry: () => setAttempt((count) => count + 1) };
}
