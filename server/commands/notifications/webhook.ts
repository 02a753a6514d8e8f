/** The webhook of a person: set, removed, tested, and what became of the last request to it. */
import { randomUUID } from "node:crypto";
import type { WebhookResult } from "@understudy/shared/api/notification.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound } from "../../core/problem.ts";
import type { NotificationSettingsRecord } from "../../models/notification.ts";
import { isPublicAddress, literalAddress } from "../../notifications/public-addresses.ts";
import { newWebhookKey, webhookSecret } from "../../notifications/webhook-secret.ts";
import type { LiveRecords, Platform } from "../../platform/platform.ts";
import { limitPerson } from "../../rate-limits/limiter.ts";
import { changeSettings, readSettings } from "./settings.ts";

/** The number of tests of one person in a minute. */
const TEST_LIMIT = { points: 5, duration: 60 };

/**
 * Replaces the person's webhook, with a new secret.
 * @throws Problem 400 for an IP address inside the network, where those are not allowed. Hosts are looked up at every request.
 */
export async function setWebhook(
  platform: Pick<Platform, "store" | "publish" | "config">,
  userId: number,
  url: string,
): Promise<{ settings: NotificationSettingsRecord; secret: string }> {
  const { config } = platform;
  const literal = literalAddress(new URL(url));
  if (literal !== null && !config.internalWebhooks && !isPublicAddress(literal))
    throw invalid({ url: [MESSAGES.webhookInternal] });
  const key = newWebhookKey();
  const webhook = { url, key, creation_time: new Date(), last_result: null };
  const settings = await changeSettings(platform, userId, { webhook });
  return { settings, secret: await webhookSecret(config.dataDir, userId, key) };
}

/** @throws Problem 404 when the person has none, 429 after many tests */
export async function testWebhook(
  platform: Pick<Platform, "store" | "redis" | "config" | "deliveries">,
  user_id: number,
): Promise<void> {
  const { webhook } = await readSettings(platform, user_id);
  if (webhook === null) throw notFound(MESSAGES.webhookNotFound);
  const rule = { ...TEST_LIMIT, keyPrefix: `${platform.config.redisPrefix}:webhook-tests` };
  await limitPerson(platform.redis, rule, user_id, MESSAGES.webhookTests);
  const id = `test-${user_id}-${randomUUID()}`;
  const timestamp = new Date().toISOString();
  const event = { id, type: "test", timestamp, data: { message: MESSAGES.webhookTest } };
  await platform.deliveries.add(id, { channel: "webhook", user_id, is_test: true, event }, 1);
}

/** Keeps what became of a request, unless the webhook has been replaced meanwhile. */
export async function storeResult(
  { store, publish }: LiveRecords,
  { _id, webhook }: NotificationSettingsRecord,
  last_result: WebhookResult,
): Promise<void> {
  if (webhook === null) return;
  const same = { _id, "webhook.key": webhook.key };
  if ((await store.notificationSettings.updateAll(same, { webhook: { ...webhook, last_result } })) > 0)
    publish.notificationSettingsChanged(_id);
}
