import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { recordAudit } from "../../audit/record.ts";
import { Problem } from "../../core/problem.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform/platform.ts";
import type { KnownDevices } from "./known-devices.ts";
import type { Attempt, LoginLimits } from "./login-limits.ts";
import { checkPassword } from "./passwords.ts";
import { type LoginOrigin, openSession } from "./sessions.ts";

type Doors = { readonly loginLimits: LoginLimits; readonly knownDevices: KnownDevices };
type LoginRequest = LoginOrigin & {
  readonly email: string;
  readonly password: string;
  /** The token of the browser, which may name it a known device. */
  readonly device: string | undefined;
};

/**
 * @throws Problem 403 when e-mail and password do not belong together, 429 after too many attempts, 503 when too many are being
 * checked
 */
export async function logIn(
  platform: Pick<Platform, "config" | "store"> & Doors,
  request: LoginRequest,
): Promise<{ user: User; token: string; expires: Date }> {
  const { loginLimits, knownDevices, store } = platform;
  const email = request.email.toLowerCase();
  const user = await store.users.findOne({ email });
  const device = user === null ? null : knownDevices.nameOf(user, request.device);
  const attempt = await loginLimits.begin({ address: request.address, email, device });
  // Somebody deactivated is refused as an unknown e-mail is, after as much work.
  const hash = user?.active ? user.password_hash : null;
  const fits = await checkAttempt(attempt, hash, request.password);
  const detail = `from ${request.address}`;
  if (user === null || !fits) {
    if (user !== null) await recordAudit(platform, user, [{ action: "log-in-failed", detail }]);
    throw new Problem(403, MESSAGES.invalidCredentials);
  }
  await attempt.succeeded();
  await recordAudit(platform, user, [{ action: "logged-in", detail }]);
  return { user, ...(await openSession(platform, user, request)) };
}

/** Tells whether the password fits; an attempt that could not be checked does not count. @throws Problem 503 */
export async function checkAttempt(
  attempt: Attempt,
  hash: string | null,
  password: string,
): Promise<boolean> {
  try {
    return await checkPassword(hash, password);
  } catch (error) {
    await attempt.takenBack();
    throw error;
  }
}
