/** Optimization on the emulator of a data-driven job, from its creation to its result, with the real runner. */
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import {
  createJob,
  FREQUENCIES,
  owner,
  predict,
  statusBecomes,
  trainedJob,
} from "../support/api/file-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName } from "../support/factories.ts";

let trained = 0;
let version = 0;
/** The optimization of the first test. */
let most = 0;

const maximise = {
  name: "Maximise output",
  inputs: { output: { type: "Output Scalar" as const, output_name: "gain" } },
};
const body = (fields: Partial<CreateSpecJobBody> = {}): CreateSpecJobBody => ({
  name: "Most gain",
  objective: "Optimization",
  emulator_job_id: trained,
  resources: { type: "emulator" },
  score_function: maximise,
  ...fields,
});
const request = (fields: Partial<CreateSpecJobBody> = {}) => ({
  params: { spec_version_id: version },
  body: body(fields),
});
const create = async (fields: Partial<CreateSpecJobBody> = {}) =>
  (await owner.call("createSpecJob", request(fields))).id;
const optimum = async (job_id: number) => {
  await statusBecomes(owner, job_id, "Complete");
  return await owner.call("getOptimization", { params: { job_id } });
};
const near = (value: unknown, expected: number, margin: number) =>
  assert.ok(Math.abs(Number(value) - expected) <= margin, `${value} is not ${expected} within ${margin}`);

const it = suite("an optimization on an emulator", { timeout: 240_000 });
it.before(async () => {
  trained = await trainedJob();
  version = (await owner.call("getJobSpecVersion", { params: { job_id: trained } })).id;
});

it("finds the best design, says how sure it is, and records it as a simulation", async () => {
  const id = await create();
  most = id;
  const { maxima, stop_reason, evaluations, path, emulator, robust } = await optimum(id);
  const [best] = maxima;
  near(best?.inputs.x, 1, 1e-3);
  near(best?.inputs.y, 0, 1e-3);
  assert.equal([best?.inputs.steps, best?.inputs.colour], [4, "blue"]);
  const { outputs } = await predict(trained, { inputs: best?.inputs as Record<string, number> });
  near(best?.score, outputs.gain?.values[0] ?? Number.NaN, 1e-9);
  near(best?.lower_bound, outputs.gain?.lower_bounds[0] ?? Number.NaN, 1e-9);
  assert.equal(
    best?.at_limits.map(({ name, limit }) => `${name} ${limit}`),
    ["x upper", "y lower"],
  );
  assert.is(best?.in_spec, null, "the more the better says nothing of a spec");
  assert.ok(robust !== null && Number(robust.lower_bound) >= Number(best?.lower_bound) - 1e-6);
  assert.ok(stop_reason !== null && evaluations > 1_000 && path.length > 0);
  assert.equal(emulator, { job_id: trained, name: "Amplifier", is_current: true });

  const { items, total_count } = await owner.call("listSimulations", { params: { job_id: id } });
  assert.ok(total_count > 0 && total_count <= 100);
  assert.is(items[0]?.score, best?.score);
  assert.ok(
    items.some((row) => row.id === best?.simulation_id && row.in_spec === null && row.origin === "search"),
  );
  const [listed] = (await owner.call("listJobs", { query: { filter: String(id) } })).items;
  assert.equal([listed?.best_score, listed?.simulations], [best?.score, total_count]);
  const params = { job_id: id, simulation_id: best?.simulation_id ?? 0 };
  const { curves } = await owner.call("getSimulation", { params });
  assert.equal(curves[0]?.coordinate.values, FREQUENCIES);
  near(curves[0]?.values[7], 16, 0.5);

  assert.is((await owner.call("getTargetCurves", { params: { job_id: id } })).curves, null);
  const { graphs } = await owner.call("getIterationValues", { params: { job_id: id } });
  assert.equal(
    graphs.map(({ title }) => title),
    ["Score", "x", "y", "steps", "colour"],
  );
});

it("keeps limits on other outputs, and shows what several goals cost each other", async () => {
  const limits = { kind: "limits" as const, output_name: "gain", lower: null, upper: 3 };
  const limited = await optimum(await create({ further_goals: [limits] }));
  near(limited.maxima[0]?.score, 3, 1e-3);
  assert.ok(Number(limited.maxima[0]?.violation) <= 1e-6);
  const both = await optimum(await create({ further_goals: [{ kind: "minimise", output_name: "gain" }] }));
  assert.equal(both.goals, ["gain (maximised)", "gain (minimised)"]);
  assert.ok(both.front.length > 10);
  const within = {
    name: "Within limits",
    inputs: {
      output: { type: "Output Scalar" as const, output_name: "gain" },
      lower: { type: "Scalar" as const, value: 1 },
      upper: { type: "Scalar" as const, value: 3 },
    },
  };
  const inside = await optimum(await create({ score_function: within }));
  assert.is(inside.maxima[0]?.in_spec, true);
  near(inside.maxima[0]?.score, 1, 1e-6);
});

it("matches a curve that was uploaded with it", async () => {
  const text = FREQUENCIES.map((f) => `${f},${1.5 * f}`).join("\n");
  const file_id = await uploadText(owner, generatedName("target.csv"), `frequency,response\n${text}\n`);
  const score_function = {
    name: "Match target curve",
    inputs: {
      output: { type: "Output Vector" as const, output_name: "response" },
      target: { type: "File" as const, file_id },
    },
  };
  const id = await create({ score_function });
  const { maxima, importance } = await optimum(id);
  near(maxima[0]?.inputs.x, 0.5, 0.05);
  const x = importance.find(({ name }) => name === "x");
  assert.ok(Number(x?.below?.score) < Number(maxima[0]?.score), "the score falls when x moves");
  const { curves } = await owner.call("getTargetCurves", { params: { job_id: id } });
  assert.equal([curves?.name, curves?.coordinate], ["response", { name: "frequency", values: FREQUENCIES }]);
  assert.equal(curves?.target, { x: FREQUENCIES, y: FREQUENCIES.map((f) => 1.5 * f) });
  const [best] = curves?.designs ?? [];
  assert.is(best?.maximum, 0);
  near(best?.values[7], 12, 0.1);
  const { lower = [], upper = [] } = best?.bounds ?? {};
  assert.is(lower.length, FREQUENCIES.length);
  best?.values.forEach((value, at) => {
    assert.ok(Number(lower[at]) <= value && value <= Number(upper[at]), `${lower[at]} ${value} ${upper[at]}`);
  });
});

it("begins at the rows of extra data too, and is refused with what is wrong with them", async () => {
  const list = `"[${FREQUENCIES.join(", ")}]"`;
  const upload = (text: string) => uploadText(owner, generatedName("extra.csv"), text);
  const extra_data_file_id = await upload(
    `x,y,steps,colour,gain,response\n0.9,0.1,4,blue,7.5,${list}\n0.2,0.3,1,red,1,${list}\n`,
  );
  const { maxima } = await optimum(await create({ extra_data_file_id, earlier_simulations: true }));
  near(maxima[0]?.inputs.x, 1, 1e-3);
  const wrong = await upload(`x,y,steps,colour,gain,response\n0.9,0.1,9,blue,7.5,${list}\n`);
  const { errors } = await owner.refused("createSpecJob", request({ extra_data_file_id: wrong }));
  assert.match(String(errors?.extra_data_file_id), "not one of the options");
});

it("begins at the initial values where that is asked for", async () => {
  const variables = {
    x: { type: "Scalar" as const, initval: 0.25 },
    y: { type: "Scalar" as const, initval: 0.5 },
  };
  const score_function = {
    name: "Match target value",
    inputs: {
      output: { type: "Output Scalar" as const, output_name: "gain" },
      target: { type: "Scalar" as const, value: 2 },
    },
  };
  const { path, maxima } = await optimum(await create({ variables, score_function, warm_start: true }));
  assert.ok(path.length > 0);
  near(maxima[0]?.score, 0, 1e-6);
});

it("is paused, resumed, and comes to its end", async () => {
  const params = { job_id: await create() };
  const paused = await owner.call("pauseJob", { params });
  assert.is(paused.status, "Interrupted");
  assert.is((await owner.call("resumeJob", { params })).status, "Pending Running");
  const { maxima, stop_reason } = await optimum(params.job_id);
  near(maxima[0]?.inputs.x, 1, 1e-3);
  assert.ok(stop_reason !== null);
});

it("is refused with what is wrong, by field", async () => {
  const findErrors = async (fields: Partial<CreateSpecJobBody>) => {
    const { status, errors } = await owner.refused("createSpecJob", request(fields));
    assert.is(status, 400);
    return errors;
  };
  assert.equal(await findErrors({ score_function: null }), {
    score_function: [MESSAGES.scoreFunctionRequired],
  });
  const file_id = await uploadText(owner, generatedName("target.csv"), "1,2,3\n4,5,6\n");
  const score_function = {
    name: "Match target curve",
    inputs: {
      output: { type: "Output Vector" as const, output_name: "response" },
      target: { type: "File" as const, file_id },
    },
  };
  assert.match(
    String((await findErrors({ score_function }))?.["score_function.inputs.target"]),
    "3 columns; expected two",
  );
  assert.equal(await findErrors({ emulator_job_id: null }), { resources: [MESSAGES.emulatorJobRequired] });
});

it("loses nothing when its emulator is deleted", async () => {
  const params = { job_id: most };
  const before = await optimum(most);
  await owner.call("deleteJobs", { body: { ids: [trained] } });
  const after = await owner.call("getOptimization", { params });
  assert.equal({ ...after, emulator: null }, { ...before, emulator: null });
  assert.is(after.emulator, null);
});

it("keeps the relation between the inputs of the emulator's rows, and is refused where no design can", async () => {
  // Shares on a lattice: resin + filler + solvent = 1 in every row.
  const shares = Array.from({ length: 60 }, (_, i) => {
    const resin = ((i * 37) % 60) / 60;
    const filler = (1 - resin) * (((i * 13) % 60) / 60);
    return { resin, filler, solvent: 1 - resin - filler };
  });
  const lines = shares.map(({ resin, filler, solvent }) => `${resin},${filler},${solvent}`);
  const strengths = shares.map(({ resin, filler, solvent }) => 4 * resin * filler + 0.6 * solvent);
  const emulator_job_id = await createJob(
    `resin,filler,solvent\n${lines.join("\n")}\n`,
    `strength\n${strengths.join("\n")}\n`,
  );
  await statusBecomes(owner, emulator_job_id, "Awaiting Configuration");
  const training = { train_on: "platform", effort: "quick", validation_percentage: 25 } as const;
  await owner.call("startTraining", { params: { job_id: emulator_job_id }, body: training });
  await statusBecomes(owner, emulator_job_id, "Complete");
  const spec_version_id = (await owner.call("getJobSpecVersion", { params: { job_id: emulator_job_id } })).id;
  const score_function = {
    name: "Maximise output",
    inputs: { output: { type: "Output Scalar" as const, output_name: "strength" } },
  };
  const requestFor = (fields: Partial<CreateSpecJobBody>) => ({
    params: { spec_version_id },
    body: body({ emulator_job_id, score_function, ...fields }),
  });
  const createFor = async (fields: Partial<CreateSpecJobBody>) =>
    (await owner.call("createSpecJob", requestFor(fields))).id;
  const addUp = (inputs: Record<string, unknown> = {}) =>
    Number(inputs.resin) + Number(inputs.filler) + Number(inputs.solvent);

  const id = await createFor({});
  const { maxima } = await optimum(id);
  near(addUp(maxima[0]?.inputs), 1, 1e-9);
  near(maxima[0]?.score, 1, 0.02);
  const { kept_relation } = await owner.call("getSpecJobSettings", { params: { job_id: id } });
  assert.equal([kept_relation?.sum, kept_relation?.terms.length], [1, 3]);
  const readPreview = async (respect_relation: boolean) => {
    const scored = { objective: "Optimization" as const, score_function, emulator_job_id, respect_relation };
    const variables = Object.fromEntries(
      ["resin", "filler", "solvent"].map((name) => [name, { type: "Scalar" as const, initval: 0.5 }]),
    );
    return await eventually("the preview", async () => {
      const request = { params: { spec_version_id }, body: { ...scored, variables } };
      const now = await owner.call("previewScore", request);
      return now.status === "ready" ? now : null;
    });
  };
  const [preview, unrelated] = [await readPreview(true), await readPreview(false)];
  assert.ok(Number(preview?.designs.best) < 1.05, `${preview?.designs.best}`);
  assert.not.equal(preview?.designs.median, unrelated?.designs.median);
  const answer = await owner.call("computeYield", { params: { job_id: id }, body: { least_score: 0.1 } });
  assert.is(answer.kept_relation?.sum, 1);
  assert.is(answer.inputs.length, 2);
  near(addUp(answer.worst_corner?.inputs), 1, 1e-9);

  const free = await createFor({ respect_relation: false });
  const [most] = (await optimum(free)).maxima;
  // The rows say nothing about the strength where the sum is not 1, so that the sum of the best design may be smaller or larger.
  assert.ok(Math.abs(addUp(most?.inputs) - 1) > 0.1, `${addUp(most?.inputs)}`);

  const sampling = await createFor({ objective: "Sampling", maximum_simulations: 4_000 });
  await statusBecomes(owner, sampling, "Complete");
  const { items } = await owner.call("listSimulations", { params: { job_id: sampling } });
  assert.ok(items.length > 0);
  const { parameters } = await owner.call("getSampling", { params: { job_id: sampling } });
  assert.equal(parameters.map(({ name }) => name).toSorted(), ["filler", "resin", "solvent"]);
  near(
    parameters.reduce((sum, { mean }) => sum + mean, 0),
    1,
    1e-9,
  );

  const fixed = { type: "Scalar" as const, fixed: true, initval: 0.9 };
  const { errors } = await owner.refused(
    "createSpecJob",
    requestFor({ variables: { resin: fixed, filler: fixed } }),
  );
  assert.match(String(errors?.respect_relation), "the fixed values of resin, filler do not allow it");
});
