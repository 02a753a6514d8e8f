import { MESSAGES } from "@understudy/shared/messages.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { invalid, Problem } from "../../problem.ts";
import { revokeAllApiTokens } from "./api-tokens.ts";
import { checkAttempt } from "./log-in.ts";
import type { LoginLimits } from "./login-limits.ts";
import { passwordProblems } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";
import { endOtherSessions, type LoggedIn } from "./sessions.ts";

type PasswordChange = { current_password: string; new_password: string; end_api_tokens: boolean };

/**
 * Changes a person's own password and ends their every other session, and their API tokens when they say so.
 * @returns the person as they are now
 * @throws Problem 409 when they have none, 400 naming the field, 429 after too many wrong passwords, 503 when too many passwords are being checked
 */
export async function changePassword(
  platform: Platform,
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
