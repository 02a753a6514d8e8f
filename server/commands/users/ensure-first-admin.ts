import { randomBytes } from "node:crypto";
import { type Config, ConfigError } from "../../config.ts";
import { openStore } from "../../models/store.ts";
import { createUser } from "./create-user.ts";
import { passwordProblems } from "./password-strength.ts";

const ADMIN_NAME = "Admin";
const DEFAULT_EMAIL = "admin@understudy.local";

/** A first admin who has just been made. `password` is null when the environment gave it, so that it need not be shown. */
export type FirstAdmin = { email: string; password: string | null };

/**
 * Makes the first admin when there are no people yet; null when there are.
 * @throws ConfigError when the environment gives a password that is easy to guess
 */
export async function ensureFirstAdmin(
  config: Pick<Config, "mongodbUrl" | "adminEmail" | "adminPassword">,
): Promise<FirstAdmin | null> {
  const store = await openStore(config.mongodbUrl);
  try {
    const nobody = async () => (await store.users.count({})) === 0;
    if (!(await nobody())) return null;
    const password = config.adminPassword ?? randomBytes(12).toString("base64url");
    const email = config.adminEmail ?? DEFAULT_EMAIL;
    const [problem] = passwordProblems(password, { email, name: ADMIN_NAME });
    if (problem !== undefined) throw new ConfigError([`ADMIN_PASSWORD cannot be used. ${problem}`]);
    const admin = await createUser(store, { email, name: ADMIN_NAME, password, roles: ["admin"] }).catch(
      async (error: unknown) => {
        // Another process that started at the same moment was faster.
        if (await nobody()) throw error;
        return null;
      },
    );
    return admin && { email: admin.email, password: config.adminPassword === null ? password : null };
  } finally {
    await store.close();
  }
}
