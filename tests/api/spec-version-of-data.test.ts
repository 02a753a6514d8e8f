import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import { colleague, owner, params, store, storeJob } from "../support/api/stored-jobs.ts";
import { storeServer } from "../support/api/stored-specs.ts";
import { makeConfig, makeCoordinate, makeInput, makeOutput } from "../support/factories.ts";

const config = makeConfig({
  inputs: [
    makeInput("width", { display: "Width", unit: "m", min: 1e-6, max: 1e-5, initval: 2e-6 }),
    makeInput("corner", { type: "MultiSelect", values: ["slow", "fast"], initval: "slow" }),
    makeInput("bias", { fixed: true, initval: 0.7 }),
  ],
  outputs: [
    makeOutput("gain", { unit: "dB" }),
    makeOutput("noise", { ignored: true }),
    makeOutput("current", { type: "Vector", length: 11, coordinate_name: "voltage" }),
    makeOutput("trace", { type: "Vector", length: 4 }),
  ],
  coordinates: [makeCoordinate("voltage", { unit: "V", min: 0, max: 2, length: 11 })],
  emulator_outputs: ["gain", "current", "trace"],
});

const it = suite("the spec version of a data-driven job");

it("has the configured columns as variables and outputs, and nothing that could be run", async () => {
  const job = await storeJob({ name: "Amplifier", config });
  const version = await colleague.call("getJobSpecVersion", params(job));
  assert.is(version.name, "Amplifier");
  assert.is(version.spec_id, null);
  assert.is(version.data_job_id, job._id);
  assert.is(version.run, null);
  assert.equal(
    version.variables.map(
      ({ name, verbose_name, unit, type, default_min, default_max, default_val, fixed, options }) => [
        name,
        verbose_name,
        unit,
        type,
        default_min,
        default_max,
        default_val,
        fixed,
        options,
      ],
    ),
    [
      ["width", "Width", "m", "Scalar", 1e-6, 1e-5, 2e-6, false, null],
      ["corner", "corner", "", "MultiSelect", null, null, "slow", false, ["slow", "fast"]],
      ["bias", "bias", "", "Scalar", 0, 1, 0.7, true, null],
    ],
  );
  assert.equal(
    version.outputs.map(({ name, type, coordinate }) => [name, type, coordinate]),
    [
      ["gain", "Scalar", null],
      ["current", "Vector", "voltage"],
      ["trace", "Vector", "index_4"],
    ],
  );
  assert.equal(
    version.coordinates.map(({ name, grid }) => [name, grid]),
    [
      ["voltage", { from: 0, to: 2, points: 11, spacing: "linear" }],
      ["index_4", { from: 0, to: 3, points: 4, spacing: "linear" }],
    ],
  );
  assert.ok(version.score_function_options.some(({ name }) => name === "Match target curve"));
});

it("stays the same until the configuration changes", async () => {
  const job = await storeJob({ config });
  const first = await owner.call("getJobSpecVersion", params(job));
  assert.is((await owner.call("getJobSpecVersion", params(job))).id, first.id);
  await owner.call("updateJobConfig", { ...params(job), body: { outputs: [{ name: "gain", unit: "V/V" }] } });
  const second = await owner.call("getJobSpecVersion", params(job));
  assert.is(second.number, 2);
  assert.is(second.outputs[0]?.unit, "V/V");
  // A page that shows the first version can still be used.
  const { outputs } = await owner.call("getSpecVersion", { params: { spec_version_id: first.id } });
  assert.is(outputs[0]?.unit, "dB");
});

it("does not exist before the columns are known, nor for a spec's editors", async () => {
  const unread = await storeJob({ config: makeConfig({ inputs: [], outputs: [], emulator_outputs: [] }) });
  assert.is((await owner.refused("getJobSpecVersion", params(unread))).message, MESSAGES.specVersionNotFound);
  const job = await storeJob({ config });
  const { id } = await owner.call("getJobSpecVersion", params(job));
  const body = { source: "form-params" as const, source_spec_version_id: id, variables: [], outputs: [] };
  assert.is((await owner.refused("createSpecVersion", { body })).status, 404);
  await store.jobs.remove({ _id: job._id });
  assert.is((await owner.refused("getSpecVersion", { params: { spec_version_id: id } })).status, 404);
});

it("is simulated by no server", async () => {
  const job = await storeJob({ config });
  const { id } = await owner.call("getJobSpecVersion", params(job));
  const server = await storeServer();
  const body = {
    name: "Never",
    objective: "Training" as const,
    simulation_resources: { type: "servers" as const, servers: [{ id: server._id }] },
  };
  const refusal = await owner.refused("createSpecJob", { params: { spec_version_id: id }, body });
  assert.equal(refusal.errors, { simulation_resources: [MESSAGES.noProgram] });
});
