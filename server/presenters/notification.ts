import type {
  Notification,
  NotificationList,
  NotificationSettings,
} from "@understudy/shared/api/notification.ts";
import type { Config } from "../core/config.ts";
import type { NotificationRecord, NotificationSettingsRecord } from "../models/notification.ts";
import type { User } from "../models/user.ts";

export function presentNotification({
  _id,
  user_id: _,
  creation_time,
  ...rest
}: NotificationRecord): Notification {
  return { id: _id, ...rest, creation_time: creation_time.toISOString() };
}

export const presentNotifications = (records: readonly NotificationRecord[]): NotificationList => ({
  items: records.map(presentNotification),
  unread_count: records.filter(({ read }) => !read).length,
});

/** The secret of a webhook is never among them. */
export function presentNotificationSettings(
  { choices, webhook }: NotificationSettingsRecord,
  { email }: Pick<User, "email">,
  { smtp }: Pick<Config, "smtp">,
): NotificationSettings {
  return {
    choices,
    email: { available: smtp !== null, address: email },
    webhook: webhook && {
      url: webhook.url,
      creation_time: webhook.creation_time.toISOString(),
      last_result: webhook.last_result,
    },
  };
}
