import {
  type GoalDraft,
  readGoals,
  unitOfOutput,
  withGoal,
} from "@understudy/client/features/spec-job/goal-draft.ts";
import { newDraft } from "@understudy/client/features/spec-job/job-draft.ts";
import { readDraft } from "@understudy/client/features/spec-job/read-job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeSpecVersion } from "../../../../support/specs/spec-jobs.ts";

const spec = makeSpecVersion();
const output = spec.outputs.find(({ type }) => type === "Scalar") ?? null;
const [added] = withGoal([]);
const goal = (changes: Partial<GoalDraft>): GoalDraft => {
  if (added === undefined) throw new Error("No goal was added.");
  return { ...added, output: output?.name ?? null, ...changes };
};

const it = suite("further goals as typed");
it("are sent with numbers; a limit that is left empty is none", () => {
  const { furtherGoals, errors } = readGoals(spec, [goal({ lower: " ", upper: "4k7" })]);
  assert.equal(furtherGoals, [{ kind: "limits", output_name: output?.name, lower: null, upper: 4700 }]);
  assert.equal(errors, {});
  assert.equal(readGoals(spec, [goal({ kind: "maximise", lower: "x" })]), {
    furtherGoals: [{ kind: "maximise", output_name: output?.name }],
    errors: {},
  });
});
it("say of a limit that cannot be read just that", () => {
  const draft = { ...newDraft(spec, "Optimization"), name: "Best", goals: [goal({ upper: "high" })] };
  const { errors } = readDraft(spec, "Optimization", 1, draft);
  assert.equal(errors["further_goals.0.upper"], [MESSAGES.invalidNumber]);
  assert.equal(errors["further_goals.0.lower"], []);
});
it("lack an output until one is chosen, and belong to an Optimization alone", () => {
  const draft = { ...newDraft(spec, "Optimization"), name: "Best", goals: withGoal([]) };
  const { errors } = readDraft(spec, "Optimization", 1, draft);
  assert.equal(errors["further_goals.0.output_name"], [MESSAGES.outputRequired]);
  assert.equal(readDraft(spec, "Sampling", 1, draft).payload.further_goals, []);
});
it("are each of their own identity, in the unit of their output", () => {
  const two = withGoal(withGoal([]));
  assert.is(new Set(two.map(({ id }) => id)).size, 2);
  assert.is(unitOfOutput(spec, output?.name ?? null).text, output?.unit);
  assert.is(unitOfOutput(spec, null).text, "");
});
