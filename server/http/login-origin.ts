import type { IncomingMessage } from "node:http";
import type { LoginOrigin } from "../commands/users/sessions.ts";
import { clientAddress } from "./client-address.ts";

/** Reads the origin of a log-in, as its session keeps it. */
export const readOrigin = (request: IncomingMessage, publicUrl: string | null): LoginOrigin => ({
  address: clientAddress(request, publicUrl),
  userAgent: request.headers["user-agent"] ?? null,
});
