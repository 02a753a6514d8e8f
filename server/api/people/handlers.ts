import { LIST_DEFAULTS } from "@understudy/shared/api/list.ts";
import { passwordLinkRoutes } from "@understudy/shared/api/password-link.ts";
import { type Person, personRoutes } from "@understudy/shared/api/person.ts";
import { shareRoutes } from "@understudy/shared/api/share.ts";
import { MAX_ACCESSIBLE_JOBS, MAX_LISTED_SHARES } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { recordAudit } from "../../audit/record.ts";
import { createUser } from "../../commands/users/create-user.ts";
import { issueCredential, resetPassword } from "../../commands/users/credentials.ts";
import { deleteUser } from "../../commands/users/delete-user.ts";
import { choosePassword, ownerOfPasswordLink } from "../../commands/users/password-links.ts";
import { endSession, openSession } from "../../commands/users/sessions.ts";
import { countOwned, shareJob } from "../../commands/users/share-job.ts";
import { updateUser } from "../../commands/users/update-user.ts";
import { notFound } from "../../core/problem.ts";
import type { Filter } from "../../models/collection.ts";
import { jobSummary } from "../../models/job.ts";
import type { Store } from "../../models/store.ts";
import type { userRecord } from "../../models/user.ts";
import { presentPerson, presentShare } from "../../presenters/person.ts";
import { loadManagedJob } from "../jobs/load.ts";
import { handle, handleAnyone } from "../request/handle.ts";
import { parseSearch } from "../request/search-text.ts";
import { keepDevice, readOrigin } from "./login-device.ts";

const jobName = jobSummary.pick({ _id: true, name: true });
const NO_CREDENTIAL = { password: null, link: null, link_expiry_time: null };

export const personHandlers = {
  listUsers: handle(personRoutes.listUsers, ({ web, query }) => listPeople(web.store, query)),

  getPerson: handle(personRoutes.getPerson, async ({ web, params }) => {
    const { users, jobs } = web.store;
    const user = await users.findOne({ _id: params.user_id });
    if (user === null) throw notFound(MESSAGES.userNotFound);
    const accessible = { _id: { $in: user.accessible_job_ids } };
    const window = { sort: { _id: 1 }, limit: MAX_ACCESSIBLE_JOBS } as const;
    const jobNames = await jobs.find(accessible, window, jobName);
    const accessible_jobs = jobNames.map(({ _id, name }) => ({ id: _id, name }));
    return { ...presentPerson(user), accessible_jobs, ...(await countOwned(web, user._id)) };
  }),

  createUser: handle(personRoutes.createUser, async ({ web, body }) => {
    const { credential, ...fields } = body;
    const { _id } = await createUser(web.store, fields);
    const isGiven = fields.password !== undefined;
    return { id: _id, ...(isGiven ? NO_CREDENTIAL : await issueCredential(web, _id, credential)) };
  }),

  updateUser: handle(personRoutes.updateUser, async ({ web, params, body, user }) => {
    const updated = await updateUser(web, user, params.user_id, body);
    if (!updated.active) await web.demos.stop(updated._id);
    return presentPerson(updated);
  }),

  resetPassword: handle(personRoutes.resetPassword, ({ web, params, body, user }) =>
    resetPassword(web, user, params.user_id, body.credential),
  ),

  deleteUser: handle(personRoutes.deleteUser, async ({ web, params, body, user }) => {
    await deleteUser(web, user, params.user_id, body.new_owner_id);
    await web.demos.stop(params.user_id);
    return null;
  }),
};

export const shareHandlers = {
  listShares: handle(shareRoutes.listShares, async ({ web, user, params, query }) => {
    await loadManagedJob(web, user, params.job_id);
    const filter = { restricted: true, ...matchingPeople(query.filter) };
    const window = { sort: { name: 1, _id: 1 }, naturally: true, limit: MAX_LISTED_SHARES } as const;
    const { users } = web.store;
    const [people, total_count] = await Promise.all([users.find(filter, window), users.count(filter)]);
    return { items: people.map((person) => presentShare(person, params.job_id)), total_count };
  }),

  setShare: handle(shareRoutes.setShare, async ({ web, user, params, body }) => {
    await loadManagedJob(web, user, params.job_id);
    await shareJob(web, params.job_id, params.user_id, body.shared);
    return null;
  }),
};

export const passwordLinkHandlers = {
  readPasswordLink: handleAnyone(passwordLinkRoutes.readPasswordLink, async ({ web, body }) => {
    const { name, email } = await ownerOfPasswordLink(web, body.token);
    return { name, email };
  }),

  choosePassword: handleAnyone(passwordLinkRoutes.choosePassword, async ({ web, ctx, body, loggedIn }) => {
    const user = await choosePassword(web, body.token, body.password);
    await recordAudit(web, user, [{ action: "password-changed", detail: "by link" }]);
    // Whoever was logged in here before is so no longer.
    if (loggedIn?.session) await endSession(web, loggedIn.session._id);
    const { token, expires } = await openSession(web, user, readOrigin(ctx.req, web.config));
    web.cookie.set(ctx, token, expires);
    keepDevice(web, ctx, user);
    return {};
  }),
};

type Query = z.output<typeof personRoutes.listUsers.query>;
type PersonPage = { items: Person[]; total_count: number; page_size: number };

const SORT_FIELDS = {
  name: "name",
  email: "email",
  creation_time: "creation_time",
  last_seen_time: "last_seen",
} as const;

const CAN_OWN = { restricted: false, active: { $ne: false } } as const;

/** One page of all people, by name unless the query says otherwise. */
async function listPeople({ users }: Store, query: Query): Promise<PersonPage> {
  const { page_size = LIST_DEFAULTS.page_size, page_number = LIST_DEFAULTS.page_number } = query;
  const { sort_by = "name", sort_order = sort_by === "name" ? "ascending" : LIST_DEFAULTS.sort_order } =
    query;
  const filter = { ...matchingPeople(query.filter), ...(query.owners === true && CAN_OWN) };
  const order = sort_order === "ascending" ? 1 : -1;
  const window = {
    sort: { [SORT_FIELDS[sort_by]]: order, _id: order } as const,
    naturally: true,
    skip: (page_number - 1) * page_size,
    limit: page_size,
  };
  const [people, total_count] = await Promise.all([users.find(filter, window), users.count(filter)]);
  return { items: people.map(presentPerson), total_count, page_size };
}

/** Matches people with the text in their name or e-mail address. */
function matchingPeople(text?: string): Filter<typeof userRecord> {
  const search = parseSearch(text);
  return search === null ? {} : { $or: [{ name: search.anywhere }, { email: search.anywhere }] };
}
