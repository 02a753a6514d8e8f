import type { IncomingMessage } from "node:http";
import type { LoginOrigin } from "../commands/users/sessions.ts";
import { clientAddress } from "./client-address.ts";

/** Where a log-in comes from, as its session keeps it. */
export const originOf = (request: IncomingMessage, publicUrl: string | null): LoginOrigin => ({
  address: clientAddress(request, publicUrl),
  userAgent: request.headers["user-agent"] ?? null,
});
