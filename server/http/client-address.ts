import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Config } from "../core/config.ts";

const LOOPBACK_ADDRESSES = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);

type Sender = Pick<IncomingMessage, "headers" | "socket">;
type Proxies = Pick<Config, "trustedProxies">;

const isListed = ({ trustedProxies }: Proxies, address: string): boolean => {
  const family = isIP(address);
  // An IPv4 address may be written as an IPv6 one, which is checked against the IPv4 networks too.
  return family !== 0 && trustedProxies.check(address, family === 6 ? "ipv6" : "ipv4");
};

/**
 * Tells whether a proxy that may state the request's origin in headers has sent it: one on this machine, or one of
 * TRUSTED_PROXIES. The headers of anybody else are ignored.
 */
export const isFromTrustedProxy = ({ socket }: Pick<Sender, "socket">, proxies: Proxies): boolean =>
  LOOPBACK_ADDRESSES.has(socket.remoteAddress ?? "") || isListed(proxies, socket.remoteAddress ?? "");

/**
 * Tells whether the browser's connection is encrypted. This server speaks HTTP alone: the outermost proxy that is believed says so.
 * Each proxy appends one value to both headers, so that its place from the right is the number of trusted proxies behind it. A
 * proxy that replaces X-Forwarded-Proto with the scheme that it was told leaves fewer values: the first is then that scheme.
 */
export function isHttps(request: Sender, proxies: Proxies): boolean {
  if (!isFromTrustedProxy(request, proxies)) return false;
  const schemes = readForwarded(request, "proto");
  const hops = findTrustedHops(request, proxies).length;
  return schemes.at(-Math.min(hops + 1, schemes.length)) === "https";
}

/** Reads X-Forwarded-For or X-Forwarded-Proto, to which each proxy appends a value: the last proxy's is the last. */
const readForwarded = ({ headers }: Pick<Sender, "headers">, field: "for" | "proto"): string[] =>
  String(headers[`x-forwarded-${field}`] ?? "")
    .split(",")
    .map((value) => value.trim());

/** Some proxies append the port of the connection: `203.0.113.7:51000`, `[2001:db8::7]:51000`. */
const removePort = (value: string): string =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(value)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(value)?.[1] ?? value;

/** Lists the addresses that X-Forwarded-For names, from the one that is next to the peer to the outermost. */
const readAddresses = (request: Pick<Sender, "headers">): string[] =>
  readForwarded(request, "for").reverse().map(removePort);

/** Lists the trusted proxies that X-Forwarded-For names, from the one that is next to the peer to the outermost. */
function findTrustedHops(request: Pick<Sender, "headers">, proxies: Proxies): string[] {
  const addresses = readAddresses(request);
  const count = addresses.findIndex((address) => !isListed(proxies, address));
  return count === -1 ? addresses : addresses.slice(0, count);
}

/**
 * Finds the address that a request came from: that of the peer, unless it is a trusted proxy. Then it is the address that this
 * proxy appended to X-Forwarded-For, unless that is a trusted proxy as well, and so on. A proxy on this machine is believed only
 * where PUBLIC_URL is set, and only as the peer itself: any program here may call itself one.
 */
export function clientAddress(
  request: Sender,
  { publicUrl, trustedProxies }: Pick<Config, "publicUrl" | "trustedProxies">,
): string {
  const peer = request.socket.remoteAddress ?? "";
  if (!isListed({ trustedProxies }, peer) && (publicUrl === null || !LOOPBACK_ADDRESSES.has(peer)))
    return peer;
  const hops = findTrustedHops(request, { trustedProxies });
  const sender = readAddresses(request)[hops.length] ?? "";
  return isIP(sender) === 0 ? (hops.at(-1) ?? peer) : sender;
}
