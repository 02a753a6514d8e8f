/** The training of a job from the simulations that its servers have run. */
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { startTraining } from "@understudy/server/commands/jobs/start-training.ts";
import { DEFAULT_TRAINING_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { assert, eventually, suite } from "../harness.ts";
import { startTestRunner } from "../support/processes/stack.ts";
import {
  act,
  all,
  chosen,
  newServer,
  platform,
  reaches,
  read,
  start,
  store,
} from "../support/runner/simulating-jobs.ts";
import { simulate } from "../support/specs/simulations.ts";
import { startStubServer } from "../support/specs/stub-server.ts";

const it = suite("the training of a job whose simulations servers run", { timeout: 300_000 });
await startTestRunner(platform.config);

it("is trained on what two servers of unequal speed answered, failed ones left out", async () => {
  const [fast, slow] = [newServer(), newServer()];
  const job = await start({ resources: chosen(fast, slow), maximum_simulations: 30 });
  const gate = Promise.withResolvers<void>();
  const slowly = await startStubServer(platform, slow, {
    atOnce: 2,
    run: async () => {
      await gate.promise;
      return "outputs" as const;
    },
  });
  await eventually("the slow one has two", () => slowly.given.length === 2);
  const quickly = await startStubServer(platform, fast, {
    run: (_, place) => (place === 3 ? { failure: "It does not converge." } : "outputs"),
  });
  await eventually("the fast one has all others", () => quickly.given.length === 28);
  gate.resolve();
  const run = await reaches(job, "Awaiting Configuration");
  assert.equal(run.simulation_counts, { planned: 30, running: 0, complete: 29, failed: 1 });
  assert.equal(run.config.data_set_sizes.combined, 29);
  assert.equal(run.config.emulator_outputs, ["sum", "decay"]);
  assert.is(run.config.coordinate_name, "time");

  const records = await all(job);
  assert.ok(records.every(({ attempt, index, point }) => attempt === 1 && index === point));
  const failed = records.find(({ status }) => status === "Running Failed");
  assert.equal([failed?.error, failed?.log_tail], ["It does not converge.", "The end of the log"]);
  const dataset = await openDataset(platform.storage.workDir(job._id));
  for (let row = 0; row < 29; row++) {
    const { inputs, outputs } = await dataset.readRow("combined", row);
    const expected = simulate({ x: Number(inputs.x), y: Number(inputs.y) });
    assert.equal([...(outputs.sum ?? [])], [expected.sum]);
    assert.equal([...(outputs.decay ?? [])], expected.decay);
    assert.equal([...(outputs.time ?? [])], [0, 0.5, 1]);
  }
  await dataset.close();

  await startTraining(platform, job._id, "start-training", { ...DEFAULT_TRAINING_OPTIONS, effort: "quick" });
  const { emulator_version: version } = await reaches(job, "Complete");
  await act(job, "resume");
  const more = await eventually(
    "more simulations",
    async () => {
      const now = await read(job);
      return now.status === "Complete" && now.emulator_version > version ? now : null;
    },
    120_000,
  );
  assert.is(more.config.data_set_sizes.combined, 29 + 8);
  assert.is((await all(job)).filter(({ origin }) => origin === "resume").length, 8);
  await quickly.close();
  await slowly.close();
  await act(job, "resume");
  await eventually(
    "no more without a server",
    async () => (await read(job)).emulator_version > more.emulator_version,
    120_000,
  );
  assert.is((await all(job)).length, 38);
});

it("starts by itself, with the settings that the job has, where that was asked for", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 20, train_when_done: true });
  const training = { ...job.config.training, effort: "quick" as const };
  await store.jobs.update({ _id: job._id }, { config: { ...job.config, training } });
  await startStubServer(platform, server);
  const done = await reaches(job, "Complete");
  assert.ok(done.config.has_been_configured);
  assert.is(done.emulator_stage, "final");
  assert.is(done.emulator_quality?.outputs.length, 2);
  assert.is(done.emulator_quality?.validation_rows, done.config.data_set_sizes.validation);
});

it("keeps what was configured while it ran, and is trained at once", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 16 });
  const gate = Promise.withResolvers<void>();
  const stub = await startStubServer(platform, server, {
    run: async () => {
      await gate.promise;
      return "outputs" as const;
    },
  });
  await eventually("it runs", async () => (await read(job)).status === "Running");
  const { config } = await read(job);
  const outputs = config.outputs.map((one) => (one.name === "sum" ? { ...one, display: "Total" } : one));
  await store.jobs.updateAll({ _id: job._id }, { config: { ...config, outputs } });
  const training = { ...DEFAULT_TRAINING_OPTIONS, effort: "quick", validation_percentage: 25 } as const;
  await startTraining(platform, job._id, "configure-training", training);
  gate.resolve();
  const trained = await reaches(job, "Complete");
  assert.is(trained.config.outputs.find(({ name }) => name === "sum")?.display, "Total");
  assert.equal(trained.config.data_set_sizes, { combined: 16, training: 12, validation: 4 });
  await stub.close();
});
