/** Training on a connected server, whole: the real client as a process, its child that trains, and a real web process. No runner is there. */
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { stubbornTables } from "../support/engine/stubborn-tables.ts";
import { runOrder, storeReadJob } from "../support/live/trainings.ts";
import { isConnected, startWorkerClient } from "../support/live/worker-client.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const server = await startTestServer();
const platform = await openTestPlatform(server.config);
const { store, storage } = platform;
const ada = await addPerson(await logInAdmin(server), { name: "Ada" });
const { client_key: key } = await ada.call("getWorkerClientKey");
const start = (name: string, folder = temporaryFolder("worker")) =>
  startWorkerClient({ url: server.url, key, name, folder, more: ["--role", "Training"] });

const client = start("lab 1");
const resourceId = Number(await isConnected(client));
const params = ({ _id }: Pick<JobRecord, "_id">) => ({ params: { job_id: _id } });
const becomes = (job: JobRecord, status: JobRecord["status"]) =>
  eventually(
    `it is ${status}`,
    async () => {
      const storedJob = await store.jobs.findOne({ _id: job._id });
      if (storedJob?.status === "Training Failed") throw new Error(storedJob.error ?? "no reason");
      return storedJob?.status === status ? storedJob : null;
    },
    60_000,
  );
const losses = async (job: JobRecord) => (await ada.call("getTrainingProgress", params(job))).loss;
const left = () => readdirSync(join(client.folder, "trainings"));

/** A training that goes on until it is stopped, of which a model has been fitted. */
async function trainLong(resource_id: number): Promise<JobRecord> {
  const job = await storeReadJob(platform, ada, { tables: stubbornTables(), effort: "thorough" });
  await ada.call("startTraining", { ...params(job), body: { train_on: "server", resource_id } });
  await eventually("some points", async () => (await losses(job)).length >= 2, 60_000);
  return job;
}
const hasCheckpoint = (job: JobRecord) =>
  eventually("a checkpoint", () => existsSync(join(storage.workDir(job._id), "checkpoint")), 60_000);

const training = suite("a training on a connected server", { timeout: 180_000 });
training("comes to the very emulator that the platform would have trained", async () => {
  const job = await storeReadJob(platform, ada);
  const body = { train_on: "server" as const, resource_id: resourceId };
  await ada.call("startTraining", { ...params(job), body });
  const done = await becomes(job, "Complete");
  const curve = await ada.call("getTrainingProgress", params(job));
  assert.ok(curve.loss.length > 0 && curve.loss.length === curve.coefficient_of_determination.length);
  await eventually("nothing of it is left there", () => left().length === 0);
  // What another process prints arrives here a little later than what it does on the disk.
  await eventually("its message", () =>
    /The training of job \d+ is done \(converged\)/.test(client.output()),
  );

  const workDir = temporaryFolder("here");
  cpSync(join(storage.workDir(job._id), "data"), join(workDir, "data"), { recursive: true });
  const options = { ...job.config.training, effort: "quick" as const };
  const fresh = { focusRegions: [], more: false, publishesProvisional: false, trainingPointCount: 0 };
  const work = { workDir, config: job.config, options, ...fresh };
  const here = (await runOrder({ type: "train", jobId: job._id, work })).at(-1);
  if (here?.type !== "trained" || done === null)
    throw new Error(`It was not trained: ${JSON.stringify(here)}`);
  assert.is(here.emulator.stopReason, "converged");
  const file = (folder: string, name: string | null) => readFileSync(join(folder, name ?? ""));
  assert.ok(
    file(workDir, here.emulator.file).equals(file(storage.workDir(job._id), done.emulator_file)),
    "byte for byte",
  );
});
training("stops when asked, brings what there is, and goes on from there", async () => {
  const job = await trainLong(resourceId);
  const stopped = await ada.call("pauseJob", params(job));
  assert.equal([stopped.status, stopped.training_server?.is_training], ["Interrupted", true]);
  await eventually(
    "its emulator",
    async () => (await ada.call("getJob", params(job))).emulator_version === 1,
    30_000,
  );
  await hasCheckpoint(job);
  const before = (await losses(job)).length;
  await ada.call("resumeJob", params(job));
  await eventually("more points", async () => (await losses(job)).length > before, 60_000);
  await ada.call("deleteJobs", { body: { ids: [job._id] } });
  await eventually("nothing of it is left there", () => left().length === 0, 30_000);
});
training("whose client is killed is taken up by its next start, from the last checkpoint", async () => {
  const killed = start("lab 2");
  const id = Number(await isConnected(killed));
  const job = await trainLong(id);
  await hasCheckpoint(job);
  killed.child.kill("SIGKILL");
  await killed.ended();
  const before = (await losses(job)).length;
  const again = start("lab 2", killed.folder);
  assert.is(Number(await isConnected(again)), id);
  await eventually("more points", async () => (await losses(job)).length > before, 60_000);
  const storedJob = await store.jobs.findOne({ _id: job._id });
  assert.equal(
    [storedJob?.status, storedJob?.training_attempts, storedJob?.training_server?.infrastructure_failures],
    ["Training", 2, 1],
  );

  // Asked to leave, it gives the training back with its last checkpoint.
  again.child.kill("SIGTERM");
  assert.is(await again.ended(), 0);
  // A lease that ran out instead would count as a second failure.
  const waiting = await eventually("the end of its lease", async () => {
    const leased = await store.jobs.findOne({ _id: job._id });
    return leased?.training_server?.lease_until === null ? leased : null;
  });
  assert.equal([waiting.status, waiting.training_server?.infrastructure_failures], ["Training", 1]);
  const moved = { train_on: "server" as const, resource_id: resourceId };
  await ada.call("moveTraining", { ...params(job), body: moved });
  const reached = (await losses(job)).length;
  await eventually("more points", async () => (await losses(job)).length > reached, 60_000);
  await ada.call("pauseJob", params(job));
  await eventually(
    "its emulator",
    async () => (await ada.call("getJob", params(job))).emulator_version === 1,
    30_000,
  );
});
