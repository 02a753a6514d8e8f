import { useCallback } from "react";
import { call } from "../api/call.ts";
import { useLoaded } from "./use-loaded.ts";

/**
 * True if the spec of a version was deleted, so that no more jobs can be made from it; false until that is read.
 * @param spec_version_id null: there is no spec
 */
export function useSpecIsDeleted(spec_version_id: number | null): boolean {
  const load = useCallback(
    async (signal: AbortSignal) =>
      spec_version_id === null ? null : call("getSpecVersion", { params: { spec_version_id }, signal }),
    [spec_version_id],
  );
  const { value } = useLoaded(load);
  return value !== null && value.latest_version_id === null;
}
