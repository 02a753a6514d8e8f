import { MESSAGES } from "@understudy/shared/messages.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import { Problem } from "../../problem.ts";

/** The fields that make a person an admin who can act. */
type Rights = Pick<User, "restricted" | "roles" | "active">;
export const pickRights = ({ restricted, roles, active }: User): Rights => ({ restricted, roles, active });
const isActing = ({ restricted, roles, active }: Rights): boolean =>
  active && !restricted && roles.includes("admin");

/**
 * Call it once new rights are stored: they are taken back where no admin is left. Counted after the change, so that of two admins who
 * demote each other at the same moment not both succeed.
 * @throws Problem 409
 */
export async function keepAnAdmin({ users }: Pick<Store, "users">, before: User, after: User): Promise<void> {
  if (!isActing(before) || isActing(after)) return;
  const admins = await users.count({ roles: "admin", restricted: false, active: { $ne: false } });
  if (admins > 0) return;
  await users.update({ _id: before._id }, pickRights(before));
  throw new Problem(409, MESSAGES.lastAdmin);
}
