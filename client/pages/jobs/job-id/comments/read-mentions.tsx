import { useEffect } from "react";
import { useNotifications } from "#ui/notification-bell/use-notifications.ts";
import type { Thread } from "./threads.ts";

/** Marks notifications as read whose comments the reader has in front of them. Not for restricted users, who have none. */
export function ReadMentions({ thread: { comments } }: { thread: Thread }) {
  const { list, read } = useNotifications();
  const ids = new Set(comments.map(({ id }) => id));
  const mentions = list?.items.filter(
    ({ read: isRead, comment }) => !isRead && comment !== null && ids.has(comment.id),
  );
  const unread = mentions?.map(({ id }) => id).join() ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: `read` is another function at every drawing
  useEffect(() => {
    if (unread !== "") void read(unread.split(","));
  }, [unread]);
  return null;
}
