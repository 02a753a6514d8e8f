import { useDocumentVisibility } from "@mantine/hooks";
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
    showNotification(pushed, () => void navigate(`/jobs/${pushed.job_id}`));
  }, [pushed, navigate, userId]);
}

function useReadOnVisit(): void {
  const { pathname } = useLocation();
  const isVisible = useDocumentVisibility() === "visible";
  const { list, read } = useNotifications();
  const [, jobId] = /^\/jobs\/(\d+)(?:\/|$)/.exec(pathname) ?? [];
  const aboutJob =
    list?.items.filter((notification) => !notification.read && String(notification.job_id) === jobId) ?? [];
  const unread = isVisible ? aboutJob.map(({ id }) => id).join() : "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function at every drawing
  useEffect(() => {
    if (unread !== "") void read(unread.split(","));
  }, [unread]);
}
