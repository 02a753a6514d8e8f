/** The real worker client, as a process, against real web processes. Its tests follow each other: one client serves many. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { identityOf } from "@understudy/engine/processes/identity.ts";
import { requeueExpired } from "@understudy/server/dispatch/renew-leases.ts";
import { curvesOfJob } from "@understudy/server/models/simulation.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { LEASE_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import { isConnected, startWorkerClient, storeTinyJob } from "../support/live/worker-client.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
/** A second web process, in all but its process: it shares MongoDB and Redis with the first, and nothing else. */
const second = await startTestServer(server.config);
const platform = await openTestPlatform(server.config);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const zoe = await addPerson(admin, { name: "Zoe" });
const page = await openSocket(ada);
const elsewhere = await openSocket(zoe);
for (const socket of [page, elsewhere]) assert.ok(await socket.watch({ kind: "resources" }));
const { client_key: key } = await ada.call("getWorkerClientKey");
const client = startWorkerClient({ url: second.url, key, name: "lab 1", concurrency: 2 });
const resourceId = Number(await isConnected(client));
const begin = (options: Partial<Parameters<typeof storeTinyJob>[1]> = {}) =>
  storeTinyJob(platform, { owner: ada, resourceId, ...options });
const countRunning = () => readdirSync(join(client.folder, "simulations")).length;

const connected = suite("a connected server");
connected("appears live on its owner's page, and there alone", async () => {
  const { resource } = await page.next("resource");
  assert.equal([resource.id, resource.name, resource.role], [resourceId, "lab 1", "All"]);
  assert.equal([resource.status, resource.allowed, resource.running], ["Online", 2, 0]);
  const { items } = await ada.call("listResources");
  assert.equal(
    items.map(({ id }) => id),
    [resourceId],
  );
  assert.equal((await zoe.call("listResources")).items, []);
  assert.equal(elsewhere.of("resource"), []);
});
connected(
  "runs what its owner's job has for it, on each simulation's values, and keeps nothing",
  async () => {
    const { over, job } = await begin({ count: 5 });
    for (const { status, outputs, inputs, attempt, log_tail, resource, running_time } of await over()) {
      assert.equal([status, attempt, resource?.id], ["Complete", 1, resourceId]);
      assert.equal(outputs, { sum: Number(inputs.x) + Number(inputs.y) });
      assert.match(log_tail ?? "", /^adding /);
      assert.ok((running_time ?? 0) > 0);
    }
    assert.is(await platform.store.simulationCurves.count(curvesOfJob(job._id)), 5);
    await eventually("nothing of it is left", () => countRunning() === 0);
    assert.equal(readdirSync(join(client.folder, "results")), []);
  },
);
connected("shows on its page how much it runs", async () => {
  const tiny = await begin({ held: true, count: 3 });
  await tiny.begun(2);
  await page.next("resource", ({ resource }) => resource.running === 2);
  tiny.open();
  await tiny.over();
  await eventually("it is idle", () => page.of("resource").at(-1)?.resource.running === 0);
});
connected("never gets another person's work", async () => {
  const hers = await storeTinyJob(platform, { owner: zoe, resourceId });
  const mine = await begin();
  await mine.over();
  assert.equal(
    (await hers.read()).map(({ status }) => status),
    ["Pending Running"],
  );
});
connected("runs other people's work while its owner shares it, and stands on everybody's page", async () => {
  const params = { resource_id: resourceId };
  const { status, message } = await zoe.refused("shareResource", { params, body: { limit: 1 } });
  assert.equal([status, message], [404, MESSAGES.noSuchResource(resourceId)], "only its owner shares it");
  const hers = await storeTinyJob(platform, { owner: zoe, resourceId });
  await ada.call("shareResource", { params, body: { limit: 1 } });
  const { resource } = await elsewhere.next("resource");
  const { id, is_own, allowed, sharing } = resource;
  assert.equal([id, is_own, allowed, sharing], [resourceId, false, 1, { limit: 1, owner_name: "Ada" }]);
  const items = (await zoe.call("listResources")).items.map((item) => [item.id, item.is_own]);
  assert.equal(items, [[resourceId, false]]);
  for (const simulation of await hers.over()) {
    assert.equal([simulation.status, simulation.resource?.id], ["Complete", resourceId]);
  }
  await ada.call("shareResource", { params, body: { limit: null } });
  assert.is((await elsewhere.next("resource-left")).id, resourceId);
  const [withdrawn] = (await zoe.call("getJobServers", { params: { job_id: hers.job._id } })).items;
  assert.equal([withdrawn?.id, withdrawn?.is_withdrawn], [resourceId, true]);
  assert.equal((await zoe.call("listResources")).items, []);
  const [ownServer] = (await ada.call("listResources")).items;
  assert.equal([ownServer?.id, ownServer?.is_own, ownServer?.sharing], [resourceId, true, null]);
});
connected("leaves kept files, and the log of what failed, in the job's work directory", async () => {
  const before = `
    import { mkdirSync, symlinkSync } from "node:fs";
    mkdirSync("waves");
    writeFileSync("waves/out.raw", Buffer.alloc(700_000, 7));
    symlinkSync("/etc/passwd", "waves/link.raw");
    console.log("and now it fails");
    process.exit(3);
  `;
  const tiny = await begin({ before, run: { keep_files: ["waves/*.raw"] } });
  const [failed] = await tiny.over();
  assert.is(failed?.error, "node ended with exit code 3.");
  assert.match(failed?.log_tail ?? "", /and now it fails/);
  const folder = join(platform.storage.workDir(tiny.job._id), "simulations", String(failed?._id));
  // The log is sent before the failure, and stored beside it.
  const log = join(folder, "understudy.log");
  await eventually(
    "its log",
    () => existsSync(log) && /^adding [\s\S]*and now it fails\n$/.test(readFileSync(log, "utf8")),
  );
  assert.equal(readFileSync(join(folder, "waves/out.raw")), Buffer.alloc(700_000, 7));
  assert.not.ok(existsSync(join(folder, "waves/link.raw")));
  await eventually("it is told at the terminal", () =>
    /Simulation \d+\.1 failed: node/.test(client.output()),
  );
});
connected("fails a simulation that says all is well and leaves no outputs", async () => {
  const tiny = await begin({ before: "process.exit(0);" });
  const [failed] = await tiny.over();
  assert.is(failed?.status, "Running Failed");
  assert.match(failed?.error ?? "", /outputs\.json/);
});
connected("ends the simulations of a job that is stopped", async () => {
  const tiny = await begin({ held: true, count: 2 });
  await tiny.begun(2);
  await ada.call("pauseJob", { params: { job_id: tiny.job._id } });
  await eventually("nothing runs", () => countRunning() === 0);
  assert.equal(
    (await tiny.read()).map(({ status }) => status),
    ["Interrupted", "Interrupted"],
  );
});
connected("asked to stop, finishes what runs, takes nothing new, and leaves the page", async () => {
  const tiny = await begin({ held: true, count: 3 });
  await tiny.begun(2);
  client.child.kill("SIGTERM");
  await eventually("it knows", () => /Stopping: no new work/.test(client.output()));
  tiny.open();
  assert.is(await client.ended(), 0);
  assert.equal((await tiny.read()).map(({ status }) => status).sort(), [
    "Complete",
    "Complete",
    "Pending Running",
  ]);
  assert.is((await page.next("resource-left")).id, resourceId);
  assert.equal((await ada.call("listResources")).items, []);
});

const lost = suite("a server that is lost");
lost(
  "and started anew has what it ran given to others at once, who have it after its lease otherwise",
  async () => {
    const start = { url: server.url, key, name: "lab 2" };
    const first = startWorkerClient(start);
    const id = Number(await isConnected(first));
    const tiny = await storeTinyJob(platform, { owner: ada, resourceId: id, held: true });
    await tiny.begun(1);
    first.child.kill("SIGKILL");
    await first.ended();
    const again = startWorkerClient({ ...start, folder: first.folder });
    assert.is(Number(await isConnected(again)), id, "the same name is the same server");
    const [orphan] = tiny.pids();
    await eventually("what it left running is ended", () => identityOf(orphan ?? 0) === null);
    const becomes = (status: string, attempt: number) =>
      eventually(`it is ${status}`, async () => {
        const [simulation] = await tiny.read();
        return simulation?.status === status && simulation.attempt === attempt ? simulation : null;
      });
    const freed = await becomes("Pending Running", 1);
    assert.is(freed?.infrastructure_failures, 1);
    again.child.kill("SIGKILL");
    await again.ended();

    const other = startWorkerClient({ ...start, name: "lab 3", concurrency: 1 });
    const otherId = Number(await isConnected(other));
    const resources = [{ id: otherId, concurrent_simulations: 1 }];
    await platform.store.jobs.update(
      { _id: tiny.job._id },
      { run: tiny.job.run && { ...tiny.job.run, resources } },
    );
    platform.wakeUps.notifyWork(tiny.job._id);
    await tiny.begun(2);
    other.child.kill("SIGKILL");
    await becomes("Running", 2);
    assert.is(await requeueExpired(platform, new Date(Date.now() + LEASE_MS / 2)), 0);
    assert.is(await requeueExpired(platform, new Date(Date.now() + LEASE_MS + 1_000)), 1);
    await becomes("Pending Running", 2);
  },
);

const cut = suite("a client whose key is made anew");
cut("is cut off at once, gives up what it ran, and says why", async () => {
  const cutOff = startWorkerClient({ url: second.url, key, name: "lab 4" });
  const id = Number(await isConnected(cutOff));
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId: id, held: true });
  await tiny.begun(1);
  await ada.call("regenerateWorkerClientKey");
  assert.is(await cutOff.ended(), 1);
  assert.match(cutOff.output(), /This worker client key has been replaced by a new one/);
  await page.next("resource-left", (event) => event.id === id);
  assert.equal(readdirSync(join(cutOff.folder, "simulations")), []);
});
