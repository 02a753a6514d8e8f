import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type Koa from "koa";
import type { Caller } from "../../commands/users/sessions.ts";
import { Problem } from "../../core/problem.ts";
import { clientAddress } from "../../http/client-address.ts";
import type { Web } from "./handle.ts";

/** Reads the API token of a request. Other schemes of authorization belong to a proxy before the platform. */
export function bearerToken({ headers }: Koa.Context["req"]): string | null {
  return /^bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}

/**
 * Who sends a request: by an API token where it has one, else by the session's cookie. Null: an unknown caller.
 * @throws Problem 401 when its token is not valid, 429 when there were too many
 */
export async function whoAsks(
  web: Pick<Web, "sessions" | "cookie" | "apiTokens" | "config">,
  { req }: Koa.Context,
): Promise<Caller | null> {
  const token = bearerToken(req);
  if (token === null) return await web.sessions.find(web.cookie.read(req.headers.cookie));
  const user = await web.apiTokens.find(token, clientAddress(req, web.config));
  if (user !== null) return { user, session: null };
  throw new Problem(401, MESSAGES.tokenInvalid, { headers: { "WWW-Authenticate": "Bearer" } });
}
