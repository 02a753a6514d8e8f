import { type Attempt, takeDeliveries } from "@understudy/engine/runner/delivery-queue.ts";
import { notification as notificationSchema } from "@understudy/shared/api/notification.ts";
import { notificationPath } from "@understudy/shared/texts/notification-text.ts";
import { log } from "../../core/log.ts";
import { type Delivery, pageUrl } from "../../notifications/delivery.ts";
import { createMailer, type Mailer } from "../../notifications/mail.ts";
import { postWebhook } from "../../notifications/post-webhook.ts";
import { signatureHeaders, webhookSecret } from "../../notifications/webhook-secret.ts";
import type { Platform } from "../../platform/platform.ts";
import { readSettings, recipient } from "./settings.ts";
import { storeResult } from "./webhook.ts";

/**
 * The number of deliveries at a time: each waits for a foreign server, and looks up its host in one of Node's four
 * threads.
 */
const MAX_CONCURRENT_DELIVERIES = 3;

type Needed = Pick<Platform, "config" | "store" | "publish">;
type Of<Channel> = Extract<Delivery, { channel: Channel }>;

/** Delivers what is queued, in this process; any number of them may. */
export function startDelivering(platform: Needed): { close(): Promise<void> } {
  const { config } = platform;
  const mailer = config.smtp === null ? null : createMailer(config.smtp);
  const connection = { redisUrl: config.redisUrl, prefix: config.redisPrefix };
  const taking = takeDeliveries<Delivery>(connection, log, MAX_CONCURRENT_DELIVERIES, (delivery, attempt) =>
    delivery.channel === "webhook"
      ? deliverWebhook(platform, delivery, attempt)
      : deliverEmail(platform, mailer, delivery, attempt),
  );
  return {
    close: async () => {
      await taking.close();
      mailer?.close();
    },
  };
}

/** Resolves with whether the delivery is over: it succeeded, is not needed any more, or can never succeed. */
async function deliverWebhook(
  platform: Needed,
  { user_id, is_test, event }: Of<"webhook">,
  attempt: Attempt,
): Promise<boolean> {
  const { config } = platform;
  const [user, settings] = await Promise.all([recipient(platform, user_id), readSettings(platform, user_id)]);
  const { webhook } = settings;
  if (user === null || webhook === null) return true;
  const body = JSON.stringify({ type: event.type, timestamp: event.timestamp, data: event.data });
  const secret = await webhookSecret(config.dataDir, user_id, webhook.key);
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = signatureHeaders(secret, { id: event.id, timestamp, body });
  const posted = await postWebhook(
    { url: webhook.url, headers, body },
    { internal: config.internalWebhooks },
  );
  const { status_code, reason, isFinal } = posted;
  await storeResult(platform, settings, {
    time: new Date().toISOString(),
    is_test,
    ok: reason === null,
    status_code,
    reason,
    attempt: attempt.number,
    will_retry: !isFinal && !attempt.isLast,
  });
  return isFinal;
}

async function deliverEmail(
  platform: Needed,
  mailer: Mailer | null,
  { user_id, notification: queued }: Of<"email">,
  { number }: Attempt,
): Promise<boolean> {
  // An earlier version of the platform queued notifications without the fields that have a default.
  const notification = notificationSchema.parse(queued);
  const user = await recipient(platform, user_id);
  if (user === null || mailer === null) return true;
  const { config } = platform;
  const links = {
    job: pageUrl(config, notificationPath(notification)),
    settings: pageUrl(config, "/user/notifications"),
  };
  return await mailer.send(user.email, notification, links).then(
    () => true,
    (err: unknown) => {
      log.warn({ err, user: user_id, attempt: number }, "an e-mail could not be sent");
      return false;
    },
  );
}
