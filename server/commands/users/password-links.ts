/**
 * Links by which people choose their password: made by an admin, stored as a hash, good once and for three days. The secret is in
 * the fragment of the address, so that it is in no log of a server or proxy.
 */
import { createHash, randomBytes } from "node:crypto";
import { PASSWORD_LINK_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { invalid, notFound } from "../../problem.ts";
import { passwordProblems } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";
import { endOtherSessions } from "./sessions.ts";

type Stored = Pick<Platform, "store">;

/** The page that reads the link. */
const PASSWORD_PAGE = "/choose_password";

const linkId = (token: string): string => createHash("sha256").update(token).digest("hex");

/** Makes a link for a person; earlier ones of theirs no longer work. */
export async function createPasswordLink(
  { store }: Stored,
  userId: number,
): Promise<{ link: string; expires: Date }> {
  const token = randomBytes(32).toString("base64url");
  const expires = new Date(Date.now() + PASSWORD_LINK_MS);
  await store.passwordLinks.remove({ user_id: userId });
  await store.passwordLinks.insert({ _id: linkId(token), user_id: userId, expires });
  return { link: `${PASSWORD_PAGE}#${token}`, expires };
}

/** Finds the owner of a link. @throws Problem 404 when it has expired, was used, or its person may not log in. */
export async function ownerOfPasswordLink({ store }: Stored, token: string): Promise<User> {
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
export async function choosePassword(platform: Platform, token: string, password: string): Promise<User> {
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
