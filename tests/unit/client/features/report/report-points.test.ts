import { findMostImportantInput, pointsAlong } from "@understudy/client/features/report/three-points.ts";
import type { SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeConfig, makeInput } from "../../../../support/factories.ts";

const it = suite("the points of a report");
const config = makeConfig({
  inputs: [
    makeInput("w", { unit: "m", multiplier: 1e-6, min: 1e-6, max: 3e-6, initval: 1.5e-6 }),
    makeInput("corner", { type: "MultiSelect", min: null, max: null, values: ["ff", "ss"], initval: "ss" }),
  ],
});

it("are the low end, the middle and the high end of an input, the others as in the default design", () => {
  const points = pointsAlong(config, "w");
  assert.equal(
    points.map(({ label }) => label),
    ["Low: 1 µm", "Middle: 2 µm", "High: 3 µm"],
  );
  assert.equal(
    points.map(({ point }) => point.corner),
    ["ss", "ss", "ss"],
  );
  assert.ok(Math.abs(Number(points[1]?.point.w) - 2e-6) < 1e-18);
});

it("are the levels of an input with two, and the default design alone without an input", () => {
  const levels = pointsAlong(config, "corner");
  assert.equal(
    levels.map(({ label }) => label),
    ["Low: ff", "High: ss"],
  );
  assert.equal(pointsAlong(config, null), [{ label: "Default design", point: { w: 1.5e-6, corner: "ss" } }]);
});

it("lie along the input with the largest total share, if any input has one", () => {
  const range = { spacing: "linear", min: 0, max: 1, levels: null } as const;
  const index = (value: number) => ({ value, lower_bound: value, upper_bound: value });
  const answer = (totals: readonly number[]): SensitivityAnswer => ({
    status: "ready",
    emulator_version: 1,
    inputs: ["a", "b", "c"].map((name) => ({ ...range, name, is_used: name !== "c" })),
    output: {
      name: "gain",
      coefficient_of_determination: 1,
      standard_deviation: 1,
      indices: totals.map((total) => ({ first_order: index(0), total: index(total) })),
      curve: null,
      evaluations: 1,
    },
  });
  assert.is(findMostImportantInput(answer([0.2, 0.7, 0.9])), "b");
  assert.is(findMostImportantInput(answer([0, 0, 0])), null);
});
