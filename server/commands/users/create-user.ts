import type { Person } from "@understudy/shared/api/user.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { invalid } from "../../problem.ts";
import { passwordProblems } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";

export type NewUser = Pick<Person, "email" | "name"> & {
  [Field in keyof Omit<Person, "id" | "email" | "name">]?: Person[Field] | undefined;
} & { password: string };

/** @throws Problem 400 naming the field: the e-mail is taken, or the password too easy to guess. */
export async function createUser(store: Store, given: NewUser): Promise<User> {
  const email = given.email.toLowerCase();
  const problems = passwordProblems(given.password, { email, name: given.name });
  if (problems.length > 0) throw invalid({ password: problems });
  try {
    return await store.users.insert({
      _id: await store.nextId("users"),
      email,
      name: given.name,
      password_hash: await hashPassword(given.password),
      restricted: given.restricted ?? false,
      hide_specs: given.hide_specs ?? false,
      roles: given.roles ?? [],
      accessible_job_ids: given.accessible_job_ids ?? [],
      creation_time: new Date(),
    });
  } catch (error) {
    if (isDuplicate(error)) throw invalid({ email: [MESSAGES.emailTaken] });
    throw error;
  }
}
