import * as http from "node:http";
import * as https from "node:https";
import { WEBHOOK_DEADLINE_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import {
  InternalAddressError,
  isPublicAddress,
  literalAddress,
  publicLookup,
  type Resolve,
} from "./public-addresses.ts";

/** `isFinal`: another attempt would end the same way. */
export type Posted = {
  readonly status_code: number | null;
  readonly reason: string | null;
  readonly isFinal: boolean;
};

type Post = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
type Options = {
  /** Tells whether addresses inside the network may be posted to. */
  readonly internal: boolean;
  readonly deadlineMs?: number;
  readonly resolve?: Resolve;
};

const REFUSED_POST: Posted = { status_code: null, reason: MESSAGES.webhookInternal, isFinal: true };

/**
 * Posts JSON once, over a connection of its own. Follows no redirects and reads nothing of the response but its head. Never
 * rejects.
 */
export async function postWebhook(post: Post, options: Options): Promise<Posted> {
  const { internal, deadlineMs = WEBHOOK_DEADLINE_MS, resolve } = options;
  const url = new URL(post.url);
  const literal = literalAddress(url);
  if (!internal && literal !== null && !isPublicAddress(literal)) return REFUSED_POST;
  const signal = AbortSignal.timeout(deadlineMs);
  try {
    return describe(
      await postForStatus(url, post, signal, internal ? {} : { lookup: publicLookup(resolve) }),
    );
  } catch (error) {
    if (error instanceof InternalAddressError) return REFUSED_POST;
    const reason = signal.aborted ? MESSAGES.webhookTimeout(deadlineMs / 1000) : describeReason(error);
    return { status_code: null, reason, isFinal: false };
  }
}

function postForStatus(
  url: URL,
  { headers, body }: Post,
  signal: AbortSignal,
  requestOptions: http.RequestOptions,
) {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise<number>((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "Understudy-Webhooks",
        ...headers,
      },
      agent: false,
      signal,
      ...requestOptions,
    });
    sent.on("response", (response) => {
      resolve(response.statusCode ?? 0);
      response.on("error", () => {});
      response.destroy();
    });
    sent.on("error", reject);
    sent.end(body);
  });
}

function describe(status_code: number): Posted {
  if (status_code >= 200 && status_code < 300) return { status_code, reason: null, isFinal: true };
  const isRedirect = status_code >= 300 && status_code < 400;
  const reason = isRedirect ? MESSAGES.webhookRedirect(status_code) : MESSAGES.webhookStatus(status_code);
  return { status_code, reason, isFinal: false };
}

function describeReason(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
  if (code === "ENOTFOUND") return MESSAGES.webhookHostUnknown;
  return code === "ECONNREFUSED" ? MESSAGES.webhookConnectionRefused : MESSAGES.webhookConnectionFailed(code);
}
