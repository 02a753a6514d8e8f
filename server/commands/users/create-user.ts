import { randomBytes } from "node:crypto";
import type { Person } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type Config, ConfigError } from "../../core/config.ts";
import { invalid } from "../../core/problem.ts";
import { isDuplicate } from "../../models/collection.ts";
import { openStore, type Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { hashPassword, passwordProblems } from "./passwords.ts";

/** The fields of a person that an admin chooses. */
export type PersonFields = Pick<
  Person,
  | "email"
  | "name"
  | "restricted"
  | "hide_specs"
  | "roles"
  | "accessible_job_ids"
  | "may_download_models"
  | "may_comment"
  | "queue_weight"
>;
export type NewUser = Pick<PersonFields, "email" | "name"> & {
  [Field in keyof Omit<PersonFields, "email" | "name">]?: PersonFields[Field] | undefined;
} & {
  /** Left out: they cannot log in until they are given a way in, see `issueCredential`. */
  password?: string | undefined;
  /** Whom single sign-on knows them as. */
  sso?: User["sso"];
};

/** @throws Problem 400 naming the field: the e-mail is taken, or the password too easy to guess. */
export async function createUser(store: Store, newUser: NewUser): Promise<User> {
  const email = newUser.email.toLowerCase();
  const { name, password } = newUser;
  const problems = password === undefined ? [] : passwordProblems(password, { email, name });
  if (problems.length > 0) throw invalid({ password: problems });
  try {
    return await store.users.insert({
      _id: await store.nextId("users"),
      email,
      name,
      password_hash: password === undefined ? null : await hashPassword(password),
      restricted: newUser.restricted ?? false,
      hide_specs: newUser.hide_specs ?? false,
      roles: newUser.roles ?? [],
      accessible_job_ids: newUser.accessible_job_ids ?? [],
      may_download_models: newUser.may_download_models ?? false,
      may_comment: newUser.may_comment ?? false,
      queue_weight: newUser.queue_weight ?? 1,
      creation_time: new Date(),
      active: true,
      last_seen: null,
      sso: newUser.sso ?? null,
    });
  } catch (error) {
    if (isDuplicate(error)) throw invalid({ email: [MESSAGES.emailTaken] });
    throw error;
  }
}

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
