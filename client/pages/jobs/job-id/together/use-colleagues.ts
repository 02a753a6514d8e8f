import { useMemo } from "react";
import { useCurrentUser } from "../../../../store/current-user.ts";
import { type ShownViewer, usePresence } from "../../../../store/presence.ts";

/** The other people on a job's page. */
export function useColleagues(jobId: number): readonly ShownViewer[] {
  const { id } = useCurrentUser();
  const viewers = usePresence(jobId);
  return useMemo(() => viewers.filter(({ user_id }) => user_id !== id), [viewers, id]);
}
