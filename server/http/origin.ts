import type { IncomingMessage } from "node:http";
import type { Config } from "../config.ts";
import { forwarded, isFromThisMachine } from "./client-address.ts";

type Sender = Pick<IncomingMessage, "headers" | "socket">;

/**
 * Tells whether a request comes from a page of this installation: its `Origin` (scheme, host and port) is PUBLIC_URL's or, where that is
 * not set, that of the address that was asked. A browser cannot be made to lie about either.
 */
export type OriginCheck = (sender: Sender) => boolean;

export function createOriginCheck({ publicUrl }: Pick<Config, "publicUrl">): OriginCheck {
  const expected = publicUrl === null ? null : new URL(publicUrl).origin;
  return (sender) => {
    const { origin } = sender.headers;
    return origin !== undefined && origin === (expected ?? askedOrigin(sender));
  };
}

/**
 * The origin that a page has which was opened at the address that is asked. This server serves HTTP alone: it is https only where
 * a proxy on this machine says so. Null: no such address can be.
 */
export function askedOrigin(sender: Sender): string | null {
  const isHttps = isFromThisMachine(sender) && forwarded(sender, "proto") === "https";
  const { host = "" } = sender.headers;
  const address = `${isHttps ? "https" : "http"}://${host}`;
  return /^[\w.:[\]-]+$/.test(host) && URL.canParse(address) ? new URL(address).origin : null;
}
