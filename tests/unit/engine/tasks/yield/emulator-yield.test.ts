import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator, EmulatorInput } from "@understudy/engine/models/emulator.ts";
import type { Goals } from "@understudy/engine/tasks/optimization/emulator/goals.ts";
import { type EmulatorYield, yieldOnEmulator } from "@understudy/engine/tasks/yield/emulator-yield.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../../harness.ts";
import { categorical, continuous } from "../../../../support/engine/function-emulators.ts";
import { type Formula, smoothEmulator } from "../../../../support/engine/smooth-emulators.ts";

const it = suite("yield on an emulator", { timeout: 60_000 });

const scalar = (lbound: number, ubound: number, initval = lbound): JobVariable => ({
  type: "Scalar",
  ...{ lbound, ubound, initval, fixed: false, is_integer: false },
});
/** Makes an input that takes so many values over the rows. */
const input = (name: string, range: readonly [number, number], rows = 1000): EmulatorInput => ({
  ...continuous(name, range),
  counts: [rows],
});

const atLeast = (limit: number): Goals => ({ score: (_, { y }) => Number(y) - limit });

type Given = {
  inputs?: EmulatorInput[];
  variables?: Record<string, JobVariable>;
  distributions?: Distributions;
  goals?: Goals;
  relation?: KeptRelation;
};

function estimateFromFormula(
  formula: Formula,
  {
    inputs = [input("a", [-9, 9]), input("b", [-9, 9])],
    variables,
    distributions = {},
    goals,
    relation,
  }: Given = {},
): EmulatorYield {
  const emulator: Emulator = smoothEmulator(inputs, { y: formula });
  const all = variables ?? Object.fromEntries(inputs.map(({ name }) => [name, scalar(-9, 9)]));
  const question = {
    ...{ emulator, variables: all, distributions, goals: goals ?? atLeast(0) },
    relation: relation ?? null,
  };
  return runToEnd(yieldOnEmulator({ ...question, options: { seed: 1 }, clock: () => 0 }));
}

const standard = (mean = 0, standard_deviation = 1) => ({
  kind: "normal" as const,
  mean,
  standard_deviation,
});
const both: Distributions = { a: standard(), b: standard(0, 2) };

it("knows the share that fails of normal inputs", () => {
  const { failing, shareOutside } = estimateFromFormula(([a = 0, b = 0]) => ({ mean: 3 + a + b }), {
    distributions: both,
  });
  assert.ok(Math.abs(failing.estimate - 0.0898) < 0.002, `${failing.estimate}`);
  assert.ok(failing.upper - failing.lower < 0.006);
  assert.ok(shareOutside < 1e-5);
});

it("names the input to tighten first", () => {
  const { inputs, failing } = estimateFromFormula(([a = 0, b = 0]) => ({ mean: 3 + a + b }), {
    distributions: both,
  });
  const [a, b] = inputs.map(({ tightened }) => tightened ?? 1);
  // Of deviations sqrt(.25 + 4) and sqrt(1 + 1).
  assert.ok(Math.abs((a ?? 0) - 0.0728) < 0.004, `${a}`);
  assert.ok(Math.abs((b ?? 0) - 0.0169) < 0.002, `${b}`);
  assert.ok(failing.estimate > (a ?? 1) && (a ?? 0) > (b ?? 0));
});

it("holds in its interval what the emulator does not know", () => {
  const sure = estimateFromFormula(([a = 0]) => ({ mean: 2 + a }), { distributions: both });
  const unsure = estimateFromFormula(([a = 0]) => ({ mean: 2 + a, reach: 0.5 }), { distributions: both });
  const width = ({ failing }: EmulatorYield) => failing.upper - failing.lower;
  assert.ok(width(unsure) > 3 * width(sure));
  assert.ok(unsure.failing.lower < 0.0228 && unsure.failing.upper > 0.0228);
});

it("trusts nothing outside the training range, and says how much lies there", () => {
  const { failing, shareOutside } = estimateFromFormula(([a = 0]) => ({ mean: 9 + a }), {
    inputs: [input("a", [-1, 9], 100_000)],
    distributions: { a: standard() },
  });
  assert.ok(Math.abs(shareOutside - 0.1587) < 1e-3, `${shareOutside}`);
  assert.is(failing.estimate, 0);
  assert.is(failing.lower, 0);
  assert.ok(failing.upper >= shareOutside && failing.upper < shareOutside + 1e-3);
});

it("takes the job's range where no distribution is given, and levels by their probabilities", () => {
  const problem = {
    inputs: [input("a", [0, 1]), categorical("corner", ["slow", "fast"])],
    variables: {
      a: scalar(0, 1),
      corner: { type: "MultiSelect", options: ["slow", "fast"], initval: "slow", fixed: false },
    } satisfies Record<string, JobVariable>,
  };
  const formula: Formula = ([a = 0, corner = 0]) => ({ mean: corner === 1 ? a - 0.25 : 1 });
  assert.ok(Math.abs(estimateFromFormula(formula, problem).failing.estimate - 0.125) < 2e-3);
  const levels = [
    { value: "slow", probability: 0.2 },
    { value: "fast", probability: 0.8 },
  ];
  const often = estimateFromFormula(formula, {
    ...problem,
    distributions: { corner: { kind: "levels", levels } },
  });
  assert.ok(Math.abs(often.failing.estimate - 0.2) < 3e-3, `${often.failing.estimate}`);
  assert.is(often.worst?.inputs.corner, "fast");
});

it("counts a design as failing that has no score, or that breaks a limit on another output", () => {
  const undefinedBelow: Goals = { score: (_, { y }) => Math.sqrt(Number(y)) };
  const half = estimateFromFormula(([a = 0]) => ({ mean: a }), {
    goals: undefinedBelow,
    distributions: both,
  });
  assert.ok(Math.abs(half.failing.estimate - 0.5) < 0.01);
  const limited: Goals = { ...atLeast(-99), constraints: [(_, { y }) => 1 - Number(y)] };
  const some = estimateFromFormula(([a = 0]) => ({ mean: a }), { goals: limited, distributions: both });
  assert.ok(Math.abs(some.failing.estimate - 0.1587) < 0.005);
});

it("refuses options that the emulator was not trained on", () => {
  assert.throws(
    () =>
      estimateFromFormula(() => ({ mean: 1 }), {
        inputs: [categorical("corner", ["slow"])],
        variables: {
          corner: { type: "MultiSelect", options: ["slow", "fast"], initval: "slow", fixed: false },
        },
      }),
    /not trained on the option “fast”/,
  );
});

it("varies an input that is called like what every object inherits", () => {
  const { failing } = estimateFromFormula(([a = 0]) => ({ mean: a - 0.25 }), {
    inputs: [input("constructor", [0, 1])],
    variables: { constructor: scalar(0, 1) },
  });
  assert.ok(Math.abs(failing.estimate - 0.25) < 5e-3, `${failing.estimate}`);
});

const related = suite("yield on an emulator whose inputs keep a relation");
const SUM_IS_ONE: KeptRelation = {
  kind: "relation",
  terms: ["a", "b", "c"].map((name) => ({ input: name, coefficient: 1 })),
  sum: 1,
  follower: "c",
};
const SHARE_INPUTS = ["a", "b", "c"].map((name) => input(name, [0, 1]));
const shareVariables = Object.fromEntries(SHARE_INPUTS.map(({ name }) => [name, scalar(0, 1)]));
const around = (mean: number, deviation: number) =>
  ({ kind: "normal", mean, standard_deviation: deviation }) as const;

related("is that of the designs whose follower is computed from the others", () => {
  // c = 1 - a - b is normal with mean 0.5 and deviation 0.05: it exceeds 0.55 in 15.866% of the designs.
  const shares = { inputs: SHARE_INPUTS, variables: shareVariables, relation: SUM_IS_ONE };
  const distributions = { a: around(0.3, 0.03), b: around(0.2, 0.04) };
  const { failing, shareOutside, worst, inputs } = estimateFromFormula(
    ([, , c = 0]) => ({ mean: c - 0.55 }),
    {
      ...shares,
      distributions,
    },
  );
  assert.ok(Math.abs(1 - failing.estimate - 0.15866) < 2e-3, `${failing.estimate}`);
  assert.is(shareOutside, 0);
  // None of 8,192 designs was outside: some in ten thousand may be all the same.
  assert.ok(failing.upper - failing.estimate > 4e-4);
  assert.equal(
    inputs.map(({ name }) => name),
    ["a", "b"],
  );
  const { a, b, c } = worst?.inputs ?? {};
  assert.ok(Math.abs(Number(a) + Number(b) + Number(c) - 1) < 1e-12);
});

related("counts designs whose follower leaves its range as outside", () => {
  const { shareOutside } = estimateFromFormula(() => ({ mean: 1 }), {
    inputs: SHARE_INPUTS,
    variables: shareVariables,
    relation: SUM_IS_ONE,
  });
  // Half of the square has a + b > 1.
  assert.ok(Math.abs(shareOutside - 0.5) < 0.01, `${shareOutside}`);
});
