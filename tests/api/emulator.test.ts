/** From two files to an emulator that is asked, with the real runner and a real training. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../harness.ts";
import {
  admin,
  configureAndTrain,
  createJob,
  outputs,
  owner,
  parameters,
  predict,
  ROW_COUNT,
  statusBecomes,
} from "../support/api/file-jobs.ts";
import { addPerson } from "../support/api/people.ts";

let job_id = 0;
let version = 0;
const params = () => ({ params: { job_id } });

const life = suite("a job from files", { timeout: 180_000 });
life("is read, configured and trained, and then answers", async () => {
  job_id = await createJob(parameters, outputs);
  const read = await statusBecomes(owner, job_id, "Awaiting Configuration");
  assert.equal(
    read.variables.map(({ name }) => name),
    ["x", "y", "steps", "colour"],
  );
  const config = await owner.call("getJobConfig", params());
  assert.is(config.data_set_sizes.combined, ROW_COUNT);
  assert.equal(config.emulator_outputs, ["gain", "response"]);
  assert.is(config.coordinate_name, "frequency");
  await configureAndTrain(job_id);
  // The data sets are as they were just configured, before the training has begun to read them.
  const configured = await owner.call("getJobConfig", params());
  assert.equal(configured.data_set_sizes, { combined: ROW_COUNT, training: 45, validation: 15 });
  const complete = await statusBecomes(owner, job_id, "Complete");
  assert.equal([complete.emulator_status, complete.emulator_is_provisional], ["available", false]);
  version = complete.emulator_version;
  const after = await owner.call("getJobConfig", params());
  assert.equal(after.data_set_sizes, { combined: ROW_COUNT, training: 45, validation: 15 });
  const { loss, coefficient_of_determination } = await owner.call("getTrainingProgress", params());
  assert.ok(loss.length > 0 && loss.length === coefficient_of_determination.length);
});

life(
  "says what its outputs are at any point, categories by their names, with bounds around them",
  async () => {
    const { outputs: answered, emulator_version } = await predict(job_id, {
      inputs: { x: 0.3, y: 0.7, steps: 2, colour: "blue" },
    });
    const { gain, response } = answered;
    const expected = 3 * 0.3 - 2 * 0.7 + 2 + 1;
    assert.is(emulator_version, version);
    assert.ok(
      Math.abs((gain?.values[0] ?? Number.NaN) - expected) < 0.2,
      `${gain?.values[0]} for ${expected}`,
    );
    assert.ok((gain?.lower_bounds[0] ?? 9) <= (gain?.values[0] ?? 0));
    assert.ok((gain?.upper_bounds[0] ?? -9) >= (gain?.values[0] ?? 0));
    assert.ok((gain?.coefficients_of_determination[0] ?? 0) > 0.95);
    assert.is(gain?.coordinate_values, null);
    assert.is(response?.values.length, response?.coordinate_values?.length);
    assert.equal([response?.coordinate_values?.[0], response?.coordinate_values?.at(-1)], [1, 8]);
  },
);
life("takes what is left out at its initial value", async () => {
  const config = await owner.call("getJobConfig", params());
  const inputs = Object.fromEntries(config.inputs.map(({ name, initval }) => [name, initval ?? 0]));
  assert.equal((await predict(job_id, {})).outputs, (await predict(job_id, { inputs })).outputs);
});
life(
  "answers a list of points in their order, at the coordinates and for the outputs asked for",
  async () => {
    const { outputs_list, outputs: none } = await predict(job_id, {
      inputs_list: [{ x: 0 }, { x: 1 }],
      outputs: ["response"],
      coordinates: { frequency: [2, 4.5] },
    });
    assert.equal(none, {});
    const empty = await predict(job_id, { inputs_list: [] });
    assert.equal([empty.outputs_list, empty.outside_list], [[], []]);
    assert.is(outputs_list?.length, 2);
    for (const [i, factor] of [1, 2].entries()) {
      const { response, ...otherOutputs } = outputs_list?.[i] ?? {};
      assert.equal(otherOutputs, {});
      assert.equal(response?.coordinate_values, [2, 4.5]);
      for (const [k, f] of [2, 4.5].entries()) {
        assert.ok(Math.abs((response?.values[k] ?? 0) - f * factor) < 0.5, `${response?.values[k]}`);
      }
    }
  },
);
life("ranks the rows of a data set by how far they lie from what is predicted, in half widths", async () => {
  const { compared, rows } = await owner.call("getRowMisfits", {
    params: { job_id, data_set: "validation" },
  });
  assert.is(compared, 15);
  assert.equal(
    rows.map(({ index }) => index).sort((a, b) => a - b),
    Array.from({ length: 15 }, (_, index) => index),
  );
  const misfits = rows.map(({ half_widths }) => half_widths);
  assert.equal(
    misfits,
    misfits.toSorted((a, b) => b - a),
  );
  assert.ok(rows.every(({ output }) => output === "gain" || output === "response"));
  assert.ok(misfits.every((misfit) => misfit >= 0 && Number.isFinite(misfit)));
});
life("refuses points that make no sense, naming the field", async () => {
  await predict(job_id, {});
  const { status, errors } = await owner.refused("predict", {
    ...params(),
    body: { inputs: { x: "wide", colour: "green", nonsense: 1 } },
  });
  assert.equal(
    [status, errors],
    [
      400,
      {
        "inputs.x": [MESSAGES.invalidNumber],
        "inputs.colour": [MESSAGES.noSuchCategory("green")],
        "inputs.nonsense": [MESSAGES.noSuchColumn("nonsense")],
      },
    ],
  );
  const more = await owner.refused("predict", { ...params(), body: { outputs: ["x"] } });
  assert.equal(more.errors, { outputs: [MESSAGES.noSuchColumn("x")] });
  const where = await owner.refused("predict", { ...params(), body: { coordinates: { gain: [1] } } });
  assert.equal(where.errors, { coordinates: [MESSAGES.noSuchColumn("gain")] });
});
life("names the inputs whose value lies outside the training data, point by point", async () => {
  const inside = await predict(job_id, { inputs: { x: 0.5, y: 0.5 } });
  assert.equal([inside.outside?.inputs, inside.outside_list], [[], null]);
  const outside = await predict(job_id, { inputs: { x: 0.5, y: 1.5 } });
  assert.equal(outside.outside, { inputs: ["y"], is_far: false });
  const list = await predict(job_id, { inputs_list: [{ x: -2, y: 7 }, { x: 0.5 }], outputs: ["gain"] });
  assert.is(list.outside, null);
  assert.equal(
    list.outside_list?.map(({ inputs }) => inputs),
    [["x", "y"], []],
  );
});

life(
  "shows a restricted user the emulator's view, and gives all its rows as a file to full users",
  async () => {
    const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
    assert.is((await predict(job_id, { inputs: { x: 0.5 } }, guest)).status, "ready");
    assert.is((await guest.refused("getTrainingProgress", params())).status, 404);
    const file = await owner.fetch(`/static/work_dirs/${job_id}/data.csv`);
    assert.is(file.status, 200);
    assert.match(file.headers.get("content-disposition") ?? "", `job-${job_id}-data.csv`);
    const lines = (await file.text()).trim().split("\n");
    assert.is(lines.length, ROW_COUNT + 1);
    assert.match(lines[0] ?? "", "gain");
  },
);
