import type { JobRecord } from "@understudy/server/models/job.ts";
import { assert, eventually, rejects, stretched, suite } from "../harness.ts";
import { createCaller } from "../support/api/caller.ts";
import { addPerson, logIn } from "../support/api/people.ts";
import { makeConfig, makeJob, makeOutput } from "../support/factories.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { openTwoWebProcesses } from "../support/live/two-web-processes.ts";

const { server, second, store, admin, ada: owner, zoe: colleague } = await openTwoWebProcesses();

async function storeJob(fields: Partial<JobRecord> = {}): Promise<JobRecord> {
  const _id = await store.nextId("jobs");
  const creator = { id: owner.id, name: owner.name };
  return await store.jobs.insert(makeJob({ _id, creator, status: "Training", ...fields }));
}
const params = ({ _id }: JobRecord) => ({ params: { job_id: _id } });
const page = ({ _id }: JobRecord) => ({ kind: "job" as const, job_id: _id });
const onSecond = (caller: { cookie(): string }) => createCaller(second.url, caller.cookie());

const opening = suite("a socket");
opening("is for those who are logged in", async () => {
  await rejects(openSocket(createCaller(server.url)), /Unauthorized/);
  await rejects(openSocket(createCaller(server.url, "understudy_x=y")), /Unauthorized/);
});
opening("is refused to pages of other sites, which would carry the cookie", async () => {
  await rejects(openSocket(owner, { origin: "https://evil.example" }));
  await rejects(openSocket(owner, { origin: "null" }));
  await rejects(openSocket(owner, { origin: server.url.replace("http:", "https:") }));
});
opening("cannot watch what its person may not see, nor what is no subject at all", async () => {
  const job = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [999_999] });
  const socket = await openSocket(guest);
  assert.is(await socket.watch(page(job)), false);
  assert.is(await socket.watch({ kind: "job", job_id: 888_888 }), false);
  const odd: unknown = await socket.socket
    .timeout(stretched(10_000))
    .emitWithAck("watch", JSON.parse('{"kind":"users"}'));
  assert.equal(odd, { ok: false, retry: false });
});

const pushing = suite("a change of a job");
pushing(
  "reaches everybody on its page and on the list, whichever web process holds their socket",
  async () => {
    const job = await storeJob();
    const near = await openSocket(owner);
    const far = await openSocket(onSecond(colleague));
    for (const socket of [near, far]) {
      assert.ok(await socket.watch(page(job)));
      assert.ok(await socket.watch({ kind: "jobs" }));
    }
    const answered = await owner.call("pauseJob", params(job));
    const seenNear = await near.next("job");
    const seenFar = await far.next("job");
    assert.equal(seenNear.job, answered, "the pauser's answer and push are the same");
    assert.equal(seenFar.job, await colleague.call("getJob", params(job)), "push and HTTP are the same");
    assert.is((await far.next("job-list-item")).item.revision, job.revision + 1);
    assert.equal([near.of("job").length, far.of("job").length], [1, 1], "published once");
  },
);
pushing("comes with rising revisions, the last of which is what is stored", async () => {
  const job = await storeJob();
  const socket = await openSocket(onSecond(owner));
  await socket.watch(page(job));
  for (const name of ["pauseJob", "resumeJob", "pauseJob"] as const) await owner.call(name, params(job));
  await socket.next("job", (event) => event.job.revision === job.revision + 3);
  const revisions = socket.of("job").map((event) => event.job.revision);
  assert.equal(
    revisions,
    [1, 2, 3].map((rise) => job.revision + rise),
  );
  assert.equal(
    (await store.jobs.findOne({ _id: job._id }))?.revision,
    revisions.at(-1),
    "what was pushed had been stored",
  );
});
pushing("says to each what they may do with it", async () => {
  const job = await storeJob();
  const sockets = [await openSocket(owner), await openSocket(admin), await openSocket(colleague)];
  for (const socket of sockets) {
    await socket.watch(page(job));
    await socket.watch({ kind: "jobs" });
  }
  await owner.call("updateJobTags", { ...params(job), body: { tags: [{ name: "rf" }] } });
  const rights: boolean[][] = [];
  for (const socket of sockets) {
    const { item } = await socket.next("job-list-item", (event) => event.item.id === job._id);
    rights.push([(await socket.next("job")).job.can_be_changed, item.can_be_deleted]);
    assert.is(socket.of("job-list-item").filter((event) => event.item.id === job._id).length, 1);
  }
  assert.equal(rights, [
    [true, true],
    [true, true],
    [false, false],
  ]);
});
pushing("shows restricted users their jobs alone, and of those only what their view may know", async () => {
  const config = makeConfig({ outputs: [makeOutput("gain")] });
  const job = await storeJob({ tags: ["secret tag"], description: "open", config });
  const other = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  const socket = await openSocket(onSecond(guest));
  assert.ok(await socket.watch(page(job)));
  assert.ok(await socket.watch({ kind: "jobs" }));
  await owner.call("pauseJob", params(other));
  await owner.call("pauseJob", params(job));
  const { job: pushedJob } = await socket.next("job");
  await socket.next("job-list-item");
  assert.equal(pushedJob, await guest.call("getJob", params(job)));
  assert.not.match(JSON.stringify(socket.events), /secret tag|Ada/);
  assert.ok(socket.of("job-list-item").every(({ item }) => item.id === job._id));
});
pushing("of the config makes the page read it again", async () => {
  const job = await storeJob({ status: "Awaiting Configuration" });
  const socket = await openSocket(colleague);
  await socket.watch(page(job));
  const body = { inputs: [{ name: "length", unit: "nm" }] };
  await owner.call("updateJobConfig", { ...params(job), body });
  assert.is((await socket.next("job-config")).revision, job.revision + 1);
});
pushing("reaches nobody who has gone to another page", async () => {
  const job = await storeJob();
  const socket = await openSocket(owner);
  await socket.watch(page(job));
  socket.socket.emit("unwatch", page(job));
  const witness = await openSocket(colleague);
  await witness.watch(page(job));
  await owner.call("pauseJob", params(job));
  await witness.next("job");
  assert.equal(socket.of("job"), []);
});

const deleting = suite("a deleted job");
deleting("vanishes from every list and page", async () => {
  const job = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  const list = await openSocket(onSecond(colleague));
  const open = await openSocket(colleague);
  const restricted = await openSocket(guest);
  await list.watch({ kind: "jobs" });
  await open.watch(page(job));
  await restricted.watch({ kind: "jobs" });
  await owner.call("deleteJobs", { body: { ids: [job._id] } });
  for (const socket of [list, open, restricted]) {
    assert.equal((await socket.next("job-deleted")).ids, [job._id]);
  }
});

const ending = suite("a socket's end");
ending("comes with the log-out, in every process, and leaves the person's other sessions", async () => {
  const person = await addPerson(admin);
  const elsewhere = await logIn(server.url, person.email);
  const socket = await openSocket(onSecond(person));
  const other = await openSocket(elsewhere);
  await person.call("logOut");
  await socket.ended();
  assert.ok(other.socket.connected);
  await rejects(openSocket(person), /Unauthorized/);
});
ending("comes with a change of password elsewhere", async () => {
  const person = await addPerson(admin);
  const elsewhere = await logIn(server.url, person.email);
  const [keptSocket, ended] = [await openSocket(person), await openSocket(elsewhere)];
  const body = { current_password: "a long way from common", new_password: "and now another one" };
  await person.call("changePassword", { body });
  await ended.ended();
  assert.ok(keptSocket.socket.connected);
});
ending("comes when access is withdrawn, and what was open is then closed", async () => {
  const job = await storeJob();
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job._id] });
  const socket = await openSocket(onSecond(guest));
  assert.ok(await socket.watch(page(job)));
  await admin.call("updateUser", { params: { user_id: guest.id }, body: { accessible_job_ids: [] } });
  await socket.ended();
  const again = await openSocket(guest);
  assert.is(await again.watch(page(job)), false);
});

const presence = suite("who is on a job's page");
presence("is sent to all of them, across processes, each person once, and kept up to date", async () => {
  const job = await storeJob();
  const [mine, alsoMine] = [await openSocket(owner), await openSocket(onSecond(owner))];
  await mine.watch(page(job));
  await alsoMine.watch(page(job));
  const names = (socket: typeof mine) =>
    socket
      .of("presence")
      .at(-1)
      ?.viewers.map(({ name }) => name)
      .join(" ");
  await eventually("Ada is there", () => names(mine) === "Ada");
  const theirs = await openSocket(onSecond(colleague));
  await theirs.watch(page(job));
  for (const socket of [mine, theirs]) {
    await eventually("both are there", () => names(socket) === "Ada Zoe");
  }
  alsoMine.socket.disconnect();
  theirs.socket.disconnect();
  await eventually("Ada is alone, with one tab of two", () => names(mine) === "Ada");
});
presence("is not sent to restricted users, neither when they come nor when others do", async () => {
  const job = await storeJob();
  const guest = await addPerson(admin, {
    name: "Guest",
    restricted: true,
    accessible_job_ids: [job._id],
  });
  const [socket, theirs] = [await openSocket(owner), await openSocket(guest)];
  await socket.watch(page(job));
  await theirs.watch(page(job));
  await socket.next("presence", ({ viewers }) => viewers.some(({ name }) => name === "Guest"));
  assert.equal(theirs.of("presence"), []);
});
