/**
 * These schemas describe the notifications of a person about their own jobs, the channels they are sent by, and the
 * choice of both.
 */
import { z } from "zod";
import { jobStatus } from "../domain/job.ts";
import { MAX_NOTIFICATIONS, MAX_WEBHOOK_URL_LENGTH } from "../limits.ts";
import { MESSAGES } from "../messages/messages.ts";
import { route } from "./route.ts";

export const NOTIFICATION_KINDS = [
  "complete",
  "failed",
  "needs_configuration",
  "servers_lost",
  "mentioned",
] as const;
export const notificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof notificationKind>;

export const notification = z.object({
  id: z
    .string()
    .describe(
      "The id belongs to the change of status that it is about: the same wherever the notification is sent.",
    ),
  kind: notificationKind.describe("The event that it tells of."),
  job_id: z.int(),
  job_name: z.string().describe("The name that the job had then."),
  status: jobStatus.describe("The status of the job at that time."),
  error: z
    .string()
    .nullable()
    .describe(
      "The sentence says why the job failed or waits; null: it does neither, or nothing more is known.",
    ),
  comment: z
    .object({
      id: z.int(),
      author: z.string().describe("The name of the person who wrote the comment."),
      text: z.string().describe("The beginning of the comment, which is Markdown."),
    })
    .nullable()
    .default(null)
    .describe("The comment that mentions the caller; null: the notification is about the job."),
  creation_time: z.iso.datetime(),
  read: z.boolean().describe("True: the caller has seen it."),
});
export type Notification = z.infer<typeof notification>;

const notificationList = z.object({
  items: z.array(notification).describe("The notifications, the newest first."),
  unread_count: z.int().describe("The number of all unread notifications."),
});
export type NotificationList = z.infer<typeof notificationList>;

/** `browser` applies to the browsers in which the person has turned notifications on. */
export const NOTIFICATION_CHANNELS = ["bell", "browser", "email", "webhook"] as const;
export type Channel = (typeof NOTIFICATION_CHANNELS)[number];
const channels = z.strictObject({
  bell: z.boolean().describe("Show it at the bell of the pages."),
  browser: z.boolean().describe("Show it as a notification of the browser."),
  email: z.boolean().describe("Send it by e-mail."),
  webhook: z.boolean().describe("Post it to the webhook."),
});
/** `browser` and `webhook` begin to count once the person has turned them on; nobody gets e-mail unasked. */
export const DEFAULT_CHANNELS = { bell: true, browser: true, email: false, webhook: true } as const;
export const notificationChoices = z.strictObject({
  complete: channels,
  failed: channels,
  needs_configuration: channels,
  servers_lost: channels
    .default(DEFAULT_CHANNELS)
    .describe("Choices that were saved before there was this kind have none."),
  mentioned: channels
    .default(DEFAULT_CHANNELS)
    .describe("Choices that were saved before there was this kind have none."),
});
export type NotificationChoices = z.infer<typeof notificationChoices>;

const webhookUrl = z
  .string()
  .trim()
  .min(1, MESSAGES.webhookUrlRequired)
  .max(MAX_WEBHOOK_URL_LENGTH)
  .pipe(
    z
      .url({ protocol: /^https?$/, error: MESSAGES.webhookUrl })
      .refine((url) => !/^\w+:\/\/[^/?#]*@/.test(url), MESSAGES.webhookUrl),
  );

/** The result of the last request to a webhook. */
export const webhookResult = z.object({
  time: z.iso.datetime(),
  is_test: z.boolean().describe("True: the request was a test."),
  ok: z.boolean().describe("True: the address answered with a status from 200 to 299."),
  status_code: z.int().nullable().describe("The status code of the response; null: there was none."),
  reason: z.string().nullable().describe("A sentence says why it failed; null: it did not."),
  attempt: z.int().describe("Attempts count from 1."),
  will_retry: z.boolean().describe("True: there will be another attempt."),
});
export type WebhookResult = z.infer<typeof webhookResult>;

export const notificationSettings = z.object({
  choices: notificationChoices.describe("The channels of each event."),
  email: z.object({
    available: z.boolean().describe("False: the platform has no mail server and cannot send e-mail."),
    address: z.string(),
  }),
  webhook: z
    .object({
      url: z.string(),
      creation_time: z.iso.datetime(),
      last_result: webhookResult.nullable().describe("The result of the last request; null: none was sent."),
    })
    .nullable()
    .describe("The webhook; null: there is none."),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** Calls that decide where things are sent need a session: what a stolen token set up would outlive it. */
export const notificationRoutes = {
  listNotifications: route({
    method: "GET",
    path: "/user/notifications",
    summary: "One's own notifications, the newest first",
    audience: "full-user",
    response: notificationList,
  }),
  readNotifications: route({
    method: "POST",
    path: "/user/notifications:read",
    summary: "Mark notifications as read; without ids, all of them",
    audience: "full-user",
    body: z.strictObject({
      ids: z
        .array(z.string().max(60))
        .max(MAX_NOTIFICATIONS)
        .nullable()
        .describe("The notifications to mark as read; null: all of them."),
    }),
    response: notificationList,
  }),
  getNotificationSettings: route({
    method: "GET",
    path: "/user/notification_settings",
    summary: "What one is notified of, and where",
    audience: "full-user",
    response: notificationSettings,
  }),
  updateNotificationSettings: route({
    method: "PUT",
    path: "/user/notification_settings",
    summary: "Choose what one is notified of, and where",
    audience: "full-user",
    needsSession: true,
    body: z.strictObject({ choices: notificationChoices }),
    response: notificationSettings,
  }),
  setWebhook: route({
    method: "PUT",
    path: "/user/webhook",
    summary: "Set the address that notifications are posted to; its secret is in this answer only",
    audience: "full-user",
    needsSession: true,
    body: z.strictObject({ url: webhookUrl.describe("The address that requests are posted to.") }),
    response: z.object({
      settings: notificationSettings.describe("The notification settings as they are now."),
      secret: z
        .string()
        .describe("The key that requests are signed with, which is shown only in this answer."),
    }),
  }),
  deleteWebhook: route({
    method: "DELETE",
    path: "/user/webhook",
    summary: "Post notifications nowhere",
    audience: "full-user",
    needsSession: true,
    response: notificationSettings,
  }),
  testWebhook: route({
    method: "POST",
    path: "/user/webhook:test",
    summary: "Post a test to one's webhook; the result is in the settings",
    audience: "full-user",
    needsSession: true,
    response: z.object({}),
  }),
} as const;
