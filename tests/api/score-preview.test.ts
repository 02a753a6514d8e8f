/** The meaning of a score before its job is created, on the emulator of a data-driven job and its rows. */
import type { ScorePreview, scorePreviewRoutes } from "@understudy/shared/api/score-preview.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { z } from "zod";
import { assert, eventually, suite } from "../harness.ts";
import { FREQUENCIES, owner, rows, trainedJob } from "../support/api/file-jobs.ts";
import { uploadText } from "../support/api/upload.ts";
import { generatedName } from "../support/factories.ts";

let trained = 0;
let version = 0;

const gain = { type: "Output Scalar" as const, output_name: "gain" };
const scalar = (value: number) => ({ type: "Scalar" as const, value });
const maximise = { name: "Maximise output", inputs: { output: gain } };
const within = (lower: number, upper: number) => ({
  name: "Within limits",
  inputs: { output: gain, lower: scalar(lower), upper: scalar(upper) },
});
type Body = z.input<typeof scorePreviewRoutes.previewScore.body>;
const request = (fields: Partial<Body>) => ({
  params: { spec_version_id: version },
  body: {
    objective: "Optimization" as const,
    emulator_job_id: trained,
    score_function: maximise,
    ...fields,
  },
});
type Ready = Extract<ScorePreview, { status: "ready" }>;
async function preview(fields: Partial<Body> = {}): Promise<Ready> {
  const answer = await eventually("the preview", async () => {
    const now = await owner.call("previewScore", request(fields));
    return now.status === "ready" ? now : null;
  });
  if (answer === null) throw new Error("no preview");
  return answer;
}
const gains = rows.map((row) => row.gain);
const near = (value: unknown, expected: number, margin: number) =>
  assert.ok(Math.abs(Number(value) - expected) <= margin, `${value} is not ${expected} within ${margin}`);

const it = suite("the preview of a score", { timeout: 240_000 });
it.before(async () => {
  trained = await trainedJob();
  version = (await owner.call("getJobSpecVersion", { params: { job_id: trained } })).id;
});

it("rates the training rows, designs over the ranges and the initial values", async () => {
  const variables = {
    x: { type: "Scalar" as const, initval: 0.5 },
    y: { type: "Scalar" as const, initval: 0.5 },
    steps: { type: "MultiSelect" as const, initval: 1 },
    colour: { type: "MultiSelect" as const, initval: "red" },
  };
  const { rows: trainingRows, designs, initial } = await preview({ variables });
  assert.is(trainingRows?.total, 45);
  assert.is(trainingRows?.count, 45);
  assert.is(trainingRows?.without_score, 0);
  assert.is(trainingRows?.in_spec, null, "the more the better says nothing of a spec");
  assert.is(trainingRows?.within_limits, null);
  assert.ok(gains.some((rowGain) => Math.abs(rowGain - Number(trainingRows?.best)) < 1e-9));
  const { counts = [], edges = [] } = trainingRows?.histogram ?? {};
  near(
    counts.reduce((sum, count) => sum + count, 0),
    43,
    1,
  );
  assert.is(edges.at(-1), trainingRows?.best);
  assert.is(designs.count, 256);
  near(designs.best, 8, 0.7);
  near(initial.score, 1.5, 0.2);
  assert.ok(Number(initial.lower_bound) < Number(initial.upper_bound));
});

it("counts what is in spec, and what keeps the limits on other outputs", async () => {
  const some = await preview({ score_function: within(2, 4) });
  assert.ok(Number(some.rows?.in_spec) > 5 && Number(some.rows?.in_spec) < 40, `${some.rows?.in_spec}`);
  assert.ok(Number(some.designs.may_be_in_spec) >= Number(some.designs.in_spec));
  assert.ok(Number(some.designs.in_spec) > 20);
  const none = await preview({ score_function: within(100, 120) });
  assert.is(none.rows?.in_spec, 0);
  assert.is(none.designs.may_be_in_spec, 0);
  assert.is(none.initial.in_spec, false);
  const limits = { kind: "limits" as const, output_name: "gain", lower: 4, upper: null };
  const limited = await preview({ further_goals: [limits] });
  assert.ok(Number(limited.rows?.within_limits) > 0);
  assert.ok(Number(limited.rows?.within_limits) < 45);
});

it("compares curves with one that was uploaded", async () => {
  const text = FREQUENCIES.map((f) => `${f},${1.5 * f}`).join("\n");
  const file_id = await uploadText(owner, generatedName("target.csv"), `frequency,response\n${text}\n`);
  const output = { type: "Output Vector" as const, output_name: "response" };
  const target = { type: "File" as const, file_id };
  const score_function = { name: "Match target curve", inputs: { output, target } };
  const { rows: trainingRows, designs } = await preview({ score_function });
  near(trainingRows?.best, 0, 0.01);
  near(designs.best, 0, 0.01);
  assert.ok(Number(trainingRows?.median) < -0.1);
});

it("is refused with what is wrong, by field", async () => {
  const findErrors = async (fields: Partial<Body>) => {
    const { status, errors } = await owner.refused("previewScore", request(fields));
    assert.is(status, 400);
    return errors;
  };
  assert.equal(await findErrors({ score_function: null }), {
    score_function: [MESSAGES.scoreFunctionRequired],
  });
  const file_id = await uploadText(owner, generatedName("target.csv"), "1,2,3\n4,5,6\n");
  const output = { type: "Output Vector" as const, output_name: "response" };
  const target = { type: "File" as const, file_id };
  const score_function = { name: "Match target curve", inputs: { output, target } };
  const [problem] = (await findErrors({ score_function }))?.["score_function.inputs.target"] ?? [];
  assert.match(String(problem), "3 columns; expected two");
  const targetProblem = async (lines: readonly string[]) => {
    const uploaded = await uploadText(owner, generatedName("target.csv"), lines.join("\n"));
    const inputs = { output, target: { ...target, file_id: uploaded } };
    const field = "score_function.inputs.target";
    return String((await findErrors({ score_function: { ...score_function, inputs } }))?.[field]);
  };
  assert.match(
    await targetProblem(["1000,2", "2000,4"]),
    "None of the 2 points of the target lie where response has",
  );
  assert.match(
    await targetProblem(["1,5000", "2,9000"]),
    "The values of the target are about 9000, but those of response",
  );
  const range = { x: { type: "Scalar" as const, lbound: 2, ubound: 1 } };
  assert.ok((await findErrors({ variables: range }))?.["variables.x.ubound"] !== undefined);
});
