import { createHash, randomBytes } from "node:crypto";
import { MAX_LISTED_SESSIONS, SESSION_MS } from "@understudy/shared/limits.ts";
import type { Session, User } from "../../models/user.ts";
import type { LiveRecords, Platform, Records } from "../../platform/platform.ts";

/** Somebody who is logged in, and by which session. */
export type LoggedIn = { user: User; session: Session };

/** Who sends a request: somebody who is logged in, or a script with an API token of theirs, which has no session. */
export type Caller = { user: User; session: Session | null };

/** The id of the session that this secret opens: its SHA-256. */
export const toSessionId = (token: string): string => createHash("sha256").update(token).digest("hex");

/** The place from which a person logs in. */
export type LoginOrigin = { readonly address: string; readonly userAgent: string | null };

/** A session in use is written about no more often. */
const NOTE_USE_MS = 60_000;
const MAX_USER_AGENT_LENGTH = 300;

/** Opens a session and returns the secret that the cookie holds; only its hash is stored. */
export async function openSession(
  { store }: Records,
  user: User,
  { address, userAgent }: LoginOrigin,
): Promise<{ token: string; expires: Date }> {
  const token = randomBytes(32).toString("base64url");
  const now = new Date();
  const expires = new Date(now.getTime() + SESSION_MS);
  await store.sessions.insert({
    _id: toSessionId(token),
    user_id: user._id,
    expires,
    creation_time: now,
    last_used: now,
    address,
    user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
  });
  await store.users.update({ _id: user._id }, { last_seen: now });
  return { token, expires };
}

/**
 * Reads who holds the secrets of sessions, and notes that these are used.
 *
 * @returns by the sessions' ids; without those that are over or whose person is not active
 */
export async function findSessions(
  { store }: Records,
  ids: readonly string[],
): Promise<Map<string, LoggedIn>> {
  const sessions = await store.sessions.find({ _id: { $in: [...ids] }, expires: { $gt: new Date() } });
  const users = await store.users.find({ _id: { $in: sessions.map(({ user_id }) => user_id) } });
  const usersById = new Map(users.map((user) => [user._id, user]));
  const logins = sessions.flatMap((session): LoggedIn[] => {
    const user = usersById.get(session.user_id);
    return user?.active === true ? [{ user, session }] : [];
  });
  await noteUses(store, logins);
  return new Map(logins.map((login) => [login.session._id, login]));
}

async function noteUses(store: Platform["store"], logins: readonly LoggedIn[]): Promise<void> {
  const now = new Date();
  const isNoted = ({ session: { last_used } }: LoggedIn) =>
    last_used !== null && now.getTime() - last_used.getTime() <= NOTE_USE_MS;
  const unnoted = logins.filter((login) => !isNoted(login));
  if (unnoted.length === 0) return;
  await store.sessions.updateAll(
    { _id: { $in: unnoted.map(({ session }) => session._id) } },
    { last_used: now },
  );
  await store.users.updateAll({ _id: { $in: unnoted.map(({ user }) => user._id) } }, { last_seen: now });
}

/** One's own sessions that are open, the most recently used first. */
export async function openSessions({ store }: Records, userId: number): Promise<Session[]> {
  const open = { user_id: userId, expires: { $gt: new Date() } };
  return await store.sessions.find(open, { sort: { last_used: -1, _id: 1 }, limit: MAX_LISTED_SESSIONS });
}

/** Ends a session everywhere: the next call answers 401, and its sockets are closed. */
export async function endSession({ store, publish }: LiveRecords, sessionId: string): Promise<void> {
  await store.sessions.remove({ _id: sessionId });
  publish.endSession(sessionId);
}

/** Ends all of a person's sessions but the one named. */
export async function endOtherSessions(
  { store, publish }: LiveRecords,
  userId: number,
  keptId: string | null,
): Promise<void> {
  const otherSessions = await store.sessions.find({ user_id: userId, _id: { $ne: keptId ?? "" } });
  await store.sessions.remove({ _id: { $in: otherSessions.map(({ _id }) => _id) } });
  for (const { _id } of otherSessions) publish.endSession(_id);
}
