import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Platform } from "../platform.ts";
import { invalid } from "../problem.ts";
import type { LoginLimits } from "./login-limits.ts";
import { checkPassword, hashPassword, passwordProblems } from "./passwords.ts";
import { endOtherSessions, type LoggedIn } from "./sessions.ts";

/**
 * Changes a person's own password and ends their every other session.
 * @throws Problem 400 naming the field, 429 after too many wrong passwords.
 */
export async function changePassword(
  platform: Platform,
  limits: LoginLimits,
  { user, session }: LoggedIn,
  given: { current_password: string; new_password: string },
): Promise<void> {
  await limits.countOwn(user._id);
  if (!(await checkPassword(user.password_hash, given.current_password))) {
    throw invalid({ current_password: [MESSAGES.wrongPassword] });
  }
  await limits.forgiveOwn(user._id);
  const problems = passwordProblems(given.new_password, user.email);
  if (problems.length > 0) throw invalid({ new_password: problems });
  await platform.store.users.update(
    { _id: user._id },
    { password_hash: await hashPassword(given.new_password) },
  );
  platform.publish.peopleChanged();
  await endOtherSessions(platform, user._id, session._id);
}
