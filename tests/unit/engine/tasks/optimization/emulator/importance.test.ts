import { createEmulatorObjective } from "@understudy/engine/tasks/optimization/emulator/emulator-objective.ts";
import { computeImportance } from "@understudy/engine/tasks/optimization/emulator/importance.ts";
import { snap } from "@understudy/engine/tasks/search-space.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../../../harness.ts";
import { categorical, continuous } from "../../../../../support/engine/function-emulators.ts";
import { scalarVariable } from "../../../../../support/engine/job-variables.ts";
import { smoothEmulator } from "../../../../../support/engine/smooth-emulators.ts";

const it = suite("the importance of variables near a design");

const options = ["red", "green", "blue"];
const variables: Record<string, JobVariable> = {
  x: scalarVariable(0, 10),
  n: scalarVariable(1, 9, true),
  kind: { type: "MultiSelect", options, initval: "red", fixed: false },
};
const inputs = [continuous("x", [0, 10]), continuous("n", [1, 9]), categorical("kind", options)];
const emulator = smoothEmulator(inputs, {
  y: ([x = 0, n = 0, kind = 0]) => ({ mean: -4 * (x - 5) ** 2 - n - 10 * kind }),
});

it("is what the score becomes when each moves alone, within its range", () => {
  const goals = {
    score: (_: object, outputs: Record<string, unknown>) => Number(outputs.y),
    constraints: [({ x = 0 }: Record<string, unknown>) => 5.2 - Number(x)],
  };
  const objective = createEmulatorObjective(emulator, variables, goals);
  const point = snap(objective.space.axes, Float64Array.of(0.5, 0, 0));
  const [x, n, kind] = computeImportance(objective, point);
  const near = (value: unknown, expected: number) =>
    assert.ok(Math.abs(Number(value) - expected) < 1e-9, `${value} is not ${expected}`);
  near(x?.below?.score, -2);
  near(x?.above?.score, -2);
  near(x?.below?.violation, 0);
  near(x?.above?.violation, 0.3);
  assert.is(x?.other, null);
  assert.is(n?.below, null, "it lies on its lower limit");
  near(n?.above?.score, -2);
  assert.equal([kind?.name, kind?.below, kind?.above], ["kind", null, null]);
  near(kind?.other?.score, -11);
});

it("has no score where that does not exist", () => {
  const goals = {
    score: (_: object, outputs: Record<string, unknown>) => Math.log10(Number(outputs.y) + 0.5),
  };
  const objective = createEmulatorObjective(emulator, { ...variables, n: scalarVariable(0, 9, true) }, goals);
  const point = snap(objective.space.axes, Float64Array.of(0.5, 0, 0));
  assert.equal(
    computeImportance(objective, point).map(({ below }) => below?.score ?? null),
    [null, null, null],
  );
});
