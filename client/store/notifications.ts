import type {
  Notification,
  NotificationList,
  NotificationSettings,
} from "@understudy/shared/api/notification.ts";
import { MAX_NOTIFICATIONS } from "@understudy/shared/limits.ts";
import { single } from "./keyed.ts";

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
