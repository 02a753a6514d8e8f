import { createEmulatorSpace } from "@understudy/engine/tasks/optimization/emulator/emulator-space.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../../../harness.ts";
import { optimum, unit, y } from "../../../../../support/engine/emulator-optima.ts";
import { categorical, continuous, unitInputs } from "../../../../../support/engine/function-emulators.ts";
import { scalarVariable } from "../../../../../support/engine/job-variables.ts";
import { type Formula, smoothEmulator } from "../../../../../support/engine/smooth-emulators.ts";

const it = suite("an optimization over variables of every kind", { timeout: 60_000 });

const select = (...options: string[]): JobVariable => ({
  type: "MultiSelect",
  options,
  initval: options[0] ?? "",
  fixed: options.length < 2,
});
const slope: Formula = ([a = 0, b = 0]) => ({ mean: a - 3 * b });

it("says which variables lie on a limit", () => {
  const { maxima } = optimum(smoothEmulator(unitInputs(2), { y: slope }), unit(2), y);
  assert.equal(maxima[0]?.atLimits, [
    { name: "x1", element: null, limit: "upper" },
    { name: "x2", element: null, limit: "lower" },
  ]);
  assert.is(maxima[0]?.score, 1);
});

it("chooses among whole numbers and options too, and leaves what is fixed where it is", () => {
  const inputs = [
    continuous("x"),
    continuous("n", [1, 40]),
    categorical("kind", ["red", "green", "blue"]),
    continuous("held", [0, 9]),
  ];
  const formula: Formula = ([x = 0, n = 0, kind = 0, held = 0]) => ({
    mean: -((x - 0.1 * kind) ** 2) - (n - 17.4) ** 2 / 10 + (kind === 1 ? 1 : 0) - (held - 4) ** 2,
  });
  const variables = {
    x: scalarVariable(0, 1),
    n: scalarVariable(1, 40, true),
    kind: select("red", "green", "blue", "unknown to the emulator"),
    held: { ...scalarVariable(0, 9), fixed: true, initval: 4 },
  };
  const { maxima } = optimum(smoothEmulator(inputs, { y: formula }), variables, y);
  const { x, ...otherInputs } = maxima[0]?.inputs ?? {};
  assert.equal(otherInputs, { n: 17, kind: "green", held: 4 });
  assert.ok(Math.abs(Number(x) - 0.1) < 1e-6);
});

it("looks at every point of a small finite space, and works where nothing varies", () => {
  const inputs = [continuous("n", [0, 9]), categorical("only", ["one"])];
  const emulator = smoothEmulator(inputs, { y: ([n = 0]) => ({ mean: -((n - 6) ** 2) }) });
  const finite = optimum(emulator, { n: scalarVariable(0, 9, true), only: select("one") }, y);
  assert.is(finite.maxima[0]?.inputs.n, 6);
  assert.ok(finite.evaluations < 40);
  const nothing = { n: { ...scalarVariable(0, 9), fixed: true, initval: 3 }, only: select("one") };
  const { maxima, robust, stopReason } = optimum(emulator, nothing, y);
  assert.equal([maxima.length, maxima[0]?.score, robust?.score, stopReason], [1, -9, -9, "converged"]);
});

it("knows the initial values as a point of the axes that it searches", () => {
  const emulator = smoothEmulator(unitInputs(3), { y: slope });
  const variables = {
    ...unit(3),
    x1: { ...scalarVariable(0, 1), initval: 0.25 },
    x2: { ...scalarVariable(0, 1), initval: 0.75 },
  };
  const names = unitInputs(3).map(({ name }) => name);
  const fullSpace = createEmulatorSpace(emulator, variables);
  const part = createEmulatorSpace(emulator, variables, (name) => name !== names[0]);
  assert.is(fullSpace.initialPoint.length, fullSpace.axes.length);
  assert.is(part.initialPoint.length, 2);
  assert.equal(part.inputsOf(part.initialPoint), fullSpace.inputsOf(fullSpace.initialPoint));
});
