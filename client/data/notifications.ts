import type {
  Notification,
  NotificationList,
  NotificationSettings,
} from "@understudy/shared/api/notification.ts";
import { HISTORY_POLL_MS, MAX_NOTIFICATIONS } from "@understudy/shared/limits.ts";
import { call } from "../api/call.ts";
import { liveQuery } from "./live-query.ts";
import { single } from "./store.ts";

/** The notifications that the bell shows; null: not read yet. */
const list = single<NotificationList | null>(null);
export const setNotifications = list.set;
export const useNotificationList = list.useValue;

/** The user's choice of notifications and of where they appear; null: not read yet. */
const settings = single<NotificationSettings | null>(null);
export const setNotificationSettings = settings.set;
export const useNotificationSettings = settings.useValue;

/** The newest one that this browser may show by itself; null: it was shown, or there is none. */
const pushed = single<Notification | null>(null);
export const setPushedNotification = pushed.set;
export const usePushedNotification = pushed.useValue;

/** Puts a notification that has just been pushed at the top of the list. */
export function addNotification(notification: Notification): void {
  const stored = list.get();
  if (stored === null || stored.items.some(({ id }) => id === notification.id)) return;
  const items = [notification, ...stored.items].slice(0, MAX_NOTIFICATIONS);
  list.set({ items, unread_count: items.filter(({ read }) => !read).length });
}

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
