/** Out of Spec on the emulator of a data-driven job, from its creation to its result, with the real runner. */

import { normalShare } from "@understudy/engine/math/normal.ts";
import type { CreateSpecJobBody } from "@understudy/shared/api/spec-job.ts";
import { assert, suite } from "../harness.ts";
import { owner, predict, statusBecomes, trainedJob } from "../support/api/file-jobs.ts";

let trained = 0;
let version = 0;

const within = (lower: number, upper: number) => ({
  name: "Within limits",
  inputs: {
    output: { type: "Output Scalar" as const, output_name: "gain" },
    lower: { type: "Scalar" as const, value: lower },
    upper: { type: "Scalar" as const, value: upper },
  },
});
const create = async (fields: Partial<CreateSpecJobBody> = {}) => {
  const body: CreateSpecJobBody = {
    name: "Where the gain fails",
    objective: "Out of Spec",
    emulator_job_id: trained,
    resources: { type: "emulator" },
    score_function: within(1, 3),
    ...fields,
  };
  return (await owner.call("createSpecJob", { params: { spec_version_id: version }, body })).id;
};
const readResult = async (job_id: number) => {
  await statusBecomes(owner, job_id, "Complete");
  return await owner.call("getOutOfSpec", { params: { job_id } });
};

const it = suite("a search for designs out of spec on an emulator", { timeout: 240_000 });
it.before(async () => {
  trained = await trainedJob();
  version = (await owner.call("getJobSpecVersion", { params: { job_id: trained } })).id;
});

it("finds the regions that fail, says how large they are, and records the worst designs", async () => {
  const id = await create({ maximum_simulations: 60 });
  const result = await readResult(id);
  assert.equal([result.is_simulated, result.is_verified, result.stop_reason], [false, false, "converged"]);
  assert.ok(result.regions.length >= 2, "too little gain and too much are apart");
  const volume = result.regions.reduce((sum, region) => sum + region.volume.value, 0);
  const { predicted, surely, possibly } = result.shares ?? {};
  assert.ok(predicted && surely && possibly);
  assert.ok(Math.abs(volume - predicted.value) < 0.03, `${volume} of ${predicted.value}`);
  assert.ok(surely.value <= predicted.value + 0.02 && predicted.value <= possibly.value + 0.02);
  for (const { worst, bounds, density } of result.regions) {
    assert.ok(Number(worst.score) < 0 && worst.in_spec === false && density > 0);
    const { outputs } = await predict(trained, { inputs: worst.inputs as Record<string, number> });
    const gain = outputs.gain?.values[0] ?? Number.NaN;
    assert.ok(gain < 1 || gain > 3, `gain ${gain}`);
    assert.ok(
      bounds.every(({ lower, upper, options }) => lower !== null || upper !== null || options !== null),
    );
  }
  assert.ok(result.points.length > 200 && result.points.length <= 1_000);
  assert.ok(
    result.points.every((point) => point.class === "out-of-spec-unverified" || Number(point.score) >= 0),
  );
  assert.equal(result.emulator, { job_id: trained, name: "Amplifier", is_current: true });

  const { items, total_count } = await owner.call("listSimulations", {
    params: { job_id: id },
    query: { sort_by: "score", sort_order: "ascending" },
  });
  assert.is(total_count, 60);
  assert.ok(items.every((row) => !row.verified_in_or_out_of_spec && row.in_spec === false));
  const worst = Math.min(...result.regions.map((region) => Number(region.worst.score)));
  assert.is(items[0]?.score, worst);
  const ids = new Set(result.regions.map((region) => region.worst.simulation_id));
  assert.ok(
    [...ids].every((recordedId) => recordedId !== null),
    "the worst of each region is recorded",
  );
});

it("says so when nothing fails, and when everything does", async () => {
  const nothing = await readResult(await create({ score_function: within(-100, 100) }));
  assert.equal([nothing.regions, nothing.shares?.predicted.value], [[], 0]);
  assert.ok(nothing.points.every((point) => point.class === "in-spec"));
  const everything = await readResult(await create({ score_function: within(50, 60) }));
  assert.is(everything.regions.length, 1);
  assert.is(everything.shares?.predicted.value, 1);
  assert.equal(everything.regions[0]?.bounds, []);
});

it("says how likely each region is among the designs that are built, as the yield does", async () => {
  const normal = { kind: "normal" as const, mean: 0.5, standard_deviation: 0.1 };
  const distributions = { x: normal, y: normal };
  const variables = {
    steps: { type: "MultiSelect" as const, fixed: true, initval: 2 },
    colour: { type: "MultiSelect" as const, fixed: true, initval: "red" },
  };
  const id = await create({ distributions, variables });
  const { is_distributed, regions, shares } = await readResult(id);
  assert.ok(is_distributed);
  // The gain is 3 x - 2 y + 2: too much on a third of the ranges, and too little on a twelfth, where hardly a design is built.
  const [much, smallRegion] = regions;
  assert.ok(Math.abs(Number(much?.volume.value) - 1 / 3) < 0.02, `${much?.volume.value}`);
  assert.ok(Math.abs(Number(smallRegion?.volume.value) - 1 / 12) < 0.02, `${smallRegion?.volume.value}`);
  const expected = normalShare(-0.5 / Math.hypot(0.3, 0.2));
  assert.ok(Math.abs(Number(much?.probability.value) - expected) < 0.02, `${much?.probability.value}`);
  assert.ok(Number(smallRegion?.probability.value) < 0.002, `${smallRegion?.probability.value}`);
  const { failing } = await owner.call("computeYield", { params: { job_id: id }, body: { distributions } });
  assert.ok(Math.abs(Number(shares?.probability.value) - failing.value) < 0.01, `${failing.value}`);
});

it("is not found of other objectives", async () => {
  assert.is((await owner.refused("getOutOfSpec", { params: { job_id: trained } })).status, 404);
});

it("finds the same when it is paused and resumed, and keeps it when its emulator is deleted", async () => {
  const id = await create();
  const params = { job_id: id };
  assert.is((await owner.call("pauseJob", { params })).status, "Interrupted");
  assert.is((await owner.call("resumeJob", { params })).status, "Pending Running");
  const before = await readResult(id);
  await owner.call("deleteJobs", { body: { ids: [trained] } });
  const after = await owner.call("getOutOfSpec", { params });
  assert.equal({ ...after, emulator: null }, { ...before, emulator: null });
  assert.is(after.emulator, null);
});
