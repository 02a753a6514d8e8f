import type { Person } from "@understudy/shared/api/person.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { invalid } from "../../problem.ts";
import { passwordProblems } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";

/** The fields of a person that an admin chooses. */
export type PersonFields = Pick<
  Person,
  "email" | "name" | "restricted" | "hide_specs" | "roles" | "accessible_job_ids" | "may_download_models"
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
