import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

/**
 * True if servers can simulate a spec version; false until that is read. @param spec_version_id null: there is none
 */
export function useHasProgram(spec_version_id: number | null): boolean {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (spec_version_id === null) return false;
      return (await call("getSpecVersion", { params: { spec_version_id }, signal })).run !== null;
    },
    [spec_version_id],
  );
  return useQuery(load).value ?? false;
}
