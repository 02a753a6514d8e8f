/** The order of the jobs of several people in the queues, over HTTP and MongoDB. */
import { deleteJobs } from "@understudy/server/commands/jobs/change-jobs.ts";
import { claimJob } from "@understudy/server/commands/jobs/claim-work.ts";
import type { JobRecord } from "@understudy/server/models/job.ts";
import { assert, suite } from "../harness.ts";
import { admin, colleague, owner, params, server, store, storeJob } from "../support/api/stored-jobs.ts";
import { makeConfig, makeInput, makeOutput } from "../support/factories.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("the queue of trainings", { timeout: 120_000 });
const platform = await openTestPlatform(server.config);
const outputs = ["y", "z"].map((name) => makeOutput(name));
const config = makeConfig({
  inputs: [makeInput("a"), makeInput("b")],
  outputs,
  emulator_outputs: outputs.map(({ name }) => name),
  data_set_sizes: { combined: 15_000, training: 12_000, validation: 3_000 },
  has_been_configured: true,
});
type Person = typeof owner;

async function startTraining(person: Person): Promise<JobRecord> {
  const creator = { id: person.id, name: person.name };
  const job = await storeJob({ status: "Awaiting Configuration", config, creator });
  await person.call("startTraining", { ...params(job), body: { train_on: "platform", effort: "thorough" } });
  return await readJob(job);
}
async function readJob({ _id }: Pick<JobRecord, "_id">): Promise<JobRecord> {
  const job = await store.jobs.findOne({ _id });
  if (job === null) throw new Error(`Job ${_id} does not exist.`);
  return job;
}
const claim = ({ _id, work }: JobRecord) =>
  claimJob(platform, { jobId: _id, phase: "training", ticket: work.ticket, claimId: "a runner's" });
const readAhead = async (person: Person, job: JobRecord) =>
  (await person.call("getJobQueue", params(job))).ahead;

const remove = (person: Person, ...jobs: JobRecord[]) =>
  person.call("deleteJobs", { body: { ids: jobs.map(({ _id }) => _id) } });

it("forgets what a person trained while nobody else did, once the queue is empty", async () => {
  const first = await startTraining(owner);
  await claim(first);
  await owner.call("pauseJob", params(first));
  const rival = await startTraining(colleague);
  const second = await startTraining(owner);
  assert.ok(rival.work.order >= first.work.order + first.work.charge - 1e-3);
  assert.ok(Math.abs(second.work.order - rival.work.order) < 1e-3, "both start at the virtual time");
  await remove(owner, second);
  await remove(colleague, rival);
  const finish = await store.queueTimes.findOne({ _id: `training/${owner.id}` });
  const virtualTime = await store.queueTimes.findOne({ _id: "training" });
  assert.ok(finish && virtualTime && virtualTime.value >= finish.value);
});

it("keeps the order of those who wait while a queue is not empty", async () => {
  const first = await startTraining(owner);
  const second = await startTraining(owner);
  await claim(first);
  await owner.call("pauseJob", params(first));
  const rival = await startTraining(colleague);
  assert.ok(rival.work.order < second.work.order, "the rival is before the second of the owner's jobs");
  await remove(owner, second);
  await remove(colleague, rival);
});

it("gives a charge back once when two requests delete a job, to the person who paid it", async () => {
  const waiting = await startTraining(owner);
  const job = await startTraining(owner);
  const { id, name } = colleague;
  await store.jobs.update({ _id: job._id }, { creator: { id, name } });
  await Promise.all([1, 2, 3, 4].map(() => deleteJobs(platform, [job._id])));
  const finish = await store.queueTimes.findOne({ _id: `training/${owner.id}` });
  assert.ok(finish && Math.abs(finish.value - job.work.order) < 1e-3);
  await remove(owner, waiting);
});

it("serves somebody's one job after the next of another's many, and says so", async () => {
  const many: JobRecord[] = [];
  for (let i = 0; i < 12; i++) many.push(await startTraining(owner));
  const [first, second] = many;
  assert.ok(first && second);
  await claim(first);
  const single = await startTraining(colleague);
  assert.is(single.work.order, first.work.order, "it starts at the virtual time");
  assert.is(await readAhead(colleague, single), 0);
  assert.is(await readAhead(owner, second), 1);
  const waiting = [...many.slice(1), single];
  const parallel = await Promise.all([1, 2, 3].map(() => startTraining(owner)));
  const orders = [...waiting, ...parallel].map(({ work }) => work.order);
  assert.is(
    new Set(orders.map((order) => order.toFixed(3))).size,
    orders.length,
    "each has a tag of its own",
  );
});

it("takes nothing for a job that is stopped before a runner takes it, or deleted", async () => {
  const first = await startTraining(owner);
  await owner.call("pauseJob", params(first));
  const second = await startTraining(owner);
  assert.ok(Math.abs(second.work.order - first.work.order) < 1e-3);
  assert.is((await readJob(first)).work.charge, 0);
  await owner.call("pauseJob", params(second));
  await owner.call("resumeJob", params(second));
  const again = await readJob(second);
  assert.ok(Math.abs(again.work.order - first.work.order) < 1e-3);
  await owner.call("deleteJobs", { body: { ids: [second._id] } });
  const third = await startTraining(owner);
  assert.ok(Math.abs(third.work.order - first.work.order) < 1e-3);
});

it("gives a person of twice the weight twice the share", async () => {
  await admin.call("updateUser", { params: { user_id: colleague.id }, body: { queue_weight: 2 } });
  const light = await startTraining(owner);
  const heavy = await startTraining(colleague);
  assert.ok(Math.abs(heavy.work.charge - light.work.charge / 2) < 1e-6);
  assert.is(heavy.work.weight, 2);
  for (const queue_weight of [0, -1, 11, Number.NaN]) {
    const body = { queue_weight };
    const refused = await admin.refused("updateUser", { params: { user_id: colleague.id }, body });
    assert.is(refused.status, 400, String(queue_weight));
  }
});
