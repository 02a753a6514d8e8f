import { useMemo } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { type ShownViewer, usePresence } from "#data/presence.ts";

/** The other people on a job's page. */
export function useColleagues(jobId: number): readonly ShownViewer[] {
  const { id } = useCurrentUser();
  const viewers = usePresence(jobId);
  return useMemo(() => viewers.filter(({ user_id }) => user_id !== id), [viewers, id]);
}
