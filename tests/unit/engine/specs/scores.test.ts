import {
  type ChosenInput,
  compileScore,
  scoreFunctionOptions,
} from "@understudy/engine/specs/score-functions.ts";
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { assert, suite } from "../../../harness.ts";
import { fixtureManifest, soundManifest } from "../../../support/specs/spec-fixtures.ts";

const it = suite("a score function");

const manifest = soundManifest(
  new Map([
    [
      "spec.json",
      JSON.stringify({
        variables: [
          { name: "w", type: "Scalar", default_val: 1 },
          { name: "corner", type: "MultiSelect", options: ["slow", "fast"] },
        ],
        coordinates: [{ name: "f", grid: { from: 1, to: 100, points: 3, spacing: "log" } }],
        outputs: [
          { name: "gain", type: "Vector", coordinate: "f" },
          { name: "power", type: "Scalar" },
          // Named as an input of the platform's own functions is.
          { name: "target", type: "Scalar" },
        ],
        score_functions: [
          {
            name: "Own",
            inputs: [
              { name: "least", type: "Scalar", default: 3 },
              { name: "curve", type: "Output Vector" },
              { name: "wanted", type: "File" },
            ],
            expression: "mean(curve - wanted) - least * w + (corner == 'slow' ? 100 : 0)",
          },
        ],
        run: { command: ["x"] },
      }),
    ],
  ]),
);
const SPEC_INPUTS = { w: 2, corner: "fast" };
const SPEC_OUTPUTS = { gain: [10, 20, 40], power: 4, target: 8 };

type Inputs = Record<string, ChosenInput>;
const scalar = (value: number): ChosenInput => ({ type: "Scalar", value });
const output = (output_name: string): ChosenInput => ({ type: "Output Scalar", output_name });
const vector: ChosenInput = { type: "Output Vector", output_name: "gain" };

function computeScore(
  name: string,
  inputs: Inputs,
  outputs: SimulationOutputs = SPEC_OUTPUTS,
  values = SPEC_INPUTS,
): number {
  const compiled = compileScore(manifest, { name, inputs });
  return "score" in compiled ? compiled.score(values, outputs) : Number.NaN;
}
const findErrors = (name: string, inputs: Inputs) => {
  const compiled = compileScore(manifest, { name, inputs });
  return "errors" in compiled ? compiled.errors : {};
};

it("is one of the spec's, or of the platform's that its outputs allow", () => {
  assert.equal(
    scoreFunctionOptions(manifest).map(({ name }) => name),
    [
      "Own",
      "Maximise output",
      "Minimise output",
      "Match target value",
      "Match target curve",
      "Within limits",
    ],
  );
  const onlyVectors = { ...manifest, outputs: manifest.outputs.filter(({ type }) => type === "Vector") };
  assert.equal(
    scoreFunctionOptions(onlyVectors).map(({ name }) => name),
    ["Own", "Match target curve"],
  );
  for (const { inputs } of scoreFunctionOptions(fixtureManifest("opamp"))) {
    for (const input of inputs) assert.is(input.default === null, input.type !== "Scalar", input.name);
  }
});

it("of the platform grows with what is wanted", () => {
  assert.is(computeScore("Maximise output", { output: output("power") }), 4);
  assert.is(computeScore("Minimise output", { output: output("power") }), -4);
  assert.is(
    computeScore("Maximise output", { output: output("target") }),
    8,
    "whatever the output is called",
  );
});

it("for a target is the logarithm of a normal density about it", () => {
  const score = (target: number, tolerance: number) =>
    computeScore("Match target value", {
      output: output("power"),
      target: scalar(target),
      tolerance: scalar(tolerance),
    });
  assert.is(score(4, 0), 0);
  assert.is(score(5, 0.5), -2);
  assert.is(score(2, 0), -0.5 * (2 / 0.1) ** 2, "a twentieth of the target where no tolerance is given");
  assert.is(score(0, 0), -8, "one, about a target of 0");
  const negative = { output: output("power"), target: scalar(4), tolerance: scalar(-1) };
  assert.equal(findErrors("Match target value", negative), {
    tolerance: "The tolerance must not be negative",
  });
});

it("for limits is 1 in the middle, 0 at either limit and negative beyond", () => {
  const score = (lower: number, upper: number) =>
    computeScore("Within limits", { output: output("power"), lower: scalar(lower), upper: scalar(upper) });
  assert.equal([score(3, 5), score(4, 9), score(0, 4), score(5, 7), score(0, 16)], [1, 0, 0, -1, 0.5]);
  assert.equal(findErrors("Within limits", { output: output("power"), lower: scalar(2), upper: scalar(2) }), {
    upper: "The upper limit must be more than the lower",
  });
});

it("for a curve compares where the target has values, between its points too", () => {
  const score = (text: string) =>
    computeScore("Match target curve", {
      output: vector,
      target: { type: "File", text },
      tolerance: scalar(1),
    });
  assert.is(score("f,gain\n1,10\n10,20\n100,40\n"), 0);
  assert.is(score("100;41\n1;11\n10;21\n"), -0.5, "in any order, without a header");
  assert.is(score("1,10\n10,22\n"), -0.5 * ((0 + 4) / 2), "beyond the target nothing counts");
  assert.ok(Math.abs(score("1,10\n100,40\n") - -0.5 * (25 / 3)) < 1e-12, "straight in the logarithm of f");
  assert.ok(Number.isNaN(score("1000,1\n2000,2\n")), "nowhere the same");
});

it("of the spec is its expression over outputs, variables and its inputs", () => {
  const inputs: Inputs = { curve: vector, wanted: { type: "File", text: "1,0\n100,10\n" } };
  const expected = (10 + 20 + 40) / 3 - 5 - 3 * 2;
  assert.ok(Math.abs(computeScore("Own", inputs) - expected) < 1e-12);
  assert.ok(Math.abs(computeScore("Own", { ...inputs, least: scalar(0) }) - (expected + 6)) < 1e-12);
  assert.ok(
    Math.abs(computeScore("Own", inputs, SPEC_OUTPUTS, { w: 2, corner: "slow" }) - (expected + 100)) < 1e-12,
  );
});

it("asks for the inputs that it lacks, each by its name", () => {
  assert.equal(findErrors("Own", {}), { curve: "An output is required", wanted: "A file is required" });
  assert.equal(findErrors("Maximise output", { output: { type: "Output Scalar", output_name: "gain" } }), {
    output: "An output is required",
  });
  assert.equal(findErrors("Best", {}), { score_function: "There is no score function named Best" });
  const file = (text: string) =>
    findErrors("Match target curve", { output: vector, target: { type: "File", text } }).target;
  assert.is(file("1,2,3\n4,5,6"), "The file has 3 columns; expected two, the coordinate and the value.");
  assert.is(file("f,gain\n1,2\n2,x\n"), 'The file, line 3 is "x", not a number.');
  assert.is(file("f,gain\n1,2\n1,3\n"), "The file has two values for 1.");
  assert.is(file("f,gain\n1,2\n"), "The file has one row; a curve needs two or more.");
  assert.is(file(""), "The file is empty.");
});

it("is not a number where an output is missing or the value does not exist", () => {
  assert.ok(Number.isNaN(computeScore("Maximise output", { output: output("power") }, {})));
});
