/** The audit journal over real HTTP: who did what to which job, spec or user. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import { openStore } from "@understudy/server/models/store.ts";
import type { AuditEntry } from "@understudy/shared/api/audit.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn, logInAdmin, PASSWORD } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeConfig, makeJob } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { makeSpec, makeSpecVersion } from "../support/specs/specs.ts";

const server = await startTestServer({ demo: false, auditDays: 30 });
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);
const owner = await addPerson(admin);
const guest = await addPerson(admin, { restricted: true });
const creator = { id: owner.id, name: owner.name };

async function newJob(name = "Heart", fields: Partial<JobRecord> = {}): Promise<number> {
  const _id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id, name, creator, ...fields }));
  return _id;
}
/** The journal about a subject, the latest first: who, what, to what by the names of then, and how. */
async function journal(filter: string): Promise<[string, string, string, string][]> {
  const { items } = await admin.call("listAudit", { query: { filter } });
  return items.map(brief);
}
const brief = ({ user, action, subjects, detail }: AuditEntry): [string, string, string, string] => [
  user.name,
  action,
  subjects.map(({ kind, name }) => `${kind} ${name}`).join(", "),
  detail,
];

const it = suite("the audit journal");
it("says who did what to a job, by the names of then, also once the job is deleted", async () => {
  const id = await newJob();
  const params = { job_id: id };
  await owner.call("editJob", { params, body: { name: "Truss", description: "a secret plan" } });
  await owner.call("updateJobTags", { params, body: { tags: [{ name: "rf" }] } });
  const base = { tags: [{ name: "RF" }, { name: "seen" }] };
  await owner.call("updateJobTags", { params, body: { tags: [{ name: "rf" }, { name: "new" }], base } });
  await owner.call("archiveJobs", { body: { ids: [id], archived: true } });
  await admin.call("setShare", { params: { ...params, user_id: guest.id }, body: { shared: true } });
  await owner.call("deleteJobs", { body: { ids: [id] } });
  const adminName = (await admin.call("getUser")).name;
  assert.equal(await journal(`job ${id}`), [
    [owner.name, "job-deleted", "job Truss", ""],
    [adminName, "job-shared", `job Truss, user ${guest.name}`, ""],
    [owner.name, "job-archived", "job Truss", ""],
    [owner.name, "job-tagged", "job Truss", "+new −seen"],
    [owner.name, "job-tagged", "job Truss", "rf"],
    [owner.name, "job-edited", "job Heart", "name: Truss, description"],
  ]);
});
it("records nothing of a call that was refused", async () => {
  const id = await newJob();
  await owner.refused("pauseJob", { params: { job_id: id } });
  await owner.refused("editJob", { params: { job_id: id }, body: { name: "" } });
  assert.equal(await journal(`job ${id}`), []);
});
it("has an entry for each of several jobs", async () => {
  const ids = [await newJob("One"), await newJob("Two")];
  await owner.call("tagJobs", { body: { ids, add: ["a", "b"], remove: ["c"] } });
  for (const [i, name] of ["One", "Two"].entries()) {
    assert.equal(await journal(`job ${ids[i]}`), [[owner.name, "job-tagged", `job ${name}`, "+a +b −c"]]);
  }
});
it("records changes of a table once in ten minutes", async () => {
  const id = await newJob("Heart", { config: makeConfig({ inputs: [] }) });
  const body = { inputs: [] };
  for (let i = 0; i < 3; i++) await owner.call("updateJobConfig", { params: { job_id: id }, body });
  assert.equal(await journal(`job ${id}`), [[owner.name, "job-configured", "job Heart", "columns"]]);
});
it("says who changed which spec", async () => {
  const _id = await store.nextId("specs");
  await store.specs.insert(makeSpec({ _id, name: "Amplifier", creator }));
  await store.specVersions.insert(makeSpecVersion({ _id, spec_id: _id, creator }));
  await owner.call("deleteSpecs", { body: { ids: [_id] } });
  assert.equal(await journal(`spec ${_id}`), [[owner.name, "spec-deleted", "spec Amplifier", ""]]);
});
it("says what happened to a person, and who logged in, or failed to, and from where", async () => {
  const person = await addPerson(admin, { name: "Pat" });
  const params = { user_id: person.id };
  await createCaller(server.url).refused("logIn", {
    body: { email: person.email, password: "not it at all" },
  });
  await person.call("createApiToken", { body: { name: "nightly" } });
  await person.call("logOut");
  await admin.call("updateUser", { params, body: { hide_specs: true, password: "quite another secret" } });
  await admin.call("updateUser", { params, body: { active: false } });
  await admin.call("updateUser", { params, body: { active: true } });
  await admin.call("resetPassword", { params, body: { credential: "link" } });
  await admin.call("deleteUser", { params, body: { new_owner_id: owner.id } });
  const lines = (await journal(`user ${person.id}`)).map(([, ...rest]) => rest);
  assert.equal(lines, [
    ["user-deleted", `user Pat, user ${owner.name}`, "jobs and specs handed over"],
    ["password-reset", "user Pat", "link to choose a password"],
    ["user-reactivated", "user Pat", ""],
    ["user-deactivated", "user Pat", ""],
    ["user-changed", "user Pat", "hide_specs, password"],
    ["logged-out", "", ""],
    ["token-created", "", "nightly"],
    ["log-in-failed", "", "from 127.0.0.1"],
    ["logged-in", "", "from 127.0.0.1"],
    ["user-created", "user Pat", person.email],
  ]);
});
it("holds no secret that anybody has sent or got", async () => {
  const { password } = await admin.call("createUser", {
    body: { name: "Sec Ret", email: "sec@example.org", credential: "password" },
  });
  const caller = await logIn(server.url, "sec@example.org", password ?? "");
  const { token } = await caller.call("createApiToken", { body: { name: "mine" } });
  await caller.call("changePassword", { body: { current_password: password ?? "", new_password: PASSWORD } });
  const all = JSON.stringify(await store.audit.find({}));
  for (const secret of [password ?? "", token, PASSWORD, "a secret plan", "quite another secret"]) {
    assert.not.match(all, secret);
  }
});
it("tells what a script did with an API token", async () => {
  const id = await newJob();
  const { token } = await owner.call("createApiToken", { body: { name: "script" } });
  const headers = { authorization: `Bearer ${token}` };
  await createCaller(server.url).call("archiveJobs", { body: { ids: [id], archived: true }, headers });
  const { items } = await admin.call("listAudit", { query: { filter: `job ${id}` } });
  assert.equal(
    items.map((entry) => entry.by_token),
    [true],
  );
});
it("keeps an entry as many days as AUDIT_DAYS says", async () => {
  const id = await newJob();
  await owner.call("archiveJobs", { body: { ids: [id], archived: true } });
  const [entry] = await store.audit.find({ keys: `job ${id}` });
  assert.ok(entry);
  assert.is(entry.expires.getTime() - entry.time.getTime(), 30 * 24 * 60 * 60 * 1000);
});

const reading = suite("reading the audit journal");
reading("is filtered by name, subject and action, and paged", async () => {
  const id = await newJob("A (strange) name");
  for (const archived of [true, false, true])
    await owner.call("archiveJobs", { body: { ids: [id], archived } });
  const count = async (query: { filter?: string; action?: "job-unarchived"; page_size?: number }) =>
    (await admin.call("listAudit", { query })).total_count;
  assert.is(await count({ filter: "a (STRANGE" }), 3);
  assert.is(await count({ filter: "a (strange", action: "job-unarchived" }), 1);
  assert.is(await count({ filter: `Job #${id}` }), 3);
  assert.is(await count({ filter: "nobody has this name" }), 0);
  const second = await admin.call("listAudit", {
    query: { filter: `job ${id}`, page_size: 2, page_number: 2, sort_order: "ascending" },
  });
  assert.equal([second.items.length, second.total_count], [1, 3]);
});
reading("of one job is for whoever may see it, and not for restricted users", async () => {
  const id = await newJob();
  const colleague = await addPerson(admin);
  const params = { job_id: id };
  await owner.call("archiveJobs", { body: { ids: [id], archived: true } });
  await owner.call("setShare", { params: { ...params, user_id: guest.id }, body: { shared: true } });
  const { items } = await colleague.call("listJobActivity", { params });
  assert.equal(
    items.map(({ action }) => action),
    ["job-shared", "job-archived"],
  );
  assert.is((await guest.refused("listJobActivity", { params })).status, 404);
  assert.is(
    (await colleague.refused("listJobActivity", { params: { job_id: 99_999 } })).message,
    MESSAGES.jobNotFound,
  );
});
reading("as CSV holds what matches, for admins alone, and nothing that a spreadsheet runs", async () => {
  const id = await newJob("=1+1");
  await owner.call("archiveJobs", { body: { ids: [id], archived: true } });
  const path = `/static/audit.csv?filter=job%20${id}`;
  const response = await admin.fetch(path);
  const [header, line = ""] = (await response.text()).split("\r\n");
  assert.is(header, "time,user_id,user,by_api_token,action,subjects,detail");
  assert.match(line, `,${owner.id},${owner.name},false,Archived job,job ${id} (=1+1),`);
  assert.match(response.headers.get("content-disposition") ?? "", "audit.csv");
  assert.equal([(await owner.fetch(path)).status, (await guest.fetch(path)).status], [403, 404]);
  assert.is((await createCaller(server.url).fetch(path)).status, 401);
  assert.is((await admin.fetch("/static/audit.csv?action=none")).status, 400);
});
