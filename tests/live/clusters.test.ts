/** A worker client that hands its simulations to Slurm. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { startSlurm } from "../support/clusters/real-slurm.ts";
import { isConnected, startWorkerClient, storeTinyJob } from "../support/live/worker-client.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const cluster = await startSlurm();
const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const admin = await logInAdmin(server);
const ada = await addPerson(admin, { name: "Ada" });
const { client_key: key } = await ada.call("getWorkerClientKey");
const options = ["--executor", "slurm", "--poll", "1"];

const slurm = suite("a client of Slurm", { timeout: 180_000 });
slurm("runs a job", async () => {
  const client = startWorkerClient({
    url: server.url,
    key,
    name: "cluster",
    concurrency: 20,
    more: [...options, "--per-task", "5", "--verbose"],
    env: cluster.env,
  });
  const resourceId = Number(await isConnected(client));
  const t = Date.now();
  const tiny = await storeTinyJob(platform, { owner: ada, resourceId, count: 20 });
  const done = await tiny.over(120_000).catch(async (e) => {
    console.log(client.output(), await cluster.command("squeue"));
    throw e;
  });
  console.log(Date.now() - t, client.output().slice(-1500));
  assert.ok(done.every(({ status, attempt }) => status === "Complete" && attempt === 1));
  assert.is(tiny.pids().length, 20);
  await eventually("all is acknowledged", () => readdirSync(join(client.folder, "results")).length === 0);
  await eventually("no batch is left", () => readdirSync(join(client.folder, "batches")).length === 0);
});
