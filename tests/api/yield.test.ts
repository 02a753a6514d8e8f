/** The yield on the emulator of a data-driven job: gain = 3x - 2y + steps + (1 of blue). */
import { normalShare } from "@understudy/engine/math/normal.ts";
import type { YieldAnswer, yieldRoutes } from "@understudy/shared/api/yield.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { assert, suite } from "../harness.ts";
import { owner, statusBecomes, trainedJob } from "../support/api/file-jobs.ts";

let trained = 0;
let within = 0;
let most = 0;

type Body = z.input<typeof yieldRoutes.computeYield.body>;
type Distributions = NonNullable<Body["distributions"]>;
const computeYield = (job_id: number, body: Body = {}): Promise<YieldAnswer> =>
  owner.call("computeYield", { params: { job_id }, body });
const findErrors = async (job_id: number, body: Body) => {
  const { status, errors } = await owner.refused("computeYield", { params: { job_id }, body });
  assert.is(status, 400);
  return errors;
};

const normal = (mean: number, standard_deviation: number) => ({
  kind: "normal" as const,
  ...{ mean, standard_deviation },
});
const fixed = (value: string | number) => ({ kind: "fixed" as const, value });
const around: Distributions = {
  x: normal(0.5, 0.1),
  y: normal(0.5, 0.1),
  steps: fixed(2),
  colour: fixed("red"),
};

const gain = { type: "Output Scalar" as const, output_name: "gain" };
const scalar = (value: number) => ({ type: "Scalar" as const, value });
async function optimised(score_function: {
  name: string;
  inputs: Record<string, typeof gain | ReturnType<typeof scalar>>;
}) {
  const { id } = await owner.call("createSpecJob", {
    params: { spec_version_id: (await owner.call("getJobSpecVersion", { params: { job_id: trained } })).id },
    body: {
      ...{ name: "Optimum", objective: "Optimization", emulator_job_id: trained, score_function },
      resources: { type: "emulator" },
    },
  });
  await statusBecomes(owner, id, "Complete");
  return id;
}

const it = suite("the yield", { timeout: 240_000 });
it.before(async () => {
  trained = await trainedJob();
  within = await optimised({
    name: "Within limits",
    inputs: { output: gain, lower: scalar(2), upper: scalar(9) },
  });
  most = await optimised({ name: "Maximise output", inputs: { output: gain } });
});

it("is the share of designs in spec, with an interval around the truth", async () => {
  const { failing, inputs, histogram, method, share_outside, sigma_level, worst_corner } = await computeYield(
    within,
    {
      distributions: around,
    },
  );
  const truth = normalShare((2 - 2.5) / Math.hypot(0.3, 0.2));
  assert.ok(Math.abs(failing.value - truth) < 0.015, `${failing.value} is not ${truth}`);
  // One 95% interval in twenty misses the truth; twice as wide, hardly any does.
  const slack = (failing.upper - failing.lower) / 2;
  assert.ok(slack > 0 && slack < 0.05, `${failing.lower} to ${failing.upper}`);
  assert.ok(
    failing.lower - slack < truth && truth < failing.upper + slack,
    `${failing.lower} to ${failing.upper}: ${truth}`,
  );
  assert.is(method, "quasi-random sampling");
  assert.ok(share_outside < 1e-4);
  assert.ok(Math.abs(Number(sigma_level.value) - 0.5 / Math.hypot(0.3, 0.2)) < 0.1);
  assert.ok(Number(sigma_level.lower) < Number(sigma_level.value));
  const [x, y, steps] = inputs;
  assert.ok(Number(x?.tightened_yield) > Number(y?.tightened_yield), "x counts more than y");
  assert.ok(Number(y?.tightened_yield) > 1 - failing.value);
  assert.equal([steps?.kind, steps?.distribution, steps?.tightened_yield], ["options", fixed(2), null]);
  assert.ok(Math.abs((histogram?.shares ?? []).reduce((sum, share) => sum + share, 0) - 1) < 0.01);
  assert.is(worst_corner?.in_spec, false);
  assert.ok(Math.abs(Number(worst_corner?.inputs.x) - 0.2) < 0.01);
  assert.ok(Math.abs(Number(worst_corner?.inputs.y) - 0.8) < 0.01);
});

it("is the same again, and counts rare failures too", async () => {
  const rare = { ...around, x: normal(0.7, 0.04), y: normal(0.4, 0.04) };
  const body = { distributions: rare };
  const [once, again] = await Promise.all([computeYield(within, body), computeYield(within, body)]);
  assert.equal(again, once);
  assert.ok(once.failing.value < 1e-4 && once.failing.upper > 0, `${once.failing.value}`);
  assert.ok(once.failing.upper < 0.05);
  assert.not.equal(once.method, "quasi-random sampling");
});

it("takes the ranges of the job by default", async () => {
  const { failing, inputs } = await computeYield(within);
  assert.equal(
    inputs.map(({ distribution }) => distribution.kind),
    ["uniform", "uniform", "levels", "levels"],
  );
  assert.ok(failing.value > 0.1 && failing.value < 0.4, `${failing.value}`);
});

it("says what lies outside the training range, and does not trust it", async () => {
  const { share_outside, failing } = await computeYield(within, {
    distributions: { ...around, x: normal(1, 0.1) },
  });
  assert.ok(share_outside > 0.2 && share_outside < 0.5, `${share_outside}`);
  assert.ok(failing.upper >= share_outside);
});

it("needs a score that is good enough where the score function names none", async () => {
  assert.equal(await findErrors(most, { distributions: around }), {
    least_score: [MESSAGES.leastScoreRequired],
  });
  const { failing, least_score, histogram } = await computeYield(most, {
    distributions: around,
    least_score: 2,
  });
  assert.is(least_score, 2);
  assert.ok(Math.abs(failing.value - normalShare(-0.5 / Math.hypot(0.3, 0.2))) < 0.015, `${failing.value}`);
  assert.ok((histogram?.edges[0] ?? 0) > 0.5 && (histogram?.edges[0] ?? 0) < 2);
});

it("is refused with what is wrong, by field", async () => {
  const distributions: Distributions = {
    x: normal(0, 0),
    z: normal(0, 1),
    colour: { kind: "levels", levels: [{ value: "red", probability: 0.9 }] },
  };
  assert.equal(await findErrors(within, { distributions }), {
    "distributions.x": ["The standard deviation of x must be above 0."],
    "distributions.z": [MESSAGES.noSuchVariable("z")],
    "distributions.colour": ["The probabilities of colour must add up to 1; they add up to 0.9."],
  });
});

it("is not known of a job without a score function and an emulator of its own", async () => {
  const { status, message } = await owner.refused("computeYield", { params: { job_id: trained }, body: {} });
  assert.equal([status, message], [404, MESSAGES.noYield]);
});
