/** The fate of a person's jobs and specs when an admin deletes them. */
import { openStore } from "@understudy/server/models/store.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob, makeJobFilter } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { makeSpec, makeSpecVersion } from "../support/specs/specs.ts";

const server = await startTestServer({ demo: false });
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);

/** Somebody with a finished job, an active one and a spec. */
async function addOwner() {
  const person = await addPerson(admin);
  const creator = { id: person.id, name: person.name };
  const first = await store.nextId("jobs", 2);
  await store.jobs.insert(makeJob({ _id: first, creator, status: "Complete" }));
  await store.jobs.insert(makeJob({ _id: first + 1, creator, status: "Training" }));
  const spec_id = await store.nextId("specs");
  await store.specs.insert(makeSpec({ _id: spec_id, creator }));
  await store.specVersions.insert(makeSpecVersion({ _id: spec_id, creator }));
  return { person, jobs: [first, first + 1], spec_id };
}
const remove = (user_id: number, new_owner_id: number | null) => ({
  params: { user_id },
  body: { new_owner_id },
});
const count = (ids: number[]) => store.jobs.count({ _id: { $in: ids } });

const it = suite("deleting a person");
it("says first what they would leave behind", async () => {
  const { person } = await addOwner();
  const { job_count, active_job_count, spec_count } = await admin.call("getPerson", {
    params: { user_id: person.id },
  });
  assert.equal([job_count, active_job_count, spec_count], [2, 1, 1]);
});
it("hands their jobs and specs over to another full user, who may then change them", async () => {
  const { person, jobs, spec_id } = await addOwner();
  const heir = await addPerson(admin, { name: "Heir" });
  const [id = 0, active = 0] = jobs;
  const editing = { params: { job_id: id }, body: { description: "Mine now" } };
  assert.is((await heir.refused("editJob", editing)).status, 403);
  await admin.call("deleteUser", remove(person.id, heir.id));
  assert.is((await person.refused("getUser")).status, 401);
  await heir.call("editJob", editing);
  const job = await heir.call("getJob", { params: { job_id: active } });
  assert.equal([job.creator.name, job.status], ["Heir", "Training"]);
  assert.is((await store.specs.findOne({ _id: spec_id }))?.creator.name, "Heir");
});
it("deletes their jobs and specs where nobody gets them, active ones too", async () => {
  const { person, jobs, spec_id } = await addOwner();
  await person.call("saveJobFilter", { body: { name: "Mine", query: makeJobFilter() } });
  await admin.call("deleteUser", remove(person.id, null));
  assert.equal([await count(jobs), await store.specs.count({ _id: spec_id })], [0, 0]);
  assert.is(await store.jobFilters.count({ user_id: person.id }), 0);
});
it("leaves no way in, and frees the e-mail address", async () => {
  const person = await addPerson(admin);
  const { token } = await person.call("createApiToken", { body: { name: "Mine" } });
  await admin.call("deleteUser", remove(person.id, null));
  const body = { email: person.email, password: PASSWORD };
  assert.is((await person.refused("logIn", { body })).message, MESSAGES.invalidCredentials);
  const headers = { authorization: `Bearer ${token}` };
  assert.is((await createCaller(server.url).refused("getUser", { headers })).status, 401);
  assert.is((await admin.refused("getPerson", { params: { user_id: person.id } })).status, 404);
  await admin.call("createUser", { body: { email: person.email, name: "Another", password: PASSWORD } });
  await logIn(server.url, person.email);
});
it("is refused with a new owner who cannot own jobs, and changes nothing then", async () => {
  const { person, jobs } = await addOwner();
  const guest = await addPerson(admin, { restricted: true });
  const gone = await addPerson(admin);
  await admin.call("updateUser", { params: { user_id: gone.id }, body: { active: false } });
  for (const id of [guest.id, gone.id, person.id, 99_999]) {
    const { status, errors } = await admin.refused("deleteUser", remove(person.id, id));
    assert.equal([status, errors], [400, { new_owner_id: [MESSAGES.newOwnerRequired] }]);
  }
  await person.call("getUser");
  assert.is(await count(jobs), 2);
});
