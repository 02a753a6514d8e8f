import type { IncomingMessage } from "node:http";
import type { Config } from "../core/config.ts";
import { isHttps } from "./client-address.ts";

type Sender = Pick<IncomingMessage, "headers" | "socket">;

/**
 * Tells whether a request comes from a page of this installation: its `Origin` (scheme, host and port) is PUBLIC_URL's or, where that is
 * not set, that of the address that was asked. A browser cannot be made to lie about either.
 */
export type OriginCheck = (sender: Sender) => boolean;

export function createOriginCheck({
  publicUrl,
  trustedProxies,
}: Pick<Config, "publicUrl" | "trustedProxies">): OriginCheck {
  const expected = publicUrl === null ? null : new URL(publicUrl).origin;
  return (sender) => {
    const { origin } = sender.headers;
    return origin !== undefined && origin === (expected ?? askedOrigin(sender, { trustedProxies }));
  };
}

/**
 * The origin that a page has which was opened at the address that is asked: https only where a proxy that is believed says so.
 * Null: no such address can be.
 */
export function askedOrigin(sender: Sender, proxies: Pick<Config, "trustedProxies">): string | null {
  const { host = "" } = sender.headers;
  const address = `${isHttps(sender, proxies) ? "https" : "http"}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).origin : null;
}
