import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import { distributionProblem } from "@understudy/shared/yield/check-distribution.ts";
import {
  defaultDistribution,
  type UncertainInput,
  uncertainInputs,
} from "@understudy/shared/yield/uncertain-inputs.ts";
import { assert, suite } from "../../harness.ts";

const it = suite("what is wrong with a distribution");

const vdd: UncertainInput = { name: "vdd", kind: "number", lower: 1, upper: 2, nominal: 1.5 };
const fingers: UncertainInput = { ...vdd, name: "fingers", kind: "whole number" };
const corner: UncertainInput = {
  name: "corner",
  kind: "options",
  options: ["slow", "fast"],
  nominal: "slow",
};

const levels = (...pairs: [string | number, number][]): Distribution => ({
  kind: "levels",
  levels: pairs.map(([value, probability]) => ({ value, probability })),
});

it("is said in a sentence", () => {
  const cases: [Distribution, UncertainInput, string | null][] = [
    [
      { kind: "normal", mean: 1, standard_deviation: 0 },
      vdd,
      "The standard deviation of vdd must be above 0.",
    ],
    [{ kind: "normal", mean: 1, standard_deviation: 0.1 }, vdd, null],
    [{ kind: "uniform", lower: 2, upper: 2 }, vdd, "The upper limit of vdd must be above the lower one."],
    [
      { kind: "lognormal", mean: -1, standard_deviation: 1 },
      vdd,
      "The mean of vdd must be above 0 for a lognormal distribution.",
    ],
    [
      { kind: "truncated normal", mean: 0, standard_deviation: 1, lower: 9, upper: 10 },
      vdd,
      "The limits of vdd lie more than 8 standard deviations from its mean.",
    ],
    [levels([1, 0.5], [2, 0.4]), vdd, "The probabilities of vdd must add up to 1; they add up to 0.9."],
    [levels([1, -0.5], [2, 1.5]), vdd, "The probability of vdd = 1 must lie between 0 and 1."],
    [levels([1, 0.5], [1, 0.5]), vdd, "A value of vdd is named twice."],
    [levels([1, 0.3333333], [2, 0.3333333], [3, 0.3333333]), vdd, null],
    [levels([1.5, 1]), fingers, "fingers must be a whole number."],
    [levels(["medium", 1]), corner, "corner has no option “medium”."],
    [
      { kind: "normal", mean: 1, standard_deviation: 1 },
      corner,
      "corner is a choice between options: give each a probability.",
    ],
    [{ kind: "fixed", value: "fast" }, corner, null],
    [{ kind: "fixed", value: "fast" }, vdd, "vdd must be a number."],
  ];
  for (const [distribution, input, problem] of cases)
    assert.is(distributionProblem(distribution, input), problem);
});

it("is that shares or values could not be computed", () => {
  const close = { mean: 1, standard_deviation: 1, lower: 1, upper: 1 + 4e-16 };
  const cases: [Distribution, RegExp][] = [
    [{ kind: "truncated normal", ...close }, /^The limits of vdd are too close together/],
    [{ kind: "uniform", lower: -1e308, upper: 1e308 }, /^The limits of vdd are too far apart/],
    [{ kind: "normal", mean: 1e308, standard_deviation: 1e308 }, /^The values of vdd are too large/],
    [
      { kind: "lognormal", mean: 1, standard_deviation: 1e-200 },
      /^The standard deviation of vdd must lie between/,
    ],
    [
      { kind: "lognormal", mean: 1e-200, standard_deviation: 1 },
      /^The standard deviation of vdd must lie between/,
    ],
  ];
  for (const [distribution, problem] of cases)
    assert.match(distributionProblem(distribution, vdd) ?? "", problem);
});

it("is nothing by default: uniform over what varies, fixed where nothing does", () => {
  const inputs = uncertainInputs({
    vdd: { type: "Scalar", lbound: 1, ubound: 2, initval: 1.5, fixed: false, is_integer: false },
    w: { type: "Vector", lbound: [0, 0], ubound: [1, 2], initval: [0, 0], fixed: false, is_integer: false },
    load: { type: "Scalar", lbound: null, ubound: null, initval: 7, fixed: true, is_integer: false },
    corner: { type: "MultiSelect", options: ["slow", "fast"], initval: "slow", fixed: false },
    title: { type: "String", initval: "x" },
  });
  assert.equal(
    inputs.map(({ name }) => name),
    ["vdd", "w[0]", "w[1]", "load", "corner"],
  );
  assert.equal(inputs.map(defaultDistribution), [
    { kind: "uniform", lower: 1, upper: 2 },
    { kind: "uniform", lower: 0, upper: 1 },
    { kind: "uniform", lower: 0, upper: 2 },
    { kind: "fixed", value: 7 },
    levels(["slow", 0.5], ["fast", 0.5]),
  ]);
});
