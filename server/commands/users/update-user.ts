import { personFields } from "@understudy/shared/api/person.ts";
import { formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { invalid, notFound, Problem } from "../../core/problem.ts";
import { findUnseenFields } from "../../core/unseen-fields.ts";
import type { auditRecord } from "../../models/audit-entry.ts";
import { type Filter, isDuplicate } from "../../models/collection.ts";
import type { Store } from "../../models/store.ts";
import type { User, userRecord } from "../../models/user.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import type { PersonFields } from "./create-user.ts";
import { endAccess } from "./credentials.ts";
import { hashPassword, passwordProblems } from "./passwords.ts";
import { setCreator } from "./share-job.ts";

export type UserChange = { [Field in keyof PersonFields]?: PersonFields[Field] | undefined } & {
  password?: string | undefined;
  /** False deactivates: they can no longer log in, and what acts for them ends. */
  active?: boolean | undefined;
  /** The fields as the admin has read them. */
  base?: { [Field in keyof PersonFields]?: PersonFields[Field] | undefined } | undefined;
};

/**
 * Changes a person as an admin may. Their sockets are ended, to come back with the rights they now have; a new password, or being
 * deactivated, ends their sessions and their API tokens too.
 * @throws Problem 404, 400 naming the field, or 409 when there would be no admin left, and with the present values of fields that
 * another admin has changed
 */
export async function updateUser(
  platform: LiveRecords,
  admin: User,
  userId: number,
  change: UserChange,
): Promise<User> {
  const { users } = platform.store;
  const before = await users.findOne({ _id: userId });
  if (before === null) throw notFound(MESSAGES.userNotFound);
  await checkBase(platform, before, change);
  const fields = toFields(before, change);
  const after: User = { ...before, ...fields };
  refuseLockout(admin, after);
  const { password } = change;
  const problems = password === undefined ? [] : passwordProblems(password, after);
  if (problems.length > 0) throw invalid({ password: problems });

  const hash = password === undefined ? {} : { password_hash: await hashPassword(password) };
  const isUnchanged = { _id: userId, ...matchBase(before, change) };
  const changed = { ...pickNamed(fields, change), ...hash };
  const updated = await users.update(isUnchanged, changed).catch((error: unknown) => {
    throw isDuplicate(error) ? invalid({ email: [MESSAGES.emailTaken] }) : error;
  });
  if (updated === null) {
    const isGone = (await users.count({ _id: userId })) === 0;
    throw isGone
      ? notFound(MESSAGES.userNotFound)
      : new Problem(409, PLATFORM_MESSAGES.personChangedMeanwhile);
  }
  await keepAnAdmin(platform.store, before, updated);
  const isDeactivated = before.active && !updated.active;
  if (password !== undefined || isDeactivated) await endAccess(platform, userId);
  if (isDeactivated) platform.publish.endServers(userId, MESSAGES.workerKeyUnknown);
  platform.publish.endUser(userId, lostJobs(before, updated));
  if (updated.name !== before.name) await renameEverywhere(platform, userId, updated.name);
  return updated;
}

type PersonField = keyof PersonFields;
const PERSON_FIELDS = personFields.keyof().options;
const FIELD_NAMES = {
  name: "the name",
  email: "the e-mail address",
  restricted: "the role",
  roles: "the role",
  hide_specs: "“Hide specs”",
  accessible_job_ids: "the jobs",
  may_download_models: "“May download models”",
  may_comment: "“May comment”",
  queue_weight: "the weight in the queues",
} as const satisfies Record<PersonField, string>;

/** @throws Problem 409 */
async function checkBase(
  { store }: Pick<LiveRecords, "store">,
  current: User,
  { base, ...edit }: UserChange,
): Promise<void> {
  const unseen = findUnseenFields(PERSON_FIELDS, { current, edit, base });
  if (unseen.length === 0) return;
  const texts: Record<string, string[]> = {};
  for (const field of unseen) {
    const name = (await findLastEditor(store, current._id, field)) ?? MESSAGES.somebody;
    texts[field] = [PLATFORM_MESSAGES.personChanged(name, FIELD_NAMES[field], formatValue(current, field))];
  }
  throw new Problem(409, PLATFORM_MESSAGES.personChangedMeanwhile, { errors: texts });
}

/** Finds in the audit journal who changed a field last: an admin, the person themself, or who shared a job. */
async function findLastEditor(
  { audit }: Pick<Store, "audit">,
  userId: number,
  field: PersonField,
): Promise<string | null> {
  const subjects = { $elemMatch: { kind: "user", id: userId } } as const;
  // The detail of these entries lists the fields.
  const detail = new RegExp(`\\b${field}\\b`);
  const changes: Filter<typeof auditRecord>[] = [
    { subjects, detail, action: { $in: ["user-changed", "user-deactivated", "user-reactivated"] } },
  ];
  if (field === "name") changes.push({ "user.id": userId, action: "profile-changed" });
  if (field === "accessible_job_ids")
    changes.push({ subjects, action: { $in: ["job-shared", "job-unshared"] } });
  const filter = { keys: `user ${userId}`, $or: changes };
  const [entry] = await audit.find(filter, { sort: { _id: -1 }, limit: 1 });
  return entry?.user.name ?? null;
}

function formatValue(user: User, field: PersonField): string {
  if (field !== "restricted" && field !== "roles") return formatFieldValue(user[field]);
  if (user.restricted) return "Restricted user";
  return user.roles.includes("admin") ? "Admin" : "Full user";
}

/** Matches a person whose fields are still those that a change is based on. A field that an earlier version did not store is none. */
const matchBase = (before: User, { base = {} }: UserChange): Filter<typeof userRecord> =>
  Object.fromEntries(
    PERSON_FIELDS.flatMap((field) =>
      base[field] === undefined ? [] : [[field, { $in: [before[field], null] }]],
    ),
  );

const toFields = (before: User, change: UserChange) => ({
  email: (change.email ?? before.email).toLowerCase(),
  name: change.name ?? before.name,
  restricted: change.restricted ?? before.restricted,
  hide_specs: change.hide_specs ?? before.hide_specs,
  roles: change.roles ?? before.roles,
  accessible_job_ids: change.accessible_job_ids ?? before.accessible_job_ids,
  may_download_models: change.may_download_models ?? before.may_download_models,
  may_comment: change.may_comment ?? before.may_comment,
  queue_weight: change.queue_weight ?? before.queue_weight,
  active: change.active ?? before.active,
});

/** Picks the fields that a change names: somebody else may change the others at the same time. */
function pickNamed(
  fields: ReturnType<typeof toFields>,
  change: UserChange,
): Partial<ReturnType<typeof toFields>> {
  const named: Partial<typeof fields> = { ...fields };
  for (const field of [...PERSON_FIELDS, "active"] as const)
    if (change[field] === undefined) delete named[field];
  return named;
}

/** Jobs that a restricted person saw, and no longer sees. */
const lostJobs = (before: User, after: User): number[] =>
  before.restricted && after.restricted
    ? before.accessible_job_ids.filter((id) => !after.accessible_job_ids.includes(id))
    : [];

/** Who acts is an admin: as nobody can take that from themselves, one is always left. */
function refuseLockout(admin: User, after: User): void {
  if (admin._id !== after._id) return;
  if (!after.roles.includes("admin")) throw invalid({ roles: [MESSAGES.ownAdminRole] });
  if (after.restricted) throw invalid({ restricted: [MESSAGES.ownAdminRole] });
  if (!after.active) throw invalid({ active: [MESSAGES.ownAccount] });
}

/** Changes one's own name, wherever it stands. @throws Problem 404 when the person was deleted meanwhile */
export async function renameUser(platform: LiveRecords, userId: number, name: string): Promise<User> {
  const user = await platform.store.users.update({ _id: userId }, { name });
  if (user === null) throw notFound(MESSAGES.userNotFound);
  platform.publish.renamed(userId);
  await renameEverywhere(platform, userId, name);
  return user;
}

/** In comments too, where it is read when they are read the next time. */
async function renameEverywhere(platform: LiveRecords, id: number, name: string): Promise<void> {
  await platform.store.comments.updateAll({ "author.id": id }, { author: { id, name } });
  await setCreator(platform, id, { id, name });
}

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
