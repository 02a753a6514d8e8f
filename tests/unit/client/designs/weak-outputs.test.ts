import {
  describeWeakOutputs,
  type EmulatorJob,
  scoredOutputs,
} from "@understudy/client/designs/weak-outputs.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the warning about an emulator that is not good enough");

const output = (name: string, coefficient_of_determination: number) => ({
  ...{ name, coefficient_of_determination, coverage: 0.95, more_rows_help: true, findings: [] },
});
const job: EmulatorJob = {
  id: 1,
  is_data_driven: true,
  simulation_counts: null,
  emulator_quality: {
    ...{ validation_rows: 40, stop_reason: "converged", change: null },
    outputs: [output("gain", 0.9999), output("pm", -0.034), output("noise", 0.85)],
  },
};
const showName = (name: string) => (name === "pm" ? "Phase margin" : name);

it("names each output that the score depends on, how bad it is, and what to do first", () => {
  const phaseMargin = "Phase margin is not usable (accuracy -3.4%).";
  const more = "More data would most likely improve it.";
  assert.equal(describeWeakOutputs(job, ["gain", "pm"], showName), [phaseMargin, more]);
  assert.equal(describeWeakOutputs(job, null, showName), [
    phaseMargin,
    "noise is rough (accuracy 85.0%).",
    more,
  ]);
});

it("is silent about outputs that the score does not depend on", () => {
  assert.equal(describeWeakOutputs(job, ["gain"], showName), []);
});

it("knows the outputs of the score function and of the further goals", () => {
  const further_goals = [{ kind: "maximise" as const, output_name: "noise" }];
  const inputs = {
    output: { type: "Output Scalar" as const, output_name: "pm" },
    target: { type: "Scalar" as const, value: 60 },
  };
  assert.equal(scoredOutputs({ score_function: { name: "Match target value", inputs }, further_goals }), [
    "pm",
    "noise",
  ]);
  assert.is(
    scoredOutputs({ score_function: { name: "Figure of merit", inputs: {} }, further_goals: [] }),
    null,
  );
});
