/** From two files to an emulator that is asked, with the real runner and a real training. */
import { openStore } from "@understudy/server/models/store.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import type { Answer, Caller } from "../support/api/caller.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { uploadText } from "../support/api/upload.ts";
import { atEnd } from "../support/cleanup.ts";
import { generatedName } from "../support/factories.ts";
import { startTestRunner, startTestServer } from "../support/processes/stack.ts";

const ROWS = 60;
const FREQUENCIES = [1, 2, 3, 4, 5, 6, 7, 8];
const colours = ["red", "blue"];
const rows = Array.from({ length: ROWS }, (_, i) => {
  const x = i / (ROWS - 1);
  const y = ((i * 37) % ROWS) / (ROWS - 1);
  const steps = (i % 4) + 1;
  // Most steps have both colours: else what comes from the one could not be told from what comes from the other.
  const colour = steps === 1 ? "red" : (colours[Math.floor(i / 4) % 2] ?? "");
  const gain = 3 * x - 2 * y + steps + (colour === "blue" ? 1 : 0);
  return { x, y, steps, colour, gain, curve: FREQUENCIES.map((f) => f * (1 + x)) };
});
const list = (values: number[]) => `"[${values.join(", ")}]"`;
const parameters = `x,y,steps,colour\n${rows.map((r) => `${r.x},${r.y},${r.steps},${r.colour}`).join("\n")}\n`;
const outputs = `gain,frequency,response\n${rows
  .map((r) => `${r.gain},${list(FREQUENCIES)},${list(r.curve)}`)
  .join("\n")}\n`;

const server = await startTestServer();
await startTestRunner(server.config);
const store = await openStore(server.config.mongodbUrl);
atEnd("the test's own store", store.close);
const admin = await logInAdmin(server);
const owner = await addPerson(admin);

async function statusBecomes(caller: Caller, job_id: number, wanted: string): Promise<Answer<"getJob">> {
  const job = await eventually(
    `job ${job_id} is ${wanted}`,
    async () => {
      const now = await caller.call("getJob", { params: { job_id } });
      if (now.status.endsWith("Failed") && now.status !== wanted) {
        throw new Error(`${now.status}: ${now.error} ${JSON.stringify(now.validation_errors)}`);
      }
      return now.status === wanted ? now : null;
    },
    120_000,
    100,
  );
  if (job === null) throw new Error("no job");
  return job;
}

async function createJob(parametersText: string, outputsText: string): Promise<number> {
  const input_file_id = await uploadText(owner, generatedName("parameters.csv"), parametersText);
  const output_file_id = await uploadText(owner, generatedName("outputs.csv"), outputsText);
  const body = { name: "Amplifier", source: "files" as const, input_file_id, output_file_id };
  return (await owner.call("createJob", { body })).id;
}

let job_id = 0;
const params = () => ({ params: { job_id } });
/** Asks until the emulator has been read. */
async function predict(
  body: NonNullable<NonNullable<Parameters<typeof owner.call<"predict">>[1]>["body"]>,
  caller: Caller = owner,
) {
  const answer = await eventually("the emulator's answer", async () => {
    const given = await caller.call("predict", { ...params(), body });
    return given.status === "ready" ? given : null;
  });
  if (answer === null) throw new Error("no answer");
  return answer;
}

const life = suite("a job from files", { timeout: 180_000 });
life("is read, configured and trained, and then answers", async () => {
  job_id = await createJob(parameters, outputs);
  const read = await statusBecomes(owner, job_id, "Awaiting Configuration");
  assert.equal(
    read.variables.map(({ name }) => name),
    ["x", "y", "steps", "colour"],
  );
  const config = await owner.call("getJobConfig", params());
  assert.is(config.data_set_sizes.combined, ROWS);
  assert.equal(config.emulator_outputs, ["gain", "response"]);
  assert.is(config.coordinate_name, "frequency");
  await owner.call("updateJobConfig", {
    ...params(),
    body: { inputs: [{ name: "steps", type: "MultiSelect" }] },
  });
  await owner.call("startTraining", {
    ...params(),
    body: { train_on: "platform", effort: "quick", validation_percentage: 25 },
  });
  // The data sets are as they were just configured, before the training has begun to read them.
  const configured = await owner.call("getJobConfig", params());
  assert.equal(configured.data_set_sizes, { combined: ROWS, training: 45, validation: 15 });
  const complete = await statusBecomes(owner, job_id, "Complete");
  assert.equal([complete.emulator_status, complete.emulator_version], ["available", 1]);
  const after = await owner.call("getJobConfig", params());
  assert.equal(after.data_set_sizes, { combined: ROWS, training: 45, validation: 15 });
  const { loss, coefficient_of_determination } = await owner.call("getTrainingProgress", params());
  assert.ok(loss.length > 0 && loss.length === coefficient_of_determination.length);
});

life(
  "says what its outputs are at any point, categories by their names, with bounds around them",
  async () => {
    const { outputs: answered, emulator_version } = await predict({
      inputs: { x: 0.3, y: 0.7, steps: 2, colour: "blue" },
    });
    const { gain, response } = answered;
    const expected = 3 * 0.3 - 2 * 0.7 + 2 + 1;
    assert.is(emulator_version, 1);
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
  assert.equal((await predict({})).outputs, (await predict({ inputs })).outputs);
});
life(
  "answers a list of points in their order, at the coordinates and for the outputs asked for",
  async () => {
    const { outputs_list, outputs: none } = await predict({
      inputs_list: [{ x: 0 }, { x: 1 }],
      outputs: ["response"],
      coordinates: { frequency: [2, 4.5] },
    });
    assert.equal(none, {});
    assert.is(outputs_list?.length, 2);
    for (const [i, factor] of [1, 2].entries()) {
      const { response, ...others } = outputs_list?.[i] ?? {};
      assert.equal(others, {});
      assert.equal(response?.coordinate_values, [2, 4.5]);
      for (const [k, f] of [2, 4.5].entries()) {
        assert.ok(Math.abs((response?.values[k] ?? 0) - f * factor) < 0.5, `${response?.values[k]}`);
      }
    }
  },
);
life("refuses points that make no sense, naming the field", async () => {
  await predict({});
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
  const inside = await predict({ inputs: { x: 0.5, y: 0.5 } });
  assert.equal([inside.outside?.inputs, inside.outside_list], [[], null]);
  const outside = await predict({ inputs: { x: 0.5, y: 1.5 } });
  assert.equal(outside.outside, { inputs: ["y"], is_far: false });
  const list = await predict({ inputs_list: [{ x: -2, y: 7 }, { x: 0.5 }], outputs: ["gain"] });
  assert.is(list.outside, null);
  assert.equal(
    list.outside_list?.map(({ inputs }) => inputs),
    [["x", "y"], []],
  );
});
life("reports what it was trained on and how far it can be trusted, to restricted users too", async () => {
  await predict({});
  const report = await owner.call("getEmulatorReport", params());
  assert.equal([report.status, report.emulator_version], ["ready", 1]);
  assert.equal([report.training_rows, report.validation_rows], [45, 15]);
  const [x, , steps, colour] = report.inputs;
  const edges = x?.histogram?.edges ?? [];
  assert.ok((edges[0] ?? -1) >= 0 && (edges.at(-1) ?? 2) <= 1);
  for (const counts of [x?.histogram?.counts, colour?.levels?.map(({ count }) => count)]) {
    assert.is(
      counts?.reduce((sum, count) => sum + count, 0),
      45,
    );
  }
  // Numbers that were made discrete have levels, by their text.
  assert.equal(
    steps?.levels?.map(({ value }) => value),
    ["1", "2", "3", "4"],
  );
  const [gain, response] = report.outputs;
  assert.equal([gain?.name, gain?.validation_values, response?.validation_values], ["gain", 15, 120]);
  assert.ok((gain?.values_inside ?? 0) >= 10 && (gain?.values_inside ?? 99) <= 15);
  assert.ok((gain?.coefficient_of_determination ?? 0) > 0.95);
  const weights = gain?.families.reduce((sum, { weight }) => sum + weight, 0) ?? 0;
  assert.ok(Math.abs(weights - 1) < 1e-9 && gain?.reason !== "");
  const { expected = [], observed = [] } = gain?.calibration ?? {};
  assert.is(expected.length, observed.length);
  assert.ok(observed.every((share, i) => share >= (observed[i - 1] ?? 0) && share <= 1));
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
  assert.equal(await guest.call("getEmulatorReport", params()), report);
});
/** Asks until it has been computed. */
async function sensitivityOf(output: string) {
  const answer = await eventually(`the sensitivities of ${output}`, async () => {
    const given = await owner.call("getSensitivity", { ...params(), query: { output } });
    return given.status === "ready" ? given : null;
  });
  if (answer?.output == null) throw new Error("no answer");
  return { ...answer, output: answer.output };
}
life("says how much of an output comes from which input, over which values", async () => {
  const { inputs, output, emulator_version } = await sensitivityOf("gain");
  assert.is(emulator_version, 1);
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
life("says it of a curve as a whole and along its coordinate", async () => {
  const { output } = await sensitivityOf("response");
  assert.equal(output.curve?.coordinate_values, FREQUENCIES);
  const [x, ...others] = output.curve?.indices ?? [];
  assert.is(x?.total.values.length, FREQUENCIES.length);
  assert.ok(
    x?.total.values.every((value) => value !== null && value > 0.8),
    JSON.stringify(x?.total),
  );
  assert.is(others.length, 3);
  assert.ok((output.indices[0]?.total.value ?? 0) > 0.8);
});
life("refuses to say it of no output, or of one that is not there", async () => {
  const path = `/api/internal/jobs/${job_id}/emulator/sensitivity`;
  const missing = await owner.fetch(path);
  assert.is(missing.status, 400);
  assert.equal((await missing.json()).errors, { output: ["This field is required"] });
  const { status, errors } = await owner.refused("getSensitivity", { ...params(), query: { output: "x" } });
  assert.equal([status, errors], [400, { output: [MESSAGES.noSuchColumn("x")] }]);
});
life("gives the rows it was trained on, whole or in part", async () => {
  const row = (row_index: number) => ({ params: { job_id, data_set: "combined" as const, row_index } });
  const { data, indices } = await owner.call("getDataRow", row(5));
  const expected = rows[5];
  assert.equal(
    [data.x, data.colour, data.gain, data.response, indices.length],
    [expected?.x, expected?.colour, expected?.gain, expected?.curve, 8],
  );
  const part = await owner.call("getDataRow", {
    ...row(5),
    query: { options: { variables: ["response"], range: [3, 6] } },
  });
  assert.equal(part, { data: { response: expected?.curve.slice(2, 6) }, indices: [2, 3, 4, 5] });
  const { status, message } = await owner.refused("getDataRow", row(ROWS));
  assert.equal([status, message], [404, MESSAGES.noSuchRow(ROWS)]);
  const unknown = await owner.refused("getDataRow", {
    ...row(0),
    query: { options: { variables: ["nonsense"] } },
  });
  assert.equal(unknown.errors, { variables: [MESSAGES.noSuchColumn("nonsense")] });
});
life("finds the row nearest to a point, of the same category, or says that there is none", async () => {
  const nearest = (values: Record<string, number | string>) => ({
    params: { job_id, data_set: "combined" as const },
    query: { values },
  });
  const wanted = rows[31];
  const { index } = await owner.call(
    "getNearestRow",
    nearest({ x: (wanted?.x ?? 0) + 0.001, y: wanted?.y ?? 0, colour: "blue" }),
  );
  assert.is(index, 31);
  // Rows with steps 1 are all red.
  const none = await owner.refused("getNearestRow", nearest({ steps: 1, colour: "blue" }));
  assert.equal([none.status, none.message], [404, MESSAGES.noRows]);
  const odd = await owner.refused("getNearestRow", nearest({ colour: "green" }));
  assert.equal(odd.errors, { "values.colour": [MESSAGES.noSuchCategory("green")] });
});
life("compares what it predicts with what was computed, row by row", async () => {
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
life(
  "shows a restricted user the emulator's view, and gives all its rows as a file to full users",
  async () => {
    const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [job_id] });
    assert.is((await predict({ inputs: { x: 0.5 } }, guest)).status, "ready");
    assert.is((await guest.refused("getTrainingProgress", params())).status, 404);
    const file = await owner.fetch(`/static/work_dirs/${job_id}/data.csv`);
    assert.is(file.status, 200);
    assert.match(file.headers.get("content-disposition") ?? "", `job-${job_id}-data.csv`);
    const lines = (await file.text()).trim().split("\n");
    assert.is(lines.length, ROWS + 1);
    assert.match(lines[0] ?? "", "gain");
  },
);
life("gives its rows in the units shown where that is asked for, and as stored otherwise", async () => {
  const address = `/static/work_dirs/${job_id}/data.csv`;
  const rowsOf = async (query: string) => {
    const file = await owner.fetch(`${address}${query}`);
    assert.is(file.status, 200);
    return (await file.text()).trim().split("\r\n");
  };
  const { inputs } = await owner.call("getJobConfig", params());
  const [first] = inputs;
  await owner.call("updateJobConfig", {
    ...params(),
    body: { inputs: [{ name: first?.name ?? "", unit: "m", multiplier: 1e-6 }] },
  });
  const [stored, shown] = [await rowsOf(""), await rowsOf("?units=shown")];
  assert.match(shown[0] ?? "", `${first?.name} (µm)`);
  assert.not.match(stored[0] ?? "", "(");
  assert.is(shown.length, stored.length);
  const value = (line = ""): number => Number(line.split(",")[0]);
  for (const [row, line] of stored.entries()) {
    if (row === 0) continue;
    const expected = value(line) * 1e6;
    assert.ok(Math.abs(value(shown[row]) - expected) <= 1e-12 * Math.abs(expected), line);
  }
  await owner.call("updateJobConfig", {
    ...params(),
    body: { inputs: [{ name: first?.name ?? "", unit: "", multiplier: 1 }] },
  });
});
life("can be imported into another, with its names and choices", async () => {
  const look = { name: "x", display: "Gate length", unit: "nm" };
  await owner.call("updateJobConfig", { ...params(), body: { inputs: [look] } });
  const body = { name: "Again", source: "job-and-files" as const, source_job_id: job_id };
  const { id } = await owner.call("createJob", { body });
  await statusBecomes(owner, id, "Awaiting Configuration");
  const { inputs, data_set_sizes } = await owner.call("getJobConfig", { params: { job_id: id } });
  assert.equal([inputs[0]?.display, inputs[0]?.unit, data_set_sizes.combined], ["Gate length", "nm", ROWS]);
});

const further = suite("a further training", { timeout: 180_000 });
further("keeps the better emulator of two of which the same was asked, and tells so", async () => {
  const wavy = rows.map(({ x, y, steps }) => Math.sin(40 * x) * Math.cos(50 * y) + steps * x);
  const id = await createJob(parameters, `wave,line\n${wavy.map((wave, i) => `${wave},${i}`).join("\n")}\n`);
  const of = { params: { job_id: id } };
  await statusBecomes(owner, id, "Awaiting Configuration");
  await owner.call("startTraining", { ...of, body: { train_on: "platform", effort: "quick" } });
  const before = await statusBecomes(owner, id, "Complete");
  assert.is(before.emulator_quality?.change, null);
  assert.is.not(before.emulator_verdict, null);
  // As if the emulator were better than any training of these rows makes one.
  const known = (await store.jobs.findOne({ _id: id }))?.emulator_quality;
  if (known == null) throw new Error("no quality was stored");
  const outputs = known.outputs.map((output) => ({ ...output, coefficient_of_determination: 1 }));
  await store.jobs.update({ _id: id }, { emulator_quality: { ...known, outputs } });
  await owner.call("resumeJob", of);
  const kept = await statusBecomes(owner, id, "Complete");
  assert.is(kept.emulator_version, before.emulator_version);
  assert.is(kept.emulator_quality?.change?.kept, true);
  assert.is((await owner.call("predict", { ...of, body: {} })).emulator_version, before.emulator_version);

  // Pages may not change it any more.
  await store.jobs.update({ _id: id }, { focus_regions: [{ range: [0, 0.5], number_of_sections: 1 }] });
  await owner.call("resumeJob", of);
  const replaced = await statusBecomes(owner, id, "Complete");
  assert.is(replaced.emulator_version, before.emulator_version + 1);
  assert.is(replaced.emulator_quality?.change?.kept, false);
  assert.is(replaced.emulator_quality?.change?.outputs[0]?.before, 1);
});

const failing = suite("a job from files that cannot be used", { timeout: 60_000 });
failing("names each problem with its file, row and column, and may be tried again or deleted", async () => {
  const id = await createJob(parameters, outputs.replace(String(rows[3]?.gain), "oops"));
  const failed = await statusBecomes(owner, id, "Validation Failed");
  const text = JSON.stringify(failed.validation_errors);
  assert.match(text, /oops/);
  assert.match(text, /gain/);
  const retried = await owner.call("retryJob", { params: { job_id: id } });
  assert.equal([retried.status, retried.validation_errors, retried.error], ["Validating", null, null]);
  await statusBecomes(owner, id, "Validation Failed");
  await owner.call("deleteJobs", { body: { ids: [id] } });
});
failing("leaves out failed runs once it is asked to", async () => {
  const id = await createJob(parameters, outputs.replace(String(rows[3]?.gain), "NaN"));
  await statusBecomes(owner, id, "Validation Failed");
  await owner.call("updateJobConfig", {
    params: { job_id: id },
    body: { data_options: { ignore_failed_runs: true, number_duplicate_names: false } },
  });
  await owner.call("retryJob", { params: { job_id: id } });
  await statusBecomes(owner, id, "Awaiting Configuration");
  const { ignored_row_count, data_set_sizes } = await owner.call("getJobConfig", { params: { job_id: id } });
  assert.equal([ignored_row_count, data_set_sizes.combined], [1, ROWS - 1]);
});

const missing = suite("an emulator that is not there");
missing("is 404, with a sentence that names the job", async () => {
  const id = await createJob(parameters, outputs);
  const { status, message } = await owner.refused("predict", { params: { job_id: id }, body: {} });
  assert.equal([status, message], [404, MESSAGES.noEmulator("Amplifier")]);
  const report = await owner.refused("getEmulatorReport", { params: { job_id: id } });
  assert.equal([report.status, report.message], [404, MESSAGES.noEmulator("Amplifier")]);
});
