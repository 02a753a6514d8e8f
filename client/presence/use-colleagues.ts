import type { SharedPage } from "@understudy/shared/live/presence.ts";
import { useMemo } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { type ShownViewer, usePresence } from "#data/presence.ts";

/** Returns the other people on a page. */
export function useColleagues(page: SharedPage): readonly ShownViewer[] {
  const { id } = useCurrentUser();
  const viewers = usePresence(page);
  return useMemo(() => viewers.filter(({ user_id }) => user_id !== id), [viewers, id]);
}
