import type { IncomingMessage } from "node:http";
import type Koa from "koa";
import type { KnownDevices } from "../../commands/users/known-devices.ts";
import type { LoginOrigin } from "../../commands/users/sessions.ts";
import type { Config } from "../../core/config.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { SecretCookie } from "../../http/secret-cookie.ts";
import type { User } from "../../models/user.ts";

type Devices = { readonly knownDevices: KnownDevices; readonly deviceCookie: SecretCookie };

/** The browser that sends this request is known as this person's from now on. */
export function keepDevice({ knownDevices, deviceCookie }: Devices, ctx: Koa.Context, user: User): void {
  const { token, expires } = knownDevices.issue(user);
  deviceCookie.set(ctx, token, expires);
}

/** Reads the origin of a log-in, as its session keeps it. */
export const readOrigin = (
  request: IncomingMessage,
  config: Pick<Config, "publicUrl" | "trustedProxies">,
): LoginOrigin => ({
  address: clientAddress(request, config),
  userAgent: request.headers["user-agent"] ?? null,
});
