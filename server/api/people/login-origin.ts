import type { IncomingMessage } from "node:http";
import type { LoginOrigin } from "../../commands/users/sessions.ts";
import type { Config } from "../../core/config.ts";
import { clientAddress } from "../../http/client-address.ts";

/** Reads the origin of a log-in, as its session keeps it. */
export const readOrigin = (
  request: IncomingMessage,
  config: Pick<Config, "publicUrl" | "trustedProxies">,
): LoginOrigin => ({
  address: clientAddress(request, config),
  userAgent: request.headers["user-agent"] ?? null,
});
