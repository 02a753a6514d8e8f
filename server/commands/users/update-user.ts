import type { Person } from "@understudy/shared/api/user.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { isDuplicate } from "../../models/collection.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { invalid, notFound } from "../../problem.ts";
import { revokeAllApiTokens } from "./api-tokens.ts";
import { passwordProblems } from "./password-strength.ts";
import { hashPassword } from "./passwords.ts";
import { endOtherSessions } from "./sessions.ts";

export type UserChange = { [Field in keyof Omit<Person, "id">]?: Person[Field] | undefined } & {
  password?: string | undefined;
};

/**
 * Changes a person as an admin may. Their sockets are ended, to come back with the rights they now have; a new password
 * ends their sessions and their API tokens too.
 * @throws Problem 404, or 400 naming the field.
 */
export async function updateUser(
  platform: Platform,
  admin: User,
  userId: number,
  change: UserChange,
): Promise<User> {
  const { users, jobs } = platform.store;
  const before = await users.findOne({ _id: userId });
  if (before === null) throw notFound();
  const fields = {
    email: (change.email ?? before.email).toLowerCase(),
    name: change.name ?? before.name,
    restricted: change.restricted ?? before.restricted,
    hide_specs: change.hide_specs ?? before.hide_specs,
    roles: change.roles ?? before.roles,
    accessible_job_ids: change.accessible_job_ids ?? before.accessible_job_ids,
  };
  const after: User = { ...before, ...fields };
  refuseLockout(admin, after);
  const { password } = change;
  const problems = password === undefined ? [] : passwordProblems(password, after);
  if (problems.length > 0) throw invalid({ password: problems });

  const updated = await users
    .update(
      { _id: userId },
      {
        ...fields,
        ...(password === undefined ? {} : { password_hash: await hashPassword(password) }),
      },
    )
    .catch((error: unknown) => {
      throw isDuplicate(error) ? invalid({ email: [MESSAGES.emailTaken] }) : error;
    });
  if (updated === null) throw notFound();
  if (updated.name !== before.name) {
    await jobs.updateAll({ "creator.id": userId }, { creator: { id: userId, name: updated.name } });
  }
  if (password !== undefined) {
    await endOtherSessions(platform, userId, null);
    await revokeAllApiTokens(platform, userId);
  }
  platform.publish.endUser(userId);
  return updated;
}

/** Without this the last admin could leave the platform with nobody to manage it. */
function refuseLockout(admin: User, after: User): void {
  if (admin._id !== after._id) return;
  if (!after.roles.includes("admin")) throw invalid({ roles: [MESSAGES.ownAdminRole] });
  if (after.restricted) throw invalid({ restricted: [MESSAGES.ownAdminRole] });
}
