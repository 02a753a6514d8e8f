/** A worker client that hands its simulations to a cluster, seen from the platform: a real one where this user may start it. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "@understudy/engine/math/random.ts";
import { createScheduler, type SchedulerName } from "@understudy/engine/worker/clusters/create-scheduler.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { NO_REQUESTS } from "../support/clusters/cluster-client.ts";
import { startGridEngine } from "../support/clusters/real-grid-engine.ts";
import { type Cluster, canStartClusters, startSlurm } from "../support/clusters/real-slurm.ts";
import { StandInGridEngine } from "../support/clusters/stand-in-grid-engine.ts";
import { StandInSlurm } from "../support/clusters/stand-in-slurm.ts";
import { openSocket } from "../support/live/browser-socket.ts";
import {
  isConnected,
  startWorkerClient,
  storeTinyJob,
  type WorkerClient,
} from "../support/live/worker-client.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const { client_key: key } = await ada.call("getWorkerClientKey");

type Start = {
  name: string;
  cluster: Cluster;
  scheduler?: SchedulerName;
  concurrency: number;
  perTask: number;
  folder?: string;
};
function start({ name, cluster, scheduler = "slurm", concurrency, perTask, folder }: Start): WorkerClient {
  const more = ["--executor", scheduler, "--poll", "1", "--per-task", String(perTask)];
  const place = folder === undefined ? {} : { folder };
  return startWorkerClient({ url: server.url, key, name, concurrency, more, env: cluster.env, ...place });
}
async function killAndStart(client: WorkerClient, options: Start): Promise<WorkerClient> {
  client.child.kill("SIGKILL");
  await client.ended();
  const next = start({ ...options, folder: client.folder });
  await isConnected(next);
  return next;
}
const isEmpty = ({ folder }: WorkerClient, name: string) => readdirSync(join(folder, name)).length === 0;

const clusters = suite("a client of a cluster", { timeout: 240_000 });
clusters("shows where each simulation stands, and cancels the tasks of a job that is stopped", async () => {
  const cluster = new StandInSlurm();
  cluster.slots = 1;
  const client = start({ name: "queue", cluster, concurrency: 3, perTask: 1 });
  const resourceId = Number(await isConnected(client));
  const socket = await openSocket(ada);
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, count: 3, held: true });
  const job_id = tiny.job._id;
  assert.ok(await socket.watch({ kind: "job", job_id }));
  const query = { page_number: 1, page_size: 10, sort_by: "id", sort_order: "ascending" } as const;
  const places = async () => {
    const { items } = await ada.call("listSimulations", { params: { job_id }, query });
    return items.map(({ status, queue_place }) => `${status}: ${queue_place?.state} ${queue_place?.reason}`);
  };
  await eventually("one runs and two wait", async () => {
    const texts = (await places()).sort().join("; ");
    return texts === "Running: pending Resources; Running: pending Resources; Running: running ";
  });
  assert.ok((await socket.next("queue-places")).job_id === job_id);
  // A task runs for its cluster before its simulation has begun.
  await tiny.begun(1);
  const queue = { scheduler: "Slurm", pending: 2, held: 0, running: 1, reasons: ["Resources"] };
  await eventually("the page of servers counts them", async () => {
    const { items } = await ada.call("listResources");
    return JSON.stringify(items[0]?.queue) === JSON.stringify(queue);
  });
  await ada.call("pauseJob", { params: { job_id } });
  await eventually("its tasks are over", () => cluster.listed("RUNNING", "PENDING").length === 0);
  assert.is(tiny.pids().length, 1, "what had waited never ran");
  await eventually("nothing of it is left", () => isEmpty(client, "batches"));
  client.child.kill("SIGKILL");
});

clusters("answers each simulation once, however often it is killed", async () => {
  const cluster = new StandInSlurm();
  const random = createRandom(7);
  const options = { name: "killed", cluster, concurrency: 24, perTask: 4 };
  let client = start(options);
  const resourceId = Number(await isConnected(client));
  const count = 60;
  const before = "await sleep(200);";
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, count, before });
  for (let kills = 0; kills < 3; kills++) {
    await sleep(300 + 1_500 * random.uniform());
    cluster.lostAnswers = 1;
    client = await killAndStart(client, options);
  }
  const done = await tiny.over(180_000);
  assert.ok(done.every(({ status }) => status === "Complete"));
  assert.is(tiny.pids().length, count, "nothing was run twice");
  await eventually("all is acknowledged", () => isEmpty(client, "results") && isEmpty(client, "batches"));
  client.child.kill("SIGKILL");
});

clusters("says with --check whether its scheduler answers", async () => {
  const cluster = new StandInGridEngine();
  const check = async (): Promise<{ code: number | null; output: string }> => {
    const more = ["--executor", "gridengine", "--check"];
    const client = startWorkerClient({ url: server.url, key, name: "check", more, env: cluster.env });
    return { code: await client.ended(), output: client.output() };
  };
  const ready = await check();
  assert.match(ready.output, /ok {4}qsub of Grid Engine is .*\n(ok {4}.*\n)+ok {4}Grid Engine answers\./);
  cluster.isDown = true;
  const down = await check();
  assert.match(down.output, /no {4}qstat: .*unable to send message to qmaster/);
  assert.equal([ready.code, down.code], [0, 1]);
});

const REAL_CLUSTERS = [
  {
    title: "Slurm",
    scheduler: "slurm",
    open: () => (canStartClusters() ? startSlurm() : Promise.resolve(new StandInSlurm())),
  },
  {
    title: "Grid Engine",
    scheduler: "gridengine",
    open: () => (canStartClusters() ? startGridEngine() : Promise.resolve(new StandInGridEngine())),
  },
] as const;

for (const { title, scheduler, open } of REAL_CLUSTERS) {
  clusters(`finds its tasks in the queue of ${title} after it was killed`, async () => {
    const cluster: Cluster = await open();
    const options = { name: scheduler, cluster, scheduler, concurrency: 12, perTask: 3 };
    const client = start(options);
    const resourceId = Number(await isConnected(client));
    const tiny = await storeTinyJob(platform, { owner: ada, resourceId, count: 12, held: true });
    await tiny.begun(2);
    const commands = createScheduler(scheduler, { ...process.env, ...cluster.env }, NO_REQUESTS);
    const listed = await commands.list("understudy-", []);
    assert.is(listed.length, 4, JSON.stringify(listed));
    client.child.kill("SIGKILL");
    await client.ended();
    tiny.open();
    const again = await killAndStart(client, options);
    const done = await tiny.over(120_000);
    assert.ok(done.every(({ status, attempt }) => status === "Complete" && attempt === 1));
    assert.is(tiny.pids().length, 12, "nothing was run twice");
    await eventually("all is acknowledged", () => isEmpty(again, "results") && isEmpty(again, "batches"));
  });
}
