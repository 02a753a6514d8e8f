import type { Notification } from "@understudy/shared/api/notification.ts";
import { notificationPath } from "@understudy/shared/texts/notification-text.ts";
import { formatAddress } from "../core/address.ts";
import type { Config } from "../core/config.ts";

/**
 * The body that a webhook is sent. `type`: `job.complete`, `job.failed`, `job.needs_configuration`,
 * `job.servers_lost`, `job.mentioned` or `test`.
 */
export type WebhookEvent = {
  readonly id: string;
  readonly type: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly data: Readonly<Record<string, string | number | null>>;
};

/** A message in the queue. */
export type Delivery =
  | {
      readonly channel: "webhook";
      readonly user_id: number;
      readonly is_test: boolean;
      readonly event: WebhookEvent;
    }
  | { readonly channel: "email"; readonly user_id: number; readonly notification: Notification };

/** The address of one of the platform's pages, as people outside open it; null: it is not known. */
export function pageUrl(
  { publicUrl, host, port }: Pick<Config, "publicUrl" | "host" | "port">,
  path: string,
) {
  if (publicUrl !== null) return `${publicUrl}${path}`;
  return port === 0 ? null : `${formatAddress(host, port)}${path}`;
}

export function jobEvent(config: Config, notification: Notification): WebhookEvent {
  const { id, kind, job_id, job_name, status, error, comment, creation_time } = notification;
  const url = pageUrl(config, notificationPath(notification));
  return {
    id,
    type: `job.${kind}`,
    timestamp: creation_time,
    data: {
      ...{ job_id, job_name, status, error, url },
      ...(comment !== null && {
        comment_id: comment.id,
        comment_author: comment.author,
        comment_text: comment.text,
      }),
    },
  };
}
