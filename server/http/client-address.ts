import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

const LOOPBACK = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

/**
 * The address a request came from. Behind a reverse proxy on this machine (PUBLIC_URL is set and the peer is local)
 * it is what the proxy appended to X-Forwarded-For; from anybody else that header is not believed.
 */
export function clientAddress(request: IncomingMessage, publicUrl: string | null): string {
  const peer = request.socket.remoteAddress ?? "";
  if (publicUrl === null || !LOOPBACK.has(peer)) return peer;
  const forwarded = request.headers["x-forwarded-for"];
  const last = String(forwarded ?? "")
    .split(",")
    .at(-1)
    ?.trim();
  return last && isIP(last) ? last : peer;
}
