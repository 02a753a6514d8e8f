/**
 * Signatures of webhook requests, as the Standard Webhooks specification (1.0.0) has them, so that receivers can check them
 * with libraries that exist. A secret is derived from the installation's secret, the person and a random key: whoever reads
 * the database cannot sign.
 */
import { createHmac, randomBytes } from "node:crypto";
import { openSecret } from "../files/secret.ts";

/** A signed request is made of these. */
type Signed = { readonly id: string; readonly timestamp: number; readonly body: string };

export const newWebhookKey = (): string => randomBytes(16).toString("hex");

/** `whsec_` and 32 bytes as Base64. */
export async function webhookSecret(dataDir: string, userId: number, key: string): Promise<string> {
  const installation = await openSecret(dataDir, "webhooks");
  const secret = createHmac("sha256", installation).update(`webhook ${userId} ${key}`).digest("base64");
  return `whsec_${secret}`;
}

/** The headers by which the receiver knows that we sent the body, and when. @param timestamp seconds since 1970 */
export function signatureHeaders(
  secret: string,
  { id, timestamp, body }: Signed,
): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": `v1,${signature}`,
  };
}
