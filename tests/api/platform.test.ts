/** The platform as operators see it: processes, queues by person, servers and machines, and the notice of maintenance. */

import { createServer } from "node:net";
import { startHeartbeats } from "@understudy/server/core/process-heartbeats.ts";
import { openPlatform } from "@understudy/server/platform/platform.ts";
import { createDrainedRole, createProcessRole } from "@understudy/server/platform/process-role.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { Redis } from "ioredis";
import { assert, eventually, suite } from "../harness.ts";
import { exportedJob } from "../support/api/exported-jobs.ts";
import { addPerson } from "../support/api/people.ts";
import { admin, colleague, owner, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { atEnd } from "../support/cleanup.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { makeRun } from "../support/specs/simulations.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const it = suite("the state of the platform", { timeout: 60_000 });
const platform = await openPlatform(server.config);
await holdMachinesRole(platform.store);
atEnd("the platform of the tests", platform.close);
const read = () => admin.call("getPlatform");
const findProcess = async (id: string) => (await read()).processes.find((candidate) => candidate.id === id);
const readStatus = async (path: string) => (await fetch(`${server.url}${path}`)).status;

it("lists its processes with version, load and memory", async () => {
  const web = await eventually("the web process reports itself", async () => (await read()).processes[0]);
  assert.equal([web.kind, web.pid, web.state, web.work_count], ["web", process.pid, "running", 0]);
  assert.match(web.version, /^\d+\.\d+\.\d+$/);
  assert.ok(web.memory_bytes > 1e6 && web.cores >= 1 && web.load >= 0);
  assert.ok(web.free_memory_bytes > 0 && web.free_memory_bytes <= web.total_memory_bytes);
});

it("drains a web process, which is then not ready, and lets it take work again", async () => {
  const web = await eventually("the web process reports itself", async () => (await read()).processes[0]);
  const params = { process_id: web.id };
  assert.is(await readStatus("/readyz"), 200);
  await admin.call("drainProcess", { params, body: { drain: true } });
  await eventually("it is drained", async () => (await findProcess(web.id))?.state === "drained");
  assert.equal([await readStatus("/readyz"), await readStatus("/healthz")], [503, 200]);
  assert.ok((await (await fetch(`${server.url}/readyz`)).json()).draining, "the answer says why");
  await admin.call("drainProcess", { params, body: { drain: false } });
  await eventually("it is ready again", async () => (await readStatus("/readyz")) === 200);
  assert.is((await findProcess(web.id))?.state, "running");
  const unknown = { params: { process_id: "0123456789ab" }, body: { drain: true } };
  assert.is((await admin.refused("drainProcess", unknown)).status, 404);
  const { items } = await admin.call("listAudit", { query: { filter: "", page_size: 2 } });
  assert.equal(
    items.map(({ action, detail }) => [action, detail]),
    [
      ["process-undrained", `process ${web.id}`],
      ["process-drained", `process ${web.id}`],
    ],
  );
});

it("gives the role of a dead process to another one, also after the database's clock was set back", async () => {
  const { processRoles } = store;
  const roleAt = (ms: number) => {
    const readTime = () => Promise.resolve(new Date(Date.now() + ms));
    return createProcessRole({ store: { processRoles, readTime } }, "the role of a dead process");
  };
  assert.is(await roleAt(3_600_000).hold(), true);
  assert.is(await roleAt(0).hold(), false);
  assert.is(await roleAt(60_000).hold(), true);
});

it("says that a process is draining until it has finished what it has", async () => {
  let workCount = 2;
  const calls: boolean[] = [];
  const heartbeats = startHeartbeats(
    { redis: platform.redis, prefix: server.config.redisPrefix },
    { kind: "runner", countWork: () => workCount, onDrain: (isDraining) => calls.push(isDraining) },
  );
  atEnd("the heartbeats", heartbeats.stop);
  await eventually("it is listed", async () => (await findProcess(heartbeats.id))?.work_count === 2);
  await admin.call("drainProcess", { params: { process_id: heartbeats.id }, body: { drain: true } });
  await eventually("it takes no more work", () => heartbeats.isDraining());
  assert.is((await findProcess(heartbeats.id))?.state, "draining");
  workCount = 0;
  await eventually("it is drained", async () => (await findProcess(heartbeats.id))?.state === "drained");
  assert.equal(calls, [true]);
  await heartbeats.stop();
  assert.is(await findProcess(heartbeats.id), undefined, "a process that has ended is listed no more");
});

it("stays drained when it stood still and was taken off the list meanwhile", async () => {
  const calls: boolean[] = [];
  const { redis } = platform;
  const prefix = server.config.redisPrefix;
  const heartbeats = startHeartbeats(
    { redis, prefix },
    { kind: "runner", countWork: () => 0, onDrain: (isDraining) => calls.push(isDraining) },
  );
  atEnd("the heartbeats", heartbeats.stop);
  const params = { process_id: heartbeats.id };
  await eventually("it is listed", async () => (await findProcess(heartbeats.id)) !== undefined);
  await admin.call("drainProcess", { params, body: { drain: true } });
  await eventually("it takes no more work", () => heartbeats.isDraining());
  // As when the report expires.
  await redis.del(`${prefix}:process:${heartbeats.id}`);
  await read();
  await eventually("it is listed again", async () => (await findProcess(heartbeats.id)) !== undefined);
  assert.is((await findProcess(heartbeats.id))?.state, "drained");
  assert.equal(calls, [true]);
  await admin.call("drainProcess", { params, body: { drain: false } });
  await eventually("it takes work again", () => !heartbeats.isDraining());
  assert.equal(calls, [true, false]);
});

it("ends although Redis answers nothing", async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  atEnd("the silent server", () => silent.close());
  const address = silent.address();
  if (address === null || typeof address === "string") throw new Error("It does not listen.");
  const redis = new Redis({ port: address.port, enableReadyCheck: false, disableClientInfo: true });
  atEnd("its connection", () => redis.disconnect());
  await eventually("it is connected", () => redis.status === "ready");
  const { stop } = startHeartbeats(
    { redis, prefix: "silent" },
    { kind: "runner", countWork: () => 0, onDrain: () => undefined },
  );
  await stop();
  redis.disconnect();
});

it("begins no exports in a web process that is drained", async () => {
  const job = await exportedJob();
  const [web] = (await read()).processes.filter(({ kind }) => kind === "web");
  const params = { process_id: web?.id ?? "" };
  await admin.call("drainProcess", { params, body: { drain: true } });
  await eventually("it is drained", async () => (await findProcess(params.process_id))?.state === "drained");
  const request = { params: { job_id: job._id }, body: { format: "c" as const } };
  const refused = await owner.attempt("createExport", request);
  assert.equal([refused.status, refused.headers.get("retry-after")], [503, "10"]);
  await admin.call("drainProcess", { params, body: { drain: false } });
  await eventually("it is ready again", async () => (await readStatus("/readyz")) === 200);
  assert.is((await owner.call("createExport", request)).state, "queued");
});

it("has a drained process give up the tasks that one process does for all", async () => {
  const log: string[] = [];
  let isDraining = false;
  const role = createDrainedRole(
    {
      hold: async () => log.push("held") > 0,
      release: async () => void log.push("released"),
    },
    () => isDraining,
  );
  assert.is(await role.hold(), true);
  isDraining = true;
  assert.is(await role.hold(), false);
  assert.equal(log, ["held", "released"]);
});

it("counts the jobs that wait and are worked on, by person and queue", async () => {
  const queued = async (person: typeof owner, claim_id: string | null, minute: number) => {
    const job = await storeJob({
      status: "Pending Training",
      creator: { id: person.id, name: person.name },
    });
    const queued_time = new Date(Date.UTC(2026, 0, 1, 0, minute));
    await store.jobs.update({ _id: job._id }, { work: { ...job.work, claim_id, queued_time } });
  };
  await queued(owner, null, 2);
  await queued(owner, null, 1);
  await queued(owner, "a runner's", 0);
  await queued(colleague, null, 3);
  await storeJob({ status: "Running", run: makeRun(), is_data_driven: false });
  await storeJob({ status: "Complete" });
  const { queues } = await read();
  const lines = queues.map(({ queue, user_name, waiting, running }) => [queue, user_name, waiting, running]);
  assert.equal(lines, [
    ["running", owner.name, 1, 0],
    ["training", owner.name, 2, 1],
    ["training", colleague.name, 1, 0],
  ]);
  assert.is(queues[1]?.oldest_queued_time, "2026-01-01T00:01:00.000Z");
});

it("lists connected servers and the machines of trainings with what they are for", async () => {
  const { name } = await insertServer(store, owner.id, {
    running: 3,
    sharing: { limit: 2, owner_name: "Ada" },
  });
  await insertServer(store, owner.id, { connection_id: null });
  const job = await storeJob();
  const created_time = new Date(Date.UTC(2026, 0, 1));
  await store.machines.insert({
    ...{ _id: 99, job_id: job._id, user_id: owner.id, name: "understudy-99", label: "NC4", place: null },
    ...{ phase: "releasing", phase_time: created_time, created_time, start_until: null, instance: null },
    release_problem: "It could not be deleted.",
  });
  const { servers, machines, disk } = await read();
  assert.equal(
    servers.map((listed) => [
      listed.name,
      listed.owner_name,
      listed.running,
      listed.allowed,
      listed.is_shared,
    ]),
    [[name, owner.name, 3, 8, true]],
  );
  assert.equal(machines, [
    {
      ...{ id: 99, name: "understudy-99", label: "NC4", job_id: job._id, owner_name: owner.name },
      ...{
        phase: "releasing",
        creation_time: created_time.toISOString(),
        problem: "It could not be deleted.",
      },
    },
  ]);
  assert.ok(disk.total > 0 && disk.used >= 0);
  await store.machines.remove({ _id: 99 });
});

const maintenance = suite("the notice of maintenance", { timeout: 60_000 });
maintenance(
  "reaches everybody's open pages and those that connect later, as the text that it is",
  async () => {
    const open = await openSocket(colleague);
    assert.is((await open.next("maintenance")).banner, null);
    const text = "Upgrade at 18:00 <b>today</b> & tomorrow";
    const answer = await admin.call("setMaintenance", { body: { text: `  ${text}\n` } });
    assert.is(answer.maintenance?.text, text);
    await open.next("maintenance", ({ banner }) => banner?.text === text);
    const later = await openSocket(owner);
    assert.equal((await later.next("maintenance")).banner, answer.maintenance);
    assert.equal((await read()).maintenance, answer.maintenance);
    await admin.call("setMaintenance", { body: { text: " " } });
    const writeTime = answer.maintenance?.time ?? "";
    await open.next("maintenance", ({ banner, time }) => banner === null && (time ?? "") > writeTime);
    assert.is((await read()).maintenance, null);
  },
);

maintenance("is limited in length", async () => {
  const refused = await admin.refused("setMaintenance", { body: { text: "a".repeat(301) } });
  assert.equal([refused.status, Object.keys(refused.errors)], [400, ["text"]]);
});

maintenance("is not replaced by an admin who has not seen it", async () => {
  const other = await addPerson(admin, { name: "Other Admin", roles: ["admin"] });
  const change = (text: string, base: string) => ({ body: { text, base: { text: base } } });
  await other.call("setMaintenance", change("At six", ""));
  const refused = await admin.refused("setMaintenance", change("At seven", ""));
  assert.equal(
    [refused.status, refused.message],
    [409, PLATFORM_MESSAGES.noticeChanged("Other Admin", "“At six”")],
  );
  assert.is((await read()).maintenance?.text, "At six");
  const same = await admin.call("setMaintenance", change("At six", ""));
  assert.is(same.maintenance?.text, "At six");
  await admin.call("setMaintenance", change("", "At six"));
  assert.is((await read()).maintenance, null);
});
