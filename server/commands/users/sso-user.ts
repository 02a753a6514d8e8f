import { Problem } from "../../core/problem.ts";
import type { Store } from "../../models/store.ts";
import type { User } from "../../models/user.ts";
import type { LiveRecords, Records } from "../../platform/platform.ts";
import type { Identity, SsoRoles } from "../../sso/claims.ts";
import { SsoError } from "../../sso/failure.ts";
import { createUser } from "./create-user.ts";
import { keepAnAdmin } from "./update-user.ts";

/**
 * The person that the provider has identified, with the roles that it gives them. Their first time they are found by a verified
 * e-mail address, or created as a full user without a password.
 * @throws SsoError when they are deactivated, or no account can be created
 */
export async function ssoUser(
  platform: LiveRecords,
  identity: Identity,
): Promise<{ user: User; isNew: boolean }> {
  const existing = (await findKnown(platform.store, identity)) ?? (await linkByEmail(platform, identity));
  const user = existing ?? (await create(platform, identity));
  if (!user.active) throw new SsoError("deactivated");
  const { roles } = identity;
  return { user: roles === null ? user : await giveRoles(platform, user, roles), isNew: existing === null };
}

const findKnown = ({ users }: Store, { issuer, subject }: Identity): Promise<User | null> =>
  users.findOne({ "sso.issuer": issuer, "sso.subject": subject });

/** An address that is not verified may be somebody else's. An account that is known to the provider as another stays theirs. */
async function linkByEmail({ store }: Records, identity: Identity): Promise<User | null> {
  const { email, isEmailVerified, issuer, subject } = identity;
  if (email === null || !isEmailVerified) return null;
  return await store.users.update({ email, sso: null }, { sso: { issuer, subject } });
}

async function create(platform: LiveRecords, identity: Identity): Promise<User> {
  const { email, name, issuer, subject } = identity;
  if (email === null) throw new SsoError("no-email");
  try {
    const user = await createUser(platform.store, { email, name, sso: { issuer, subject } });
    platform.publish.peopleChanged();
    return user;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Of two first log-ins at the same moment one creates the account.
    const existing = await findKnown(platform.store, identity);
    if (existing === null) throw new SsoError("email-taken", { cause: error });
    return existing;
  }
}

/** The roles that the provider names. The last admin stays one. */
async function giveRoles(
  { store, publish }: LiveRecords,
  before: User,
  { isAdmin, isRestricted }: SsoRoles,
): Promise<User> {
  const isSame = before.restricted === isRestricted && before.roles.includes("admin") === isAdmin;
  if (isSame) return before;
  const rights = { restricted: isRestricted, roles: isAdmin ? (["admin"] satisfies User["roles"]) : [] };
  const after = await store.users.update({ _id: before._id }, rights);
  if (after === null) throw new SsoError("expired");
  try {
    await keepAnAdmin(store, before, after);
  } catch (error) {
    if (error instanceof Problem) return before;
    throw error;
  }
  publish.endUser(before._id);
  return after;
}
