import type { FurtherGoal } from "@understudy/shared/api/spec-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { checkSpecJob, goalErrors } from "@understudy/shared/spec-job/check-spec-job.ts";
import { assert, suite } from "../../harness.ts";
import { givenJob, makeSpecVersion } from "../../support/specs/spec-jobs.ts";

const spec = makeSpecVersion();
const scalars = spec.outputs.filter(({ type }) => type === "Scalar").map(({ name }) => name);
const [first = "", second = first] = scalars;
const curve = spec.outputs.find(({ type }) => type === "Vector")?.name ?? "curve";
const limits = (output_name: string, lower: number | null, upper: number | null): FurtherGoal => ({
  kind: "limits",
  output_name,
  lower,
  upper,
});
const findErrors = (...goals: FurtherGoal[]) => goalErrors(spec, goals);

const it = suite("further goals of an optimization");
it("name a scalar output of the spec", () => {
  const expected = { "further_goals.1.output_name": [MESSAGES.outputRequired] };
  for (const output_name of ["nowhere", "", curve])
    assert.equal(findErrors(limits(first, 0, 1), { kind: "maximise", output_name }), expected);
});
it("have at least one limit, the lower one below the upper one", () => {
  assert.equal(findErrors(limits(first, null, 2)), {});
  assert.equal(findErrors(limits(first, -1, null)), {});
  assert.equal(findErrors(limits(first, null, null)), { "further_goals.0.lower": [MESSAGES.limitRequired] });
  for (const upper of [1, 0.5])
    assert.equal(findErrors(limits(first, 1, upper)), { "further_goals.0.upper": [MESSAGES.limitOrder] });
});
it("are not there twice, and limits that exclude each other are named as such", () => {
  const at = (text: string) => ({ "further_goals.1.output_name": [text] });
  assert.equal(findErrors(limits(first, 0, 2), limits(first, 1, 3)), at(MESSAGES.goalTwice));
  assert.equal(findErrors(limits(first, 0, 1), limits(first, 2, null)), at(MESSAGES.limitsExclude));
  const minimise: FurtherGoal = { kind: "minimise", output_name: first };
  assert.equal(findErrors(minimise, minimise), at(MESSAGES.goalTwice));
  assert.equal(findErrors(minimise, { kind: "maximise", output_name: first }), at(MESSAGES.goalsOpposed));
});
it("may limit an output that is also minimised, and pursue several outputs", () => {
  assert.equal(findErrors(limits(first, 0, 2), { kind: "minimise", output_name: first }), {});
  if (second !== first)
    assert.equal(
      findErrors({ kind: "minimise", output_name: first }, { kind: "minimise", output_name: second }),
      {},
    );
});
it("are checked with the rest of the job, and belong to an Optimization alone", () => {
  const further_goals = [limits(first, 2, 1)];
  const optimization = checkSpecJob(spec, givenJob({ objective: "Optimization", further_goals }));
  assert.equal(optimization.errors["further_goals.0.upper"], [MESSAGES.limitOrder]);
  const training = checkSpecJob(spec, givenJob({ further_goals }));
  assert.equal(training.errors.further_goals, [MESSAGES.noFurtherGoals]);
});
