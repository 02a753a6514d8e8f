import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

/** A person, with what is theirs and what they see. */
export function usePerson(id: number) {
  const load = useCallback(
    (signal: AbortSignal) => call("getPerson", { params: { user_id: id }, signal }),
    [id],
  );
  return useQuery(load);
}
