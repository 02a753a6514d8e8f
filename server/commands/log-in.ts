import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";
import type { LoginLimits } from "./login-limits.ts";
import { checkPassword } from "./passwords.ts";
import { openSession } from "./sessions.ts";

/** @throws Problem 403 when e-mail and password do not belong together, 429 after too many attempts. */
export async function logIn(
  platform: Platform,
  limits: LoginLimits,
  given: { email: string; password: string; address: string },
): Promise<{ token: string; expires: Date }> {
  const email = given.email.toLowerCase();
  await limits.count(given.address, email);
  const user = await platform.store.users.findOne({ email });
  const fits = await checkPassword(user?.password_hash ?? null, given.password);
  if (user === null || !fits) throw new Problem(403, MESSAGES.invalidCredentials);
  await limits.forgive(given.address, email);
  return await openSession(platform, user);
}
