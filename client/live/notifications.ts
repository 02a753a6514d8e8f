import type { Notification } from "@understudy/shared/api/notification.ts";
import { HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import {
  addNotification,
  setNotificationSettings,
  setNotifications,
  setPushedNotification,
} from "../store/notifications.ts";
import { liveQuery } from "./live-query.ts";

/** The user's own notifications, and the settings of them. */
export const liveNotifications = liveQuery<"list" | "settings">({
  subject: () => ({ kind: "notifications" }),
  load: async (key, signal) => {
    if (key === "list") setNotifications(await call("listNotifications", { signal }));
    else setNotificationSettings(await call("getNotificationSettings", { signal }));
  },
  pollMs: () => HISTORY_POLL_MS,
});

type PushedNotification = { notification: Notification; bell: boolean; browser: boolean };

export function notificationPushed({ notification, bell, browser }: PushedNotification): void {
  if (bell) {
    addNotification(notification);
    // An answer that is on its way may be from before it.
    void liveNotifications.reload("list");
  }
  if (browser) setPushedNotification(notification);
}
