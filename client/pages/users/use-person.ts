import { useCallback } from "react";
import { call } from "../../api/call.ts";
import { useLoaded } from "../../hooks/use-loaded.ts";

/** A person, with what is theirs and what they see. */
export function usePerson(id: number) {
  const load = useCallback(
    (signal: AbortSignal) => call("getPerson", { params: { user_id: id }, signal }),
    [id],
  );
  return useLoaded(load);
}
