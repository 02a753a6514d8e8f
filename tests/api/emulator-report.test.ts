/** The report on an emulator besides its predictions: how far it can be trusted, and what its outputs depend on. */
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { admin, FREQUENCIES, owner, predict, trainedJob } from "../support/api/file-jobs.ts";
import { addPerson } from "../support/api/people.ts";

const it = suite("the report on an emulator", { timeout: 180_000 });
const job_id = await trainedJob();
const params = { params: { job_id } };
const { emulator_version: version } = await owner.call("getJob", params);

it("reports what it was trained on and how far it can be trusted, to restricted users too", async () => {
  await predict(job_id, {});
  const report = await owner.call("getEmulatorReport", params);
  assert.equal([report.status, report.emulator_version], ["ready", version]);
  assert.equal([report.training_rows, report.validation_rows], [60, 60]);
  const [x, , steps, colour] = report.inputs;
  const edges = x?.histogram?.edges ?? [];
  assert.ok((edges[0] ?? -1) >= 0 && (edges.at(-1) ?? 2) <= 1);
  for (const counts of [x?.histogram?.counts, colour?.levels?.map(({ count }) => count)]) {
    assert.is(
      counts?.reduce((sum, count) => sum + count, 0),
      60,
    );
  }
  // Numbers that were made discrete have levels, by their text.
  assert.equal(
    steps?.levels?.map(({ value }) => value),
    ["1", "2", "3", "4"],
  );
  const [gain, response] = report.outputs;
  assert.equal([gain?.name, gain?.validation_values, response?.validation_values], ["gain", 60, 480]);
  assert.ok((gain?.values_inside ?? 0) >= 50 && (gain?.values_inside ?? 99) <= 60);
  assert.ok((gain?.coefficient_of_determination ?? 0) > 0.95);
  const weights = gain?.families.reduce((sum, { weight }) => sum + weight, 0) ?? 0;
  assert.ok(Math.abs(weights - 1) < 1e-9 && gain?.reason !== "");
  const { expected = [], observed = [] } = gain?.calibration ?? {};
  assert.is(expected.length, observed.length);
  assert.ok(observed.every((share, i) => share >= (observed[i - 1] ?? 0) && share <= 1));
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
  assert.equal(await guest.call("getEmulatorReport", params), report);
});
it("measures the spread of the data at each value of an output, to restricted users too", async () => {
  const readPoints = (output: string) => owner.call("getOutputPoints", { ...params, query: { output } });
  const { values } = (await predict(job_id, {})).outputs.response ?? { values: [] };
  const points = await readPoints("response");
  assert.equal([points.status, points.emulator_version], ["ready", version]);
  assert.equal([points.coordinate_values.length, points.spread?.length], [values.length, values.length]);
  assert.ok(points.spread?.every((deviation) => deviation >= 0));
  assert.is(points.log_coefficients_of_determination, null, "it does not lie over decades");
  assert.is((await readPoints("gain")).spread?.length, 1);
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
  assert.equal(await guest.call("getOutputPoints", { ...params, query: { output: "response" } }), points);
  const unknown = await owner.refused("getOutputPoints", { ...params, query: { output: "none" } });
  assert.equal(unknown.status, 400);
});
/** Asks until it has been computed. */
async function computeSensitivity(output: string) {
  const answer = await eventually(`the sensitivities of ${output}`, async () => {
    const answered = await owner.call("getSensitivity", { ...params, query: { output } });
    return answered.status === "ready" ? answered : null;
  });
  if (answer?.output == null) throw new Error("no answer");
  return { ...answer, output: answer.output };
}
it("says how much of an output comes from which input, over which values", async () => {
  const { inputs, output, emulator_version } = await computeSensitivity("gain");
  assert.is(emulator_version, version);
  assert.equal(
    inputs.map(({ name, is_used, spacing, levels }) => [name, is_used, spacing, levels?.toSorted() ?? null]),
    [
      ["x", true, "linear", null],
      ["y", true, "linear", null],
      ["steps", true, "levels", ["1", "2", "3", "4"]],
      ["colour", true, "levels", ["blue", "red"]],
    ],
  );
  // Of the training rows, which need not hold the lowest and the highest.
  const [x] = inputs;
  assert.ok(x?.min != null && x.max != null && x.min >= 0 && x.min < 0.3 && x.max > 0.7 && x.max <= 1);
  assert.is(output.curve, null);
  assert.ok(output.coefficient_of_determination > 0.95 && output.evaluations > 500);
  for (const { first_order, total } of output.indices) {
    for (const { value, lower_bound, upper_bound } of [first_order, total]) {
      assert.ok(0 <= lower_bound && lower_bound <= value && value <= upper_bound && upper_bound <= 1);
    }
    assert.ok(first_order.value <= total.value);
  }
  // 3 x - 2 y + steps + (colour): variances 9/12, 4/12, 15/12 and 1/4, within the accuracy of the emulator.
  const variance = 31 / 12;
  const expected = [9, 4, 15, 3].map((part) => part / 12 / variance);
  output.indices.forEach(({ total }, at) => {
    assert.ok(Math.abs(total.value - (expected[at] ?? 0)) < 0.15, `${total.value} for ${expected[at]}`);
  });
});
it("says it of a curve as a whole and along its coordinate", async () => {
  const { output } = await computeSensitivity("response");
  assert.equal(output.curve?.coordinate_values, FREQUENCIES);
  const [x, ...otherIndices] = output.curve?.indices ?? [];
  assert.is(x?.total.values.length, FREQUENCIES.length);
  assert.ok(
    x?.total.values.every((value) => value !== null && value > 0.8),
    JSON.stringify(x?.total),
  );
  assert.is(otherIndices.length, 3);
  assert.ok((output.indices[0]?.total.value ?? 0) > 0.8);
});
it("refuses to say it of no output, or of one that is not there", async () => {
  const path = `/api/internal/jobs/${job_id}/emulator/sensitivity`;
  const missing = await owner.fetch(path);
  assert.is(missing.status, 400);
  assert.equal((await missing.json()).errors, { output: ["This field is required"] });
  const { status, errors } = await owner.refused("getSensitivity", { ...params, query: { output: "x" } });
  assert.equal([status, errors], [400, { output: [MESSAGES.noSuchColumn("x")] }]);
});

it("compares what it predicts with what was computed, row by row", async () => {
  const { outputs: compared, indices } = await owner.call("getScalarEmulatorOutputs", {
    params: { job_id, data_set: "validation" },
  });
  assert.equal(Object.keys(compared), ["gain"]);
  assert.equal(indices, [...indices.keys()]);
  const { actual = [], values = [] } = compared.gain ?? {};
  assert.is(actual.length, 15);
  for (const [i, value] of values.entries()) {
    assert.ok(Math.abs(value - (actual[i] ?? 0)) < 0.5, `${value} for ${actual[i]}`);
  }
  const row = await owner.call("getRowEmulatorOutputs", {
    params: { job_id, data_set: "validation", row_index: 3 },
  });
  assert.is(row.outputs.gain?.values[0], values[3]);
});
