import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { useCallback } from "react";
import { call } from "../api/call.ts";
import type { ApiFailure } from "../api/failure.ts";
import { useLoaded } from "./use-loaded.ts";

/** A version of a spec. It never changes: it is read once. */
export function useSpecVersion(spec_version_id: number): {
  spec: SpecVersion | null;
  failure: ApiFailure | null;
  retry: () => void;
} {
  const load = useCallback(
    (signal: AbortSignal) => call("getSpecVersion", { params: { spec_version_id }, signal }),
    [spec_version_id],
  );
  const { value, failure, reload } = useLoaded(load);
  return { spec: value, failure, retry: reload };
}
