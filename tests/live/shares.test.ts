/** Who sees a job: its share dialog, and the open pages of restricted people. */
import { openStore } from "@understudy/server/models/store.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { atEnd } from "../support/cleanup.ts";
import { makeJob } from "../support/factories.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { startTestServer } from "../support/processes/stack.ts";

const server = await startTestServer({ demo: false });
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);
const owner = await addPerson(admin);
const colleague = await addPerson(admin);

async function storeJob(): Promise<number> {
  const _id = await store.nextId("jobs");
  await store.jobs.insert(makeJob({ _id, creator: { id: owner.id, name: owner.name }, emulator_version: 1 }));
  return _id;
}
const sharing = (job_id: number, user_id: number, shared: boolean) => ({
  params: { job_id, user_id },
  body: { shared },
});

const it = suite("sharing a job");
it("is for its creator and admins; others are refused, and restricted people find no such call", async () => {
  const job_id = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
  const statuses = [colleague, guest].map(async (caller) => [
    (await caller.refused("listShares", { params: { job_id } })).status,
    (await caller.refused("setShare", sharing(job_id, guest.id, false))).status,
  ]);
  assert.equal(await Promise.all(statuses), [
    [403, 403],
    [404, 404],
  ]);
  for (const caller of [owner, admin]) await caller.call("setShare", sharing(job_id, guest.id, true));
  assert.is((await guest.call("getJob", { params: { job_id } })).id, job_id);
});
it("lists the restricted people by name, with who sees the job", async () => {
  const job_id = await storeJob();
  const guest = await addPerson(admin, { name: "Listed Guest", restricted: true });
  await owner.call("setShare", sharing(job_id, guest.id, true));
  const params = { job_id };
  const { items } = await owner.call("listShares", { params, query: { filter: "listed" } });
  assert.equal(items, [{ user_id: guest.id, name: "Listed Guest", email: guest.email, shared: true }]);
  const all = await owner.call("listShares", { params });
  assert.is(all.items.filter(({ shared }) => shared).length, 1);
  assert.ok(all.items.every(({ user_id }) => user_id !== colleague.id));
});
it("is not with full users, who see every job", async () => {
  const job_id = await storeJob();
  const { status, message } = await owner.refused("setShare", sharing(job_id, colleague.id, true));
  assert.equal([status, message], [404, MESSAGES.notRestricted]);
});
it("opens the job to the restricted person at once, and their open pages learn of it", async () => {
  const job_id = await storeJob();
  const guest = await addPerson(admin, { restricted: true });
  const socket = await openSocket(guest);
  assert.is(await socket.watch({ kind: "job", job_id }), false);
  await owner.call("setShare", sharing(job_id, guest.id, true));
  await socket.next("user");
  const { items } = await guest.call("listJobs");
  assert.equal(
    items.map(({ id }) => id),
    [job_id],
  );
  await socket.ended();
  assert.is(await (await openSocket(guest)).watch({ kind: "job", job_id }), true);
});
it("takes the job away at once when it ends, from the list and from an open page", async () => {
  const job_id = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
  const socket = await openSocket(guest);
  assert.is(await socket.watch({ kind: "job", job_id }), true);
  await owner.call("setShare", sharing(job_id, guest.id, false));
  assert.equal((await socket.next("job-deleted")).ids, [job_id]);
  await socket.ended();
  assert.is((await guest.refused("getJob", { params: { job_id } })).status, 404);
  assert.is((await guest.call("listJobs")).total_count, 0);
  assert.is(await (await openSocket(guest)).watch({ kind: "job", job_id }), false);
});
