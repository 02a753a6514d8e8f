import { notificationRoutes } from "@understudy/shared/api/notification.ts";
import { listNotifications, readNotifications } from "../commands/notifications/list.ts";
import { changeSettings, readSettings } from "../commands/notifications/settings.ts";
import { setWebhook, testWebhook } from "../commands/notifications/webhook.ts";
import { presentNotificationSettings, presentNotifications } from "../presenters/notification.ts";
import { handle } from "./request/handle.ts";

export const notificationHandlers = {
  listNotifications: handle(notificationRoutes.listNotifications, async ({ web, user }) =>
    presentNotifications(await listNotifications(web, user._id)),
  ),

  readNotifications: handle(notificationRoutes.readNotifications, async ({ web, user, body }) => {
    await readNotifications(web, user._id, body.ids);
    return presentNotifications(await listNotifications(web, user._id));
  }),

  getNotificationSettings: handle(notificationRoutes.getNotificationSettings, async ({ web, user }) =>
    presentNotificationSettings(await readSettings(web, user._id), user, web.config),
  ),

  updateNotificationSettings: handle(
    notificationRoutes.updateNotificationSettings,
    async ({ web, user, body }) =>
      presentNotificationSettings(await changeSettings(web, user._id, body), user, web.config),
  ),

  setWebhook: handle(notificationRoutes.setWebhook, async ({ web, user, body }) => {
    const { settings, secret } = await setWebhook(web, user._id, body.url);
    return { settings: presentNotificationSettings(settings, user, web.config), secret };
  }),

  deleteWebhook: handle(notificationRoutes.deleteWebhook, async ({ web, user }) =>
    presentNotificationSettings(await changeSettings(web, user._id, { webhook: null }), user, web.config),
  ),

  testWebhook: handle(notificationRoutes.testWebhook, async ({ web, user }) => {
    await testWebhook(web, user._id);
    return {};
  }),
};
