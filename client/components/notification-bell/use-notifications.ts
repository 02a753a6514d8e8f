import { call } from "../../api/call.ts";
import { useAction } from "../../hooks/use-action.ts";
import { liveNotifications } from "../../live/notifications.ts";
import { setNotifications, useNotificationList } from "../../store/notifications.ts";

/** The user's own notifications, live; `read` marks some as read, or all of them (null). */
export function useNotifications() {
  const { failure, reload } = liveNotifications.useLive("list");
  const list = useNotificationList();
  const { run, busy } = useAction("marking the notifications as read");
  const read = (ids: string[] | null) =>
    run(async () => setNotifications(await call("readNotifications", { body: { ids } })));
  return { list, failure, reload, read, busy };
}
