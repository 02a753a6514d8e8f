import { randomBytes } from "node:crypto";
import type { Credential, CredentialKind } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid, notFound } from "../../core/problem.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import { revokeAllApiTokens } from "./api-tokens.ts";
import { createPasswordLink } from "./password-links.ts";
import { hashPassword } from "./passwords.ts";
import { endOtherSessions } from "./sessions.ts";

/** 96 bits, in characters that copy and paste as one word. */
export const generatePassword = (): string => randomBytes(12).toString("base64url");

/** Gives a person who has no password one that is made, or a link to choose one. The answer alone holds it. */
export async function issueCredential(
  platform: Records,
  userId: number,
  kind: CredentialKind,
): Promise<Credential> {
  if (kind === "link") {
    const { link, expires } = await createPasswordLink(platform, userId);
    return { password: null, link, link_expiry_time: expires.toISOString() };
  }
  const password = generatePassword();
  const { store } = platform;
  await store.users.update({ _id: userId }, { password_hash: await hashPassword(password) });
  await store.passwordLinks.remove({ user_id: userId });
  return { password, link: null, link_expiry_time: null };
}

/**
 * Replaces a person's password: the old one stops working at once, and their sessions and API tokens end.
 * @throws Problem 404 when there is no such person, 400 for one's own: a link that is lost would lock the last admin out.
 */
export async function resetPassword(
  platform: LiveRecords,
  admin: User,
  userId: number,
  kind: CredentialKind,
): Promise<Credential> {
  if (admin._id === userId) throw invalid({ credential: [MESSAGES.ownReset] });
  const user = await platform.store.users.update({ _id: userId }, { password_hash: null });
  if (user === null) throw notFound(MESSAGES.userNotFound);
  platform.publish.peopleChanged();
  await endAccess(platform, userId);
  return await issueCredential(platform, userId, kind);
}

/** Ends all that acts for a person: sessions with their sockets, API tokens, and links to choose a password. */
export async function endAccess(platform: LiveRecords, userId: number): Promise<void> {
  await endOtherSessions(platform, userId, null);
  await revokeAllApiTokens(platform, userId);
  await platform.store.passwordLinks.remove({ user_id: userId });
}
