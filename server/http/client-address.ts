import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

const LOOPBACK_ADDRESSES = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

type Sender = Pick<IncomingMessage, "headers" | "socket">;

/** Tells whether a request comes from this machine. A reverse proxy here is trusted to state the request's origin in headers. */
export const isFromThisMachine = ({ socket }: Sender): boolean =>
  LOOPBACK_ADDRESSES.has(socket.remoteAddress ?? "");

/** Reads the value that the last proxy appended to X-Forwarded-For or X-Forwarded-Proto; empty when there is none. */
export const forwarded = ({ headers }: Sender, field: "for" | "proto"): string =>
  String(headers[`x-forwarded-${field}`] ?? "")
    .split(",")
    .at(-1)
    ?.trim() ?? "";

/**
 * Finds the address that a request came from. Behind a reverse proxy on this machine (PUBLIC_URL is set and the peer is local)
 * it is the address that the proxy appended to X-Forwarded-For; the header is ignored if anybody else sent it.
 */
export function clientAddress(request: Sender, publicUrl: string | null): string {
  const peer = request.socket.remoteAddress ?? "";
  if (publicUrl === null || !isFromThisMachine(request)) return peer;
  const last = forwarded(request, "for");
  return isIP(last) ? last : peer;
}
