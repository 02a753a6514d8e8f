import { useDocumentVisibility } from "@mantine/hooks";
import { notificationPath } from "@understudy/shared/texts/notification-text.ts";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { setPushedNotification, usePushedNotification } from "#data/notifications.ts";
import { browserState, showNotification } from "./browser-notifications.ts";
import { useNotifications } from "./use-notifications.ts";

/** Shows notifications outside a hidden page, and marks those as read whose job the user has in front of them. */
export function NotificationEffects({ userId }: { userId: number }) {
  useBrowserNotifications(userId);
  useReadOnVisit();
  return null;
}

function useBrowserNotifications(userId: number): void {
  const navigate = useNavigate();
  const pushed = usePushedNotification();
  useEffect(() => {
    if (pushed === null) return;
    setPushedNotification(null);
    if (!document.hidden || browserState(userId) !== "on") return;
    showNotification(pushed, () => void navigate(notificationPath(pushed)));
  }, [pushed, navigate, userId]);
}

function useReadOnVisit(): void {
  const { pathname } = useLocation();
  const isVisible = useDocumentVisibility() === "visible";
  const { list, read } = useNotifications();
  const [, jobId] = /^\/jobs\/(\d+)(?:\/|$)/.exec(pathname) ?? [];
  const aboutJob =
    list?.items.filter(({ read: isRead, job_id, comment }) => {
      // A comment is in front of them once they have opened it.
      return !isRead && String(job_id) === jobId && comment === null;
    }) ?? [];
  const unread = isVisible ? aboutJob.map(({ id }) => id).join() : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function at every drawing
  useEffect(() => {
    if (unread !== "") void read(unread.split(","));
  }, [unread]);
}
