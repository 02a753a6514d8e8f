/** The emulators of a training that goes on, with the real runner: who may ask them what, and what becomes of them. */
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { transitionJob } from "@understudy/server/commands/jobs/transition-job.ts";
import { createRunnerPorts } from "@understudy/server/runner-ports/runner-ports.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { owner, predict, server, store } from "../support/api/file-jobs.ts";
import { beginLongTraining } from "../support/api/long-training.ts";
import { makeJob } from "../support/factories.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("an emulator of a training that goes on", { timeout: 180_000 });

const platform = await openTestPlatform(server.config);
let job_id = 0;
const read = () => owner.call("getJob", { params: { job_id } });

it("is evaluated, with bounds, before the training is complete", async () => {
  job_id = await beginLongTraining(owner);
  const job = await eventually(
    "an emulator",
    async () => {
      const now = await read();
      return now.emulator_status === "available" ? now : null;
    },
    60_000,
    100,
  );
  assert.equal([job?.status, job?.emulator_is_provisional], ["Training", true]);
  assert.equal([job?.emulator_quality, job?.emulator_verdict], [null, null], "it is not judged yet");
  const { outputs, emulator_version } = await predict(job_id, {});
  assert.ok(emulator_version >= (job?.emulator_version ?? 1));
  for (const { values, lower_bounds, upper_bounds } of Object.values(outputs)) {
    values.forEach((value, at) => {
      assert.ok((lower_bounds[at] ?? value) < value && value < (upper_bounds[at] ?? value));
    });
  }
  assert.is((await read()).status, "Training");
});

it("counts the rows that it is fitted to, which are not all of the training rows", async () => {
  const params = { params: { job_id } };
  const { training_rows, outputs } = await owner.call("getEmulatorReport", params);
  const { data_set_sizes } = await owner.call("getJobConfig", params);
  assert.ok(training_rows > 0 && training_rows < data_set_sizes.training, `${training_rows} rows`);
  assert.equal(
    outputs.map((output) => output.training_rows),
    outputs.map(() => training_rows),
  );
});

it("is neither exported nor used by another job", async () => {
  const { name, variables } = await read();
  const params = { job_id };
  const body = { format: "python" as const };
  const refused = await owner.refused("createExport", { params, body });
  assert.equal([refused.status, refused.message], [409, MESSAGES.provisionalEmulator(name)]);
  const { id: spec_version_id } = await owner.call("getJobSpecVersion", { params });
  const search = {
    name: "Search",
    objective: "Sampling" as const,
    emulator_job_id: job_id,
    variables: {},
    resources: { type: "emulator" as const },
  };
  const { errors } = await owner.refused("createSpecJob", { params: { spec_version_id }, body: search });
  assert.equal(errors.emulator_job_id, [MESSAGES.provisionalEmulator(name)]);
  assert.ok(variables.length > 0);
});

it("is replaced by the last emulator of the training, and its file removed", async () => {
  const before = await read();
  await owner.call("pauseJob", { params: { job_id } });
  const after = await eventually(
    "the last emulator",
    async () => {
      const now = await read();
      return now.emulator_is_provisional ? null : now;
    },
    60_000,
    100,
  );
  assert.ok((after?.emulator_version ?? 0) > before.emulator_version);
  assert.is(after?.emulator_quality?.change, null, "there was no finished emulator before");
  assert.is((await predict(job_id, {})).emulator_version, after?.emulator_version);
  const { emulator_file } = (await store.jobs.findOne({ _id: job_id })) ?? {};
  const folder = join(platform.storage.workDir(job_id), "emulators");
  const left = () => readdir(folder);
  await eventually("one file is left", async () => (await left()).length === 1, 30_000, 200);
  assert.equal(await left(), [basename(emulator_file ?? "")]);
});

/** A job that a runner which is not there trains. */
async function storeTraining(fields: Parameters<typeof makeJob>[0] = {}) {
  const _id = await store.nextId("jobs");
  const claim = { jobId: _id, phase: "training", ticket: 7, claimId: "claimed" } as const;
  const job = makeJob({ _id, creator: { id: owner.id, name: owner.name }, status: "Training", ...fields });
  await store.jobs.insert({ ...job, work: { ...job.work, ticket: claim.ticket, claim_id: claim.claimId } });
  return { claim, ports: createRunnerPorts(platform) };
}
const stored = async ({ jobId }: { jobId: number }) => {
  const job = await store.jobs.findOne({ _id: jobId });
  if (job === null) throw new Error(`There is no job ${jobId}.`);
  return job;
};

it("is withdrawn when the training fails, and versions rise further when it is tried again", async () => {
  const { claim, ports } = await storeTraining();
  assert.is(await ports.storeProvisionalEmulator(claim, "emulators/first.emulator"), "applied");
  assert.is(await ports.storeProvisionalEmulator(claim, "emulators/second.emulator"), "applied");
  const training = await stored(claim);
  assert.equal(
    [training.emulator_file, training.emulator_version, training.emulator_stage],
    ["emulators/second.emulator", 2, "provisional"],
  );
  await ports.transition(claim, { trigger: "failed", error: "It failed.", validationErrors: null });
  const params = { params: { job_id: claim.jobId } };
  const failed = await owner.call("getJob", params);
  assert.equal([failed.emulator_status, failed.emulator_is_provisional], [null, false]);
  const refused = await owner.refused("predict", { ...params, body: {} });
  assert.equal([refused.status, refused.message], [404, MESSAGES.noEmulator(failed.name)]);
  assert.is(await ports.storeProvisionalEmulator(claim, "emulators/late.emulator"), "refused");
  await store.jobs.update({ _id: claim.jobId }, { status: "Training" });
  assert.is(await ports.storeProvisionalEmulator(claim, "emulators/third.emulator"), "applied");
  assert.is((await stored(claim)).emulator_version, 3);
});

it("is kept while its training is interrupted, until the last one is stored", async () => {
  const { claim, ports } = await storeTraining();
  await ports.storeProvisionalEmulator(claim, "emulators/first.emulator");
  await transitionJob(platform, claim.jobId, "pause");
  const paused = await stored(claim);
  assert.equal([paused.emulator_file, paused.emulator_stage], ["emulators/first.emulator", "provisional"]);
  assert.is(await ports.storeProvisionalEmulator(claim, "emulators/late.emulator"), "refused");
});

it("never takes the place of a finished one", async () => {
  const { claim, ports } = await storeTraining({ emulator_version: 1, emulator_file: "emulators/done" });
  assert.is(await ports.storeProvisionalEmulator(claim, "emulators/new.emulator"), "refused");
  const { emulator_file, emulator_version } = await stored(claim);
  assert.equal([emulator_file, emulator_version], ["emulators/done", 1]);
});
