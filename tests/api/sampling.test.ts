/** Sampling on the emulator of a data-driven job, from its creation to its extension, with the real runner. */
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { admin, owner, statusBecomes, store, trainedJob } from "../support/api/file-jobs.ts";
import { addPerson } from "../support/api/people.ts";

let emulatorJobId = 0;
let specVersionId = 0;

const nearTwo = {
  name: "Match target value",
  inputs: {
    output: { type: "Output Scalar" as const, output_name: "gain" },
    target: { type: "Scalar" as const, value: 2 },
    tolerance: { type: "Scalar" as const, value: 0.2 },
  },
};
const request = (fields: Partial<CreateSpecJobBody> = {}) => ({
  params: { spec_version_id: specVersionId },
  body: {
    name: "Gains near two",
    objective: "Sampling" as const,
    emulator_job_id: emulatorJobId,
    resources: { type: "emulator" as const },
    score_function: nearTwo,
    maximum_simulations: 4_000,
    ...fields,
  },
});
const create = async (fields: Partial<CreateSpecJobBody> = {}) =>
  (await owner.call("createSpecJob", request(fields))).id;
const awaitSampling = async (job_id: number) => {
  await statusBecomes(owner, job_id, "Complete");
  return await owner.call("getSampling", { params: { job_id } });
};
const download = async (job_id: number, file: string) => {
  const response = await owner.fetch(`/static/work_dirs/${job_id}/${file}`);
  return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
};

const it = suite("a sampling on an emulator", { timeout: 240_000 });
it.before(async () => {
  emulatorJobId = await trainedJob();
  specVersionId = (await owner.call("getJobSpecVersion", { params: { job_id: emulatorJobId } })).id;
});

it("tells how far its chain can be trusted, and where the designs lie", async () => {
  const id = await create();
  const sampling = await awaitSampling(id);
  assert.equal(
    [sampling.evaluations, sampling.stop_reason, sampling.walkers],
    [4_000, "evaluation limit", 8],
  );
  assert.ok(sampling.steps > 450 && sampling.acceptance > 0.1 && sampling.acceptance < 0.9);
  assert.equal(
    sampling.parameters.map(({ name, options }) => [name, options?.length ?? null]),
    [
      ["x", null],
      ["y", null],
      ["steps", 4],
      ["colour", 2],
    ],
  );
  const sampleCount = (sampling.steps - sampling.burn_in) * sampling.walkers;
  for (const { counts, edges, quantiles } of sampling.parameters) {
    assert.is(edges.length, counts.length + 1);
    assert.is(
      counts.reduce((sum, count) => sum + count, 0),
      sampleCount,
    );
    assert.ok(Number(quantiles[0]) <= Number(quantiles[4]));
  }
  assert.is(sampling.pairs.length, 6);
  const [gain, response] = sampling.outputs;
  const [low = 0, , median = 0, , high = 0] = gain?.bands.map(([value]) => value) ?? [];
  assert.ok(Math.abs(median - 2) < 0.3 && low > 0.9 && high < 3.1, `${low} ${median} ${high}`);
  assert.equal(
    [response?.name, response?.coordinate?.name, response?.bands[0]?.length],
    ["response", "frequency", 8],
  );
  assert.ok(sampling.times.length > 3 && sampling.traces.walkers.length === 5);
  assert.equal(sampling.emulator, { job_id: emulatorJobId, name: "Amplifier", is_current: true });

  const { items, total_count } = await owner.call("listSimulations", { params: { job_id: id } });
  assert.is(total_count, 500);
  assert.ok(items.every(({ score, origin }) => typeof score === "number" && origin === "search"));
  const { graphs } = await owner.call("getIterationValues", { params: { job_id: id } });
  assert.equal(
    graphs.map(({ title }) => title),
    ["Score", "x", "y", "steps", "colour"],
  );
});

it("gives its chain as CSV and as a NumPy array, to those who may have it", async () => {
  const id = await create({ maximum_simulations: 400, num_walkers: 10 });
  const { steps } = await awaitSampling(id);
  const { bytes } = await download(id, "chain.npy");
  const text = Buffer.from(bytes).toString("latin1");
  assert.is(text.slice(0, 8), "\x93NUMPY\x01\x00");
  assert.match(text, `'descr': '<f8', 'fortran_order': False, 'shape': (${steps}, 10, 5), }`);
  const start = 10 + new DataView(bytes.buffer).getUint16(8, true);
  assert.is(start % 64, 0);
  const values = new Float64Array(bytes.slice(start).buffer);
  assert.is(values.length, steps * 10 * 5);

  const lines = Buffer.from((await download(id, "chain.csv")).bytes)
    .toString()
    .trim()
    .split("\r\n");
  assert.is(lines.length, steps * 10 + 1);
  assert.is(lines[0], "step,walker,x,y,steps,colour,log_density");
  const last = lines.at(-1)?.split(",") ?? [];
  assert.equal(last.slice(0, 2), [String(steps), "10"]);
  assert.equal(last.slice(2, 4).map(Number), [...values.slice(-5, -3)]);
  assert.ok(["red", "blue"].includes(last[5] ?? ""));
  assert.is((await download(emulatorJobId, "chain.npy")).status, 404, "a training has none");
  const guest = await addPerson(admin, { restricted: true, accessible_job_ids: [id] });
  assert.is((await guest.fetch(`/static/work_dirs/${id}/chain.csv`)).status, 404);
  assert.is(
    (await owner.refused("getSampling", { params: { job_id: emulatorJobId } })).message,
    MESSAGES.noSampling,
  );
});

/** All steps of a job's chain. */
async function readChain(id: number): Promise<number[]> {
  const { bytes } = await download(id, "chain.npy");
  const start = 10 + new DataView(bytes.buffer).getUint16(8, true);
  return [...new Float64Array(bytes.slice(start).buffer)];
}
/** Gives a job the random seed of another one, so that both draw the same numbers. */
async function copySeed(id: number, sourceId: number): Promise<void> {
  const job = await store.jobs.findOne({ _id: id });
  const source = await store.jobs.findOne({ _id: sourceId });
  if (job?.run == null || source?.run == null) throw new Error("The jobs are not there.");
  await store.jobs.updateAll({ _id: id }, { run: { ...job.run, seed: source.run.seed } });
}

it("is extended, paused and resumed, and its chain is that of one that was not", async () => {
  // Too short to converge, whatever the seed: a chain that has converged ends earlier unless it is extended.
  const uninterruptedId = await create({ maximum_simulations: 30_000, num_walkers: 16 });
  const params = { job_id: await create({ maximum_simulations: 15_000, num_walkers: 16 }) };
  await owner.call("pauseJob", { params });
  await copySeed(params.job_id, uninterruptedId);
  await owner.call("resumeJob", { params });
  await eventually("the chain is under way", async () => {
    const { evaluations } = await owner.call("getSampling", { params });
    return evaluations > 0;
  });
  // It may end before it is paused.
  const isPaused = await owner.call("pauseJob", { params }).then(
    () => true,
    () => false,
  );
  if (isPaused) await owner.call("resumeJob", { params });
  const first = await awaitSampling(params.job_id);
  assert.is(first.stop_reason, "evaluation limit");
  assert.is((await owner.call("extendJob", { params })).status, "Pending Running");
  const extended = await awaitSampling(params.job_id);
  const uninterrupted = await awaitSampling(uninterruptedId);
  assert.is(extended.evaluations, 30_000);
  assert.equal(await readChain(params.job_id), await readChain(uninterruptedId));
  assert.equal(extended.parameters, uninterrupted.parameters);
  const { total_count } = await owner.call("listSimulations", { params });
  assert.is(total_count, 1_000, "designs of the new part are added");
});

it("stops once its chain has converged", async () => {
  const id = await create({ maximum_simulations: 1_000_000 });
  const { stop_reason, evaluations, parameters, steps, burn_in } = await awaitSampling(id);
  assert.is(stop_reason, "converged");
  assert.ok(evaluations < 1_000_000);
  const times = parameters.map(({ time }) => Number(time));
  assert.ok(steps - burn_in > 100 * Math.max(...times));
});

it("says where no design has a density, and what is left out because it changes nothing", async () => {
  const variables = { steps: { type: "MultiSelect" as const, fixed: true, initval: 2 } };
  const sampling = await awaitSampling(
    await create({ variables, emulator_uncertainty: true, maximum_simulations: 400 }),
  );
  assert.equal([sampling.includes_uncertainty, sampling.walkers], [true, 6]);
  assert.equal(
    sampling.parameters.map(({ name }) => name),
    ["x", "y", "colour"],
  );
  const empty = { ...nearTwo.inputs, target: { type: "Scalar" as const, value: 1e200 } };
  const id = await create({ score_function: { ...nearTwo, inputs: empty }, maximum_simulations: 400 });
  const { error } = await statusBecomes(owner, id, "Running Failed");
  assert.match(String(error), /no density to sample/);
});
