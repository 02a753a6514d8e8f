import { personRoutes } from "@understudy/shared/api/person.ts";
import { MAX_ACCESSIBLE_JOBS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createUser } from "../../commands/users/create-user.ts";
import { issueCredential, resetPassword } from "../../commands/users/credentials.ts";
import { deleteUser } from "../../commands/users/delete-user.ts";
import { countOwned } from "../../commands/users/share-job.ts";
import { updateUser } from "../../commands/users/update-user.ts";
import { notFound } from "../../core/problem.ts";
import { jobSummary } from "../../models/job.ts";
import { presentPerson } from "../../presenters/person.ts";
import { handle } from "../request/handle.ts";
import { listPeople } from "./list-people.ts";

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
