/** The notifications of people: of their own jobs' ends, exactly once, by whatever process. */
import { deleteJobs } from "@understudy/server/commands/jobs/change-jobs.ts";
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import { notifyOfLostServers } from "@understudy/server/commands/notifications/lost-servers.ts";
import { resumeNotices } from "@understudy/server/commands/notifications/notify.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { JobStatus, JobTrigger } from "@understudy/shared/domain/job.ts";
import { MAX_NOTIFICATIONS } from "@understudy/shared/limits.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { makeJob, makeNotificationChoices } from "../support/factories.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const server = await startTestServer({ demo: false });
/** As two processes have them. */
const platform = await openTestPlatform(server.config);
const other = await openTestPlatform(server.config);
const { store } = platform;
const admin = await logInAdmin(server);
type Person = Awaited<ReturnType<typeof addPerson>>;

async function storeJob({ id, name }: Person, status: JobStatus, fields: Partial<JobRecord> = {}) {
  const _id = await store.nextId("jobs");
  return await store.jobs.insert(makeJob({ _id, creator: { id, name }, status, ...fields }));
}
const readNotice = async (_id: number) => (await store.jobs.findOne({ _id }))?.notice;
/** After everything that a change of the job's status sets going. */
async function notified(person: Person, jobId: number) {
  await eventually("the notice is done", async () => (await readNotice(jobId)) === null);
  return (await person.call("listNotifications")).items.filter(({ job_id }) => job_id === jobId);
}
async function after(person: Person, from: JobStatus, trigger: JobTrigger, fields: Partial<JobRecord> = {}) {
  const job = await storeJob(person, from, fields);
  await transitionJob(platform, job._id, trigger);
  return (await notified(person, job._id)).map(({ kind, status }) => [kind, status]);
}

const it = suite("a person is notified");
it("when a job of theirs is complete, has failed, or needs configuration", async () => {
  const person = await addPerson(admin);
  assert.equal(await after(person, "Training", "training-finished"), [["complete", "Complete"]]);
  assert.equal(await after(person, "Training", "failed"), [["failed", "Training Failed"]]);
  assert.equal(await after(person, "Running", "failed"), [["failed", "Running Failed"]]);
  assert.equal(await after(person, "Validating", "failed"), [["failed", "Validation Failed"]]);
  const needsConfiguration = [["needs_configuration", "Awaiting Configuration"]];
  const earlier = { creation_time: new Date(Date.now() - 3_600_000) };
  assert.equal(await after(person, "Preprocessing", "preprocessed", earlier), needsConfiguration);
  assert.equal(await after(person, "Running", "run-finished", { is_data_driven: false }), needsConfiguration);
  assert.is((await person.call("listNotifications")).unread_count, 6);
});
it("of nothing that a person did, a pause and files that are read at once among it", async () => {
  const person = await addPerson(admin);
  assert.equal(await after(person, "Preprocessing", "preprocessed"), []);
  assert.equal(await after(person, "Training", "pause"), []);
  assert.equal(await after(person, "Training Failed", "retry"), []);
  assert.equal(await after(person, "Complete", "resume"), []);
  assert.equal(await after(person, "Interrupted", "resume", { interrupted_status: "Training" }), []);
});
it("once when the last of a job's servers is lost while simulations wait, and not while another one runs them", async () => {
  const person = await addPerson(admin);
  const now = new Date();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const lost = { connection_id: null, last_seen: ago(45) };
  const first = await insertServer(store, person.id, { name: "lab 1" });
  const second = await insertServer(store, person.id, { name: "lab 2" });
  const resources = [first, second].map(({ _id: id }) => ({ id, concurrent_simulations: 1 }));
  const { _id } = await storeRunJob(
    platform,
    { resources },
    { creator: { id: person.id, name: person.name } },
  );
  await storeSimulations(platform, _id, 3);
  const notifications = async () => {
    await Promise.all([notifyOfLostServers(platform, now), notifyOfLostServers(other, now)]);
    return (await notified(person, _id)).map(({ kind, error }) => [kind, error]);
  };
  await store.resources.updateAll({ _id: first._id }, lost);
  assert.equal(await notifications(), [], "lab 2 is connected");
  await store.resources.updateAll({ _id: second._id }, { ...lost, last_seen: ago(5) });
  assert.equal(await notifications(), [], "lab 2 may come back at once");
  await store.resources.updateAll({ _id: second._id }, { ...lost, last_seen: ago(40) });
  const wait = [["servers_lost", "3 simulations wait: lab 1, lab 2 are not connected."]];
  assert.equal(await notifications(), wait);
  assert.equal(await notifications(), wait);
});
it("once when a server that they were lent is withdrawn, and told so", async () => {
  const [person, owner] = [await addPerson(admin), await addPerson(admin)];
  const now = new Date();
  const ago = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const lab = await insertServer(store, person.id, {
    name: "lab 3",
    connection_id: null,
    last_seen: ago(60),
  });
  const sharing = { limit: 4, owner_name: owner.name };
  const lent = await insertServer(store, owner.id, { name: "farm", sharing });
  const resources = [lab, lent].map(({ _id: id }) => ({ id, concurrent_simulations: 1 }));
  const { _id } = await storeRunJob(
    platform,
    { resources },
    { creator: { id: person.id, name: person.name } },
  );
  await storeSimulations(platform, _id, 2);
  const notifications = async (time: Date) => {
    await Promise.all([notifyOfLostServers(platform, time), notifyOfLostServers(other, time)]);
    return (await notified(person, _id)).map(({ error }) => error);
  };
  assert.equal(await notifications(now), [], "the farm is shared");
  await owner.call("shareResource", { params: { resource_id: lent._id }, body: { limit: null } });
  assert.equal(await notifications(now), [], "its owner may share it again at once");
  const wait = ["2 simulations wait: lab 3 is not connected, and farm is not shared any more."];
  const later = new Date(Date.now() + 40_000);
  assert.equal(await notifications(later), wait);
  assert.equal(await notifications(later), wait);
});
it("of their own jobs only", async () => {
  const [person, colleague] = [await addPerson(admin), await addPerson(admin)];
  await after(person, "Training", "training-finished");
  assert.equal(await colleague.call("listNotifications"), { items: [], unread_count: 0 });
});
it("with why the job failed", async () => {
  const person = await addPerson(admin);
  const { _id } = await storeJob(person, "Training");
  await transitionJob(platform, _id, "failed", { change: () => ({ error: "Out of memory" }) });
  assert.equal(
    (await notified(person, _id)).map(({ error }) => error),
    ["Out of memory"],
  );
});
it("once, although several processes change the status and clear up at the same time", async () => {
  const person = await addPerson(admin);
  const { _id } = await storeJob(person, "Training");
  const both = [platform, other];
  await Promise.allSettled([
    ...both.map((webProcess) => transitionJob(webProcess, _id, "training-finished")),
    ...[...both, ...both].map((webProcess) => resumeNotices(webProcess, 0)),
  ]);
  await Promise.all(both.map((webProcess) => resumeNotices(webProcess, 0)));
  assert.is((await notified(person, _id)).length, 1);
});
it("also when the process that changed the status died before it could notify", async () => {
  const person = await addPerson(admin);
  const revision = 7;
  // Not much longer ago: MongoDB removes notifications that are too old, at any moment.
  const time = new Date(Date.now() - 3_600_000);
  const notice = { kind: "complete", status: "Complete", revision, time } as const;
  const { _id } = await storeJob(person, "Complete", { revision, notice });
  await Promise.all([resumeNotices(platform), resumeNotices(other)]);
  assert.equal(
    (await notified(person, _id)).map(({ id }) => id),
    [`${_id}-7`],
  );
});
it("not in the bell when they chose so", async () => {
  const person = await addPerson(admin);
  const choices = makeNotificationChoices({ bell: false });
  await person.call("updateNotificationSettings", { body: { choices } });
  assert.equal((await person.call("getNotificationSettings")).choices, choices);
  assert.equal(await after(person, "Training", "training-finished"), []);
});
it("no more once they are restricted or deactivated", async () => {
  for (const change of [{ restricted: true }, { active: false }]) {
    const person = await addPerson(admin);
    await admin.call("updateUser", { params: { user_id: person.id }, body: change });
    const { _id } = await storeJob(person, "Training");
    await transitionJob(platform, _id, "training-finished");
    await eventually("the notice is done", async () => (await readNotice(_id)) === null);
    assert.is(await store.notifications.count({ user_id: person.id }), 0);
  }
});

const list = suite("the notifications of a person");
list("are read one by one, or all at once, and nobody else's", async () => {
  const [person, colleague] = [await addPerson(admin), await addPerson(admin)];
  for (const recipient of [person, person, person, colleague])
    await after(recipient, "Training", "training-finished");
  const [newest] = (await person.call("listNotifications")).items;
  const [theirs] = (await colleague.call("listNotifications")).items;
  const ids = [newest?.id ?? "", theirs?.id ?? "", "none"];
  const answer = await person.call("readNotifications", { body: { ids } });
  assert.equal([answer.unread_count, answer.items.map(({ read }) => read)], [2, [true, false, false]]);
  assert.is((await person.call("readNotifications", { body: { ids: null } })).unread_count, 0);
  assert.is((await colleague.call("listNotifications")).unread_count, 1);
});
list(`are the newest ${MAX_NOTIFICATIONS}`, async () => {
  const person = await addPerson(admin);
  const older = Array.from({ length: MAX_NOTIFICATIONS + 5 }, (_, i) => ({
    _id: `old-${person.id}-${i}`,
    user_id: person.id,
    kind: "complete" as const,
    job_id: 99_999,
    job_name: "Old",
    status: "Complete" as const,
    error: null,
    comment: null,
    creation_time: new Date(Date.now() - 60_000 + i),
    read: false,
  }));
  await store.notifications.insertAll(older);
  await after(person, "Training", "training-finished");
  const { items } = await person.call("listNotifications");
  assert.is(await store.notifications.count({ user_id: person.id }), MAX_NOTIFICATIONS);
  assert.equal(
    [items.length, items[0]?.status, items[1]?.id],
    [MAX_NOTIFICATIONS, "Complete", older.at(-1)?._id],
  );
});
list("about a job go with it", async () => {
  const person = await addPerson(admin);
  const { _id } = await storeJob(person, "Training");
  await transitionJob(platform, _id, "training-finished");
  assert.is((await notified(person, _id)).length, 1);
  await deleteJobs(platform, [_id]);
  assert.equal(await person.call("listNotifications"), { items: [], unread_count: 0 });
});
list("go with the person, and so do their settings", async () => {
  const [person, heir] = [await addPerson(admin), await addPerson(admin)];
  await after(person, "Training", "training-finished");
  await person.call("setWebhook", { body: { url: "https://example.org/hook" } });
  await admin.call("deleteUser", { params: { user_id: person.id }, body: { new_owner_id: heir.id } });
  assert.is(await store.notifications.count({ user_id: person.id }), 0);
  assert.is(await store.notificationSettings.count({ _id: person.id }), 0);
});
list("do not exist for restricted people", async () => {
  const guest = await addPerson(admin, { restricted: true });
  for (const name of ["listNotifications", "getNotificationSettings", "testWebhook"] as const)
    assert.is((await guest.refused(name)).status, 404, name);
});
