import { notification, notificationChoices, webhookResult } from "@understudy/shared/api/notification.ts";
import { NOTIFICATION_MS } from "@understudy/shared/limits.ts";
import { z } from "zod";
import type { Index } from "./collection.ts";

/** Something that happened to a job, told to the person who created it. */
export const notificationRecord = notification.omit({ id: true, creation_time: true }).extend({
  /** `job_id-revision`, of the change of status: however often it is stored, it is one. */
  _id: z.string(),
  user_id: z.int(),
  creation_time: z.date(),
});
export type NotificationRecord = z.infer<typeof notificationRecord>;
export const notificationId = notificationRecord.pick({ _id: true });

export const notificationIndexes: readonly Index[] = [
  [{ user_id: 1, creation_time: 1, _id: 1 }],
  [{ job_id: 1 }],
  [{ creation_time: 1 }, { expireAfterSeconds: NOTIFICATION_MS / 1000 }],
];

/** The kinds of notification that a person wants, and their channels. */
export const notificationSettingsRecord = z.object({
  /** The person's. */
  _id: z.int(),
  choices: notificationChoices,
  webhook: z
    .object({
      url: z.string(),
      /** From which the secret is derived; see server/notifications/webhook-secret.ts. */
      key: z.string(),
      creation_time: z.date(),
      last_result: webhookResult.nullable(),
    })
    .nullable(),
});
export type NotificationSettingsRecord = z.infer<typeof notificationSettingsRecord>;
