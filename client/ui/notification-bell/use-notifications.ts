import { call } from "#api/call.ts";
import { liveNotifications, setNotifications, useNotificationList } from "#data/notifications.ts";
import { useAction } from "../use-action.ts";

/** The user's own notifications, live; `read` marks some as read, or all of them (null). */
export function useNotifications() {
  const { failure, reload } = liveNotifications.useLive("list");
  const list = useNotificationList();
  const { run, busy } = useAction("marking the notifications as read");
  const read = (ids: string[] | null) =>
    run(async () => setNotifications(await call("readNotifications", { body: { ids } })));
  return { list, failure, reload, read, busy };
}
