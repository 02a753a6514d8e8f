/**
 * Links by which people choose their password: made by an admin, stored as a hash, good once and for three days. The secret is in
 * the fragment of the address, so that it is in no log of a server or proxy.
 */
import { createHash, randomBytes } from "node:crypto";
import { PASSWORD_LINK_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound, Problem } from "../../core/problem.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import { revokeAllApiTokens } from "./api-tokens.ts";
import { checkAttempt } from "./log-in.ts";
import type { LoginLimits } from "./login-limits.ts";
import { hashPassword, passwordProblems } from "./passwords.ts";
import { endOtherSessions, type LoggedIn } from "./sessions.ts";

/** The page that reads the link. */
const PASSWORD_PAGE = "/choose_password";

const linkId = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Makes a link for a person; earlier ones of theirs no longer work. */
export async function createPasswordLink(
  { store }: Records,
  userId: number,
): Promise<{ link: string; expires: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expires = new Date(Date.now() + PASSWORD_LINK_MS);
  await store.passwordLinks.remove({ user_id: userId });
  await store.passwordLinks.insert({ _id: linkId(token), user_id: userId, expires });
  return { link: `${PASSWORD_PAGE}#${token}`, expires };
}

/** Finds the owner of a link. @throws Problem 404 when it has expired, was used, or its person may not log in. */
export async function ownerOfPasswordLink({ store }: Records, token: string): Promise<User> {
  const link = await store.passwordLinks.findOne({ _id: linkId(token), expires: { $gt: new Date() } });
  const user =
    link === null ? null : await store.users.findOne({ _id: link.user_id, active: { $ne: false } });
  if (user === null) throw notFound(MESSAGES.passwordLinkInvalid);
  return user;
}

/**
 * Uses a link up and gives its person the password. A password that is refused leaves the link as it is.
 * @returns the person as they are now
 * @throws Problem 404 as above, 400 naming the field, 503 when too many passwords are worked on
 */
export async function choosePassword(platform: LiveRecords, token: string, password: string): Promise<User> {
  const { store, publish } = platform;
  const user = await ownerOfPasswordLink(platform, token);
  const problems = passwordProblems(password, user);
  if (problems.length > 0) throw invalid({ password: problems });
  const password_hash = await hashPassword(password);
  // Of two that use it at the same moment one removes it.
  if ((await store.passwordLinks.remove({ _id: linkId(token) })) === 0) {
    throw notFound(MESSAGES.passwordLinkInvalid);
  }
  await store.users.update({ _id: user._id }, { password_hash });
  publish.peopleChanged();
  await endOtherSessions(platform, user._id, null);
  return { ...user, password_hash };
}

type PasswordChange = { current_password: string; new_password: string; end_api_tokens: boolean };

/**
 * Changes a person's own password and ends their every other session, and their API tokens when they say so.
 * @returns the person as they are now
 * @throws Problem 409 when they have none, 400 naming the field, 429 after too many wrong passwords, 503 when too many passwords are being checked
 */
export async function changePassword(
  platform: LiveRecords,
  limits: LoginLimits,
  { user, session }: LoggedIn,
  request: PasswordChange,
): Promise<User> {
  if (user.password_hash === null) throw new Problem(409, MESSAGES.noPassword);
  const attempt = await limits.beginOwn(user._id);
  if (!(await checkAttempt(attempt, user.password_hash, request.current_password))) {
    throw invalid({ current_password: [MESSAGES.wrongPassword] });
  }
  await attempt.succeeded();
  const problems = passwordProblems(request.new_password, user);
  if (problems.length > 0) throw invalid({ new_password: problems });
  const password_hash = await hashPassword(request.new_password);
  await platform.store.users.update({ _id: user._id }, { password_hash });
  platform.publish.peopleChanged();
  await endOtherSessions(platform, user._id, session._id);
  if (request.end_api_tokens) await revokeAllApiTokens(platform, user._id);
  return { ...user, password_hash };
}
