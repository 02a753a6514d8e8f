import { createHash, randomBytes } from "node:crypto";
import { SESSION_MS } from "@understudy/shared/limits.ts";
import type { Session } from "../../models/session.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";

/** Somebody who is logged in, and by which session. */
export type LoggedIn = { user: User; session: Session };

/** Who sends a request: somebody who is logged in, or a script with an API token of theirs, which has no session. */
export type Caller = { user: User; session: Session | null };

/** The id of the session that this secret opens: its SHA-256. */
export const sessionIdOf = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Opens a session and returns the secret that the cookie holds; only its hash is stored. */
export async function openSession(
  { store }: Platform,
  user: User,
): Promise<{ token: string; expires: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expires = new Date(Date.now() + SESSION_MS);
  await store.sessions.insert({ _id: sessionIdOf(token), user_id: user._id, expires });
  return { token, expires };
}

/** Who holds this secret; null: it opens no session. */
export async function findSession(
  { store }: Pick<Platform, "store">,
  token: string | undefined,
): Promise<LoggedIn | null> {
  if (!token) return null;
  const session = await store.sessions.findOne({ _id: sessionIdOf(token), expires: { $gt: new Date() } });
  if (session === null) return null;
  const user = await store.users.findOne({ _id: session.user_id });
  return user === null ? null : { user, session };
}

/** Ends a session everywhere: the next call answers 401, and its sockets are closed. */
export async function endSession({ store, publish }: Platform, sessionId: string): Promise<void> {
  await store.sessions.remove({ _id: sessionId });
  publish.endSession(sessionId);
}

/** Ends all of a person's sessions but the one named. */
export async function endOtherSessions(
  { store, publish }: Platform,
  userId: number,
  keptId: string | null,
): Promise<void> {
  const others = await store.sessions.find({ user_id: userId, _id: { $ne: keptId ?? "" } });
  await store.sessions.remove({ _id: { $in: others.map(({ _id }) => _id) } });
  for (const { _id } of others) publish.endSession(_id);
}
