/** The profiler asks an emulator for predictions around points, for rows, and for the point that meets goals best. */
import { PROFILE_LIMITS } from "@understudy/shared/limits.ts";
import { assert, rejects, suite } from "../harness.ts";
import { owner, predict, ROW_COUNT, trainedJob } from "../support/api/file-jobs.ts";

const it = suite("the profile of an emulator", { timeout: 180_000 });
const job_id = await trainedJob();
const params = { job_id };
const here = { x: 0.3, y: 0.7, steps: "2", colour: "blue" };

it("predicts at points and their variations what it predicts at each of them alone", async () => {
  const variations = [{ x: 0.9 }, { colour: "red" }, { x: 0.1, steps: "4" }];
  const points = [here, { ...here, y: 0.2 }];
  const all = points.flatMap((point) => [point, ...variations.map((change) => ({ ...point, ...change }))]);
  const listed = await predict(job_id, { inputs_list: all, outputs: ["gain"] });
  const { status, emulator_version, predictions } = await owner.call("predictVariations", {
    params,
    body: { points, variations, outputs: ["gain"] },
  });
  assert.equal([status, emulator_version], ["ready", listed.emulator_version]);
  const numbers = (field: "values" | "lower_bounds" | "upper_bounds") => [
    predictions.flatMap(({ outputs }) => outputs.gain?.[field] ?? []),
    listed.outputs_list?.map(({ gain }) => gain?.[field][0]),
  ];
  for (const field of ["values", "lower_bounds", "upper_bounds"] as const) {
    const [varied, alone] = numbers(field);
    assert.equal(varied, alone);
  }
  assert.equal(
    predictions.flatMap(({ is_outside }) => is_outside),
    listed.outside_list?.map(({ inputs, is_far }) => is_far || inputs.length > 0),
  );
});

it("predicts on a grid what it predicts at each of its points, row after row", async () => {
  const variations = [{ x: 0.1 }, { x: 0.9 }, { x: 0.5, steps: "4" }];
  const crossings = [{ y: 0.2 }, { colour: "red" }];
  const listed = await owner.call("predictVariations", {
    params,
    body: {
      points: [here],
      variations: crossings.flatMap((row) => variations.map((change) => ({ ...row, ...change }))),
    },
  });
  const crossed = await owner.call("predictVariations", {
    params,
    body: { points: [here], variations, crossings },
  });
  assert.equal(crossed.predictions, listed.predictions);
  const [alone, varied] = await Promise.all([
    owner.call("predictVariations", { params, body: { points: [here], variations: [], crossings } }),
    owner.call("predictVariations", { params, body: { points: [here], variations: crossings } }),
  ]);
  assert.equal(alone.predictions, varied.predictions);
});

it("predicts a curve at one place along its coordinate", async () => {
  const [place] =
    (await predict(job_id, { inputs: here })).outputs.response?.coordinate_values?.slice(1) ?? [];
  assert.ok(place !== undefined);
  const { outputs } = await predict(job_id, { inputs: here, coordinates: { frequency: [place] } });
  const body = { points: [here], variations: [], places: { frequency: place }, outputs: ["response"] };
  const { predictions } = await owner.call("predictVariations", { params, body });
  assert.equal(predictions[0]?.outputs.response?.values, outputs.response?.values);
});

it("refuses curves, unknown names and more than can be computed at once, by field", async () => {
  const ask = (body: object) =>
    owner.call("predictVariations", { params, body: { points: [here], variations: [], ...body } });
  await rejects(ask({ outputs: ["response"] }), /no scalar output named response/);
  await rejects(ask({ variations: [{ z: 1 }] }), /There is no column named z/);
  await rejects(ask({ points: new Array(PROFILE_LIMITS.points + 1).fill(here) }), /8/);
  await rejects(ask({ variations: new Array(PROFILE_LIMITS.variations + 1).fill({}) }), /4,?000/);
  await rejects(ask({ variations: [{}], crossings: [{ z: 1 }] }), /There is no column named z/);
  await rejects(ask({ places: { nowhere: 1 } }), /There is no column named nowhere/);
  await rejects(ask({ crossings: new Array(PROFILE_LIMITS.crossings + 1).fill({}) }), /200/);
  const many = {
    variations: new Array(PROFILE_LIMITS.variations).fill({}),
    crossings: new Array(100).fill({}),
  };
  await rejects(ask(many), /1,?000,?000/);
});

it("gives rows with the inputs and scalar outputs of the data", async () => {
  const { total, indices, inputs, outputs } = await owner.call("getScalarRows", {
    params: { job_id, data_set: "combined" },
  });
  assert.equal([total, indices.length, Object.keys(outputs)], [ROW_COUNT, ROW_COUNT, ["gain"]]);
  assert.equal(Object.keys(inputs), ["x", "y", "steps", "colour"]);
  indices.forEach((_, at) => {
    const [x, y, steps] = ["x", "y", "steps"].map((name) => Number(inputs[name]?.[at]));
    const expected = 3 * (x ?? 0) - 2 * (y ?? 0) + (steps ?? 0) + (inputs.colour?.[at] === "blue" ? 1 : 0);
    assert.ok(Math.abs((outputs.gain?.[at] ?? Number.NaN) - expected) < 1e-9);
  });
});

it("gives the rows that are chosen, in their order, without those that the set does not have", async () => {
  const params = { job_id, data_set: "combined" } as const;
  const all = await owner.call("getScalarRows", { params });
  const chosen = await owner.call("getScalarRows", { params, query: { rows: [7, 2, ROW_COUNT] } });
  assert.equal([chosen.total, chosen.indices], [ROW_COUNT, [7, 2]]);
  assert.equal(chosen.inputs.x, [all.inputs.x?.[7], all.inputs.x?.[2]]);
  assert.equal(chosen.outputs.gain, [all.outputs.gain?.[7], all.outputs.gain?.[2]]);
  const tooMany = Array.from({ length: 1_001 }, (_, at) => at);
  await rejects(owner.call("getScalarRows", { params, query: { rows: tooMany } }), /1,?000/);
});

const search = {
  x: { min: 0, max: 1 },
  y: { min: 0, max: 1 },
  steps: { values: ["1", "2", "3", "4"] },
  colour: { values: ["red", "blue"] },
};
const maximise = (body: object) =>
  owner.call("maximiseDesirability", {
    params,
    body: { inputs: here, goals: { gain: { kind: "maximise", low: 0, high: 20 } }, search, ...body },
  });

it("finds the corner where a sum is largest, and leaves locked inputs where they are", async () => {
  const best = await maximise({});
  assert.ok(best.desirability > best.start_desirability);
  assert.ok(Number(best.inputs.x) > 0.98 && Number(best.inputs.y) < 0.02, JSON.stringify(best.inputs));
  assert.equal([best.inputs.steps, best.inputs.colour], ["4", "blue"]);
  assert.ok(Math.abs((best.outputs.gain ?? 0) - 8) < 0.3);
  const locked = await maximise({ search: { x: search.x } });
  assert.equal(Object.keys(locked.inputs), ["x"]);
  const { outputs } = await predict(job_id, { inputs: { ...here, ...locked.inputs }, outputs: ["gain"] });
  assert.is(locked.outputs.gain, outputs.gain?.values[0]);
  const wholeNumber = await maximise({ search: { x: { min: 0.2, max: 1.9, is_integer: true } } });
  assert.is(wholeNumber.inputs.x, 1);
});

it("meets a target, and is never worse than the start where nothing can be met", async () => {
  const target = await maximise({ goals: { gain: { kind: "target", low: 0, target: 3.3, high: 9 } } });
  assert.ok(target.desirability > 0.999, String(target.desirability));
  const unreachable = await maximise({ goals: { gain: { kind: "limits", low: 100, high: null } } });
  assert.is(unreachable.desirability, 0);
  assert.ok((unreachable.outputs.gain ?? 0) > 7, "it comes as near as it can");
});

it("refuses goals and ranges that make no sense, by field", async () => {
  await rejects(maximise({ goals: {} }), /Choose a goal/);
  await rejects(
    maximise({ goals: { gain: { kind: "maximise", low: 2, high: 1 } } }),
    /greater than the lower/,
  );
  await rejects(
    maximise({ goals: { response: { kind: "limits", low: 1, high: null } } }),
    /no scalar output/,
  );
  await rejects(maximise({ search: { z: { min: 0, max: 1 } } }), /There is no column named z/);
  await rejects(maximise({ search: { x: { min: 1, max: 1 } } }), /greater than the lower/);
  await rejects(maximise({ search: { colour: { values: ["green"] } } }), /green/);
  await rejects(
    maximise({ search: { x: { min: 0.2, max: 0.8, is_integer: true } } }),
    /number in this range/,
  );
});
