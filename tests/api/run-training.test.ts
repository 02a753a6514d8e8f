/** The training of a job from the simulations that its servers have run. */
import { openDataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { startTraining } from "@understudy/server/commands/jobs/start-training.ts";
import { updateConfig } from "@understudy/server/commands/jobs/update-config.ts";
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
  await eventually("the slow one has two", () => slowly.leases.length === 2);
  const quickly = await startStubServer(platform, fast, {
    run: (_, place) => (place === 3 ? { failure: "It does not converge." } : "outputs"),
  });
  await eventually("the fast one has all others", () => quickly.leases.length === 28);
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

it("trains each output on the simulations that have it", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 30, train_when_done: true });
  const training = { ...job.config.training, effort: "quick" as const };
  await store.jobs.update({ _id: job._id }, { config: { ...job.config, training } });
  const isLacking = (place: number) => place % 2 === 0;
  const stub = await startStubServer(platform, server, {
    run: (_, place) => (isLacking(place) ? { undefinedOutputs: { decay: "decay is empty." } } : "outputs"),
  });
  const done = await reaches(job, "Complete");
  assert.equal(done.simulation_counts, { planned: 30, running: 0, complete: 30, failed: 0 });
  assert.is(done.config.data_set_sizes.combined, 30);
  assert.equal(done.config.output_rows, [{ output: "decay", rows: 15 }]);
  assert.equal(
    done.emulator_quality?.outputs.map(({ name }) => name),
    ["sum", "decay"],
  );
  const dataset = await openDataset(platform.storage.workDir(job._id));
  const { outputs } = await dataset.readRow("combined", 0);
  await dataset.close();
  const [first] = await all(job);
  assert.equal(first?.undefined_outputs, { decay: "decay is empty." });
  assert.equal([...(outputs.decay ?? [])], [Number.NaN, Number.NaN, Number.NaN]);
  assert.equal([...(outputs.time ?? [])], [0, 0.5, 1]);
  await stub.close();
});

it("names marks of failed runs, and leaves them out where a person chose to, without simulating again", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 36 });
  const stub = await startStubServer(platform, server, {
    run: (_, place) => {
      if (place === 5) return { failure: "It does not converge." };
      return place % 6 === 0 ? { changed: { sum: 1e30 } } : "outputs";
    },
  });
  const named = await reaches(job, "Awaiting Configuration");
  const [mark, ...furtherMarks] = named.config.suspected_marks;
  assert.equal([mark?.output, mark?.value, mark?.row_count, furtherMarks], ["sum", 1e30, 6, []]);
  assert.equal([named.config.data_set_sizes.combined, named.config.output_rows], [35, []]);
  const dataset = await openDataset(platform.storage.workDir(job._id));
  const numbered = await Promise.all((mark?.rows ?? []).map((row) => dataset.readRow("combined", row - 2)));
  await dataset.close();
  assert.ok(numbered.every(({ outputs }) => outputs.sum?.[0] === 1e30));

  const { data_options } = named.config;
  const failed_run_marks = [{ output: "sum", value: 1e30 }];
  await updateConfig(platform, { _id: 1, name: "Ada" }, job._id, {
    data_options: { ...data_options, failed_run_marks },
  });
  await act(job, "retry");
  const without = await eventually(
    "the data without the marks",
    async () => {
      const now = await read(job);
      return now.status === "Awaiting Configuration" && now.config.output_rows.length > 0 ? now : null;
    },
    120_000,
  );
  assert.equal(without.config.output_rows, [{ output: "sum", rows: 29 }]);
  assert.equal([without.config.suspected_marks, without.config.data_set_sizes.combined], [[], 35]);
  assert.equal(without.simulation_counts, { planned: 36, running: 0, complete: 35, failed: 1 });
  assert.ok((await all(job)).every(({ attempt }) => attempt === 1));
  await stub.close();
});

it("leaves out an output that no simulation has", async () => {
  const server = newServer();
  const job = await start({ resources: chosen(server), maximum_simulations: 16 });
  const undefinedOutputs = { decay: "decay is empty." };
  const stub = await startStubServer(platform, server, { run: () => ({ undefinedOutputs }) });
  const { config } = await reaches(job, "Awaiting Configuration");
  assert.equal(config.output_rows, [{ output: "decay", rows: 0 }]);
  assert.equal(config.emulator_outputs, ["sum"]);
  await stub.close();
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
  // So few rows are all trained on, and measured by cross-validation.
  assert.is(done.emulator_quality?.validation_rows, done.config.data_set_sizes.combined);
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
  const outputs = config.outputs.map((output) =>
    output.name === "sum" ? { ...output, display: "Total" } : output,
  );
  await store.jobs.updateAll({ _id: job._id }, { config: { ...config, outputs } });
  const training = { ...DEFAULT_TRAINING_OPTIONS, effort: "quick", validation_percentage: 25 } as const;
  await startTraining(platform, job._id, "configure-training", training);
  gate.resolve();
  const trained = await reaches(job, "Complete");
  assert.is(trained.config.outputs.find(({ name }) => name === "sum")?.display, "Total");
  assert.equal(trained.config.data_set_sizes, { combined: 16, training: 12, validation: 4 });
  await stub.close();
});
