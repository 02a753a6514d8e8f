import { hash, verify } from "@node-rs/argon2";
import { MIN_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { dictionary } from "@zxcvbn-ts/language-common";

/** argon2id (the package's default) with the parameters that OWASP advises: 19 MiB, two passes. It runs off the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const COMMON = new Set(
  dictionary["passwords-common"].filter((password) => password.length >= MIN_PASSWORD_LENGTH),
);

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** What unknown e-mails are checked against, so that they take as long as known ones. */
const nobodysHash = hashPassword("the password of nobody");

/** Whether the password fits; without a hash (nobody has this e-mail) false after just as much work. */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await verify(passwordHash ?? (await nobodysHash), password);
  return fits && passwordHash !== null;
}

/** What speaks against a new password besides its length, which the contract checks. */
export function passwordProblems(password: string, email: string): string[] {
  const lower = password.toLowerCase();
  if (lower === email.toLowerCase()) return [MESSAGES.passwordIsEmail];
  return COMMON.has(lower) ? [MESSAGES.passwordIsCommon] : [];
}
