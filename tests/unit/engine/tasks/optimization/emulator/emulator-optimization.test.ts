import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Goals } from "@understudy/engine/tasks/optimization/emulator/goals.ts";
import { optimizeOnEmulator } from "@understudy/engine/tasks/optimization/emulator/optimize.ts";
import { SEARCH_CODEC } from "@understudy/engine/tasks/optimization/emulator/search-file.ts";
import { assert, suite } from "../../../../../harness.ts";
import { optimum, unit, y } from "../../../../../support/engine/emulator-optima.ts";
import { continuous, unitInputs } from "../../../../../support/engine/function-emulators.ts";
import { scalarVariable } from "../../../../../support/engine/job-variables.ts";
import { type Formula, smoothEmulator } from "../../../../../support/engine/smooth-emulators.ts";

const it = suite("optimization on an emulator", { timeout: 60_000 });

const numbers = (point: Float64Array) => [...point];

/** Two hills: at .2 the higher, at .8 the wider and surer one. */
const twoHills: Formula = (point) => {
  const distance = (to: number) => point.reduce((sum, value) => sum + (value - to) ** 2, 0);
  const [near, far] = [distance(0.2), distance(0.8)];
  return { mean: 2 * Math.exp(-40 * near) + 1.5 * Math.exp(-10 * far), reach: 1.2 * Math.exp(-20 * near) };
};

it("finds the global maximum to many digits, the other local ones, and the robust one", () => {
  const { maxima, robust, path, evaluations } = optimum(
    smoothEmulator(unitInputs(3), { y: twoHills }),
    unit(3),
    y,
  );
  assert.is(maxima.length, 2);
  const [best, second] = maxima;
  assert.ok(
    numbers(best?.point ?? new Float64Array()).every((x) => Math.abs(x - 0.2) < 1e-3),
    `${best?.point}`,
  );
  assert.ok(numbers(second?.point ?? new Float64Array()).every((x) => Math.abs(x - 0.8) < 1e-3));
  assert.ok(numbers(robust?.point ?? new Float64Array()).every((x) => Math.abs(x - 0.8) < 1e-2));
  assert.ok((robust?.bounds.lower ?? 0) > (best?.bounds.lower ?? 0));
  assert.ok(path.every(({ score }, i) => i === 0 || score > (path[i - 1]?.score ?? 0)));
  assert.ok(Math.abs((path.at(-1)?.score ?? 0) - (best?.score ?? 0)) < 1e-12);
  assert.ok(evaluations < 12_000);
  const [bounds, value] = [best?.bounds, best?.outputs.y];
  assert.equal([bounds?.lower, bounds?.upper], [value?.lower, value?.upper]);
});

it("reaches the maximum to nine digits along a narrow ridge", () => {
  const rosenbrock: Formula = (point) => {
    let value = 0;
    for (let i = 0; i + 1 < point.length; i++) {
      const [coordinate, next] = [4 * (point[i] ?? 0) - 2, 4 * (point[i + 1] ?? 0) - 2];
      value -= 100 * (next - coordinate ** 2) ** 2 + (1 - coordinate) ** 2;
    }
    return { mean: value };
  };
  const { maxima } = optimum(smoothEmulator(unitInputs(4), { y: rosenbrock }), unit(4), y);
  assert.ok((maxima[0]?.score ?? -1) > -1e-9, `${maxima[0]?.score}`);
});

it("keeps limits, and says so where they exclude each other", () => {
  const formulas: Record<string, Formula> = {
    y: ([a = 0, b = 0]) => ({ mean: a + b }),
    z: ([a = 0, b = 0]) => ({ mean: a * a + b * b }),
  };
  const emulator = smoothEmulator(unitInputs(2), formulas);
  const inside = { ...y, constraints: [(_: unknown, { z: value }: { z?: unknown }) => 0.5 - Number(value)] };
  const { maxima } = optimum(emulator, unit(2), inside);
  assert.is(maxima[0]?.violation, 0);
  assert.ok(Math.abs((maxima[0]?.score ?? 0) - 1) < 1e-5, `${maxima[0]?.score}`);
  const never = { ...y, constraints: [(_: unknown, { z: value }: { z?: unknown }) => -1 - Number(value)] };
  const none = optimum(emulator, unit(2), never);
  assert.ok((none.maxima[0]?.violation ?? 0) >= 1);
});

it("ends with nothing, but ends, where the score exists nowhere; leaves out where it does not", () => {
  const emulator = smoothEmulator(unitInputs(2), { y: twoHills });
  const { maxima, robust, front } = optimum(emulator, unit(2), { score: () => Number.NaN });
  assert.equal([maxima.length, robust, front.length], [0, null, 0]);
  const partly = optimum(emulator, unit(2), {
    score: ({ x1 }, { y: value }) => (Number(x1) < 0.5 ? Number.NaN : Number(value)),
  });
  assert.ok(Number(partly.maxima[0]?.inputs.x1) > 0.7);
});

it("finds the front of two goals, ascending, none dominated", () => {
  const formulas: Record<string, Formula> = {
    y: ([a = 0, b = 0]) => ({ mean: -((a - 0.2) ** 2) - b * b }),
    z: ([a = 0, b = 0]) => ({ mean: -((a - 0.8) ** 2) - b * b }),
  };
  const { front } = optimum(smoothEmulator(unitInputs(2), formulas), unit(2), {
    ...y,
    furtherGoals: [(_, { z }) => Number(z)],
  });
  assert.ok(front.length > 50, `${front.length} points`);
  assert.ok(front.every(({ point: [, b = 1] }) => b < 0.02));
  const [first, last] = [front[0]?.goals[0] ?? 0, front.at(-1)?.goals[0] ?? -1];
  assert.ok(first < -0.3 && last > -1e-3, `${first} to ${last}`);
  assert.ok(
    front.every(({ goals: [firstGoal = 0] }, i) => i === 0 || firstGoal > (front[i - 1]?.goals[0] ?? 0)),
  );
});

it("scores curves at the coordinates of the score", () => {
  const bump: Formula = ([x = 0]) => ({ mean: [0, x, 4 * x * (1 - x), x, 0] });
  const emulator = smoothEmulator(unitInputs(1), { y: bump });
  const goals: Goals = { score: (_, { y: curve }) => (Array.isArray(curve) ? (curve[1] ?? 0) : Number.NaN) };
  const problem = {
    emulator,
    variables: unit(1),
    goals,
    options: { seed: 1, maxEvaluations: 2000 },
    clock: () => 0,
  };
  const work = optimizeOnEmulator({ ...problem, curves: { y: Float64Array.of(0, 2, 4) } });
  const [best] = runToEnd(work).maxima;
  assert.ok(Math.abs(Number(best?.inputs.x1) - 0.5) < 1e-4);
  assert.equal(best?.outputs.y?.mean, [0, best?.score, 0]);
});

it("finds the same with the same seed, however often it is interrupted", () => {
  const emulator = smoothEmulator([...unitInputs(2), continuous("n", [0, 50])], {
    y: ([a = 0, b = 0, n = 0]) => ({ mean: Math.sin(9 * a + n / 7) * Math.cos(7 * b) - b, reach: a }),
  });
  const variables = { ...unit(2), n: scalarVariable(0, 50, true) };
  const goals = { ...y, furtherGoals: [({ x1 }: { x1?: unknown }) => Number(x1)] };
  const uninterrupted = optimum(emulator, variables, goals, { seed: 4, maxEvaluations: 4000 });
  assert.equal(
    optimum(emulator, variables, goals, { seed: 4, maxEvaluations: 4000, interruptions: 3 }),
    uninterrupted,
  );
});

it("begins anew where its file is damaged", () => {
  assert.is(SEARCH_CODEC.read(null), null);
  assert.is(SEARCH_CODEC.read(Uint8Array.of(1, 2, 3)), null);
});

it("finds the surest design at one of the given points, whatever the seed, where all others are unsure", () => {
  // Sure at twelve points alone, as a set with few distinct rows leaves an emulator.
  const sure = Array.from({ length: 12 }, (_, i) => [
    0.07 + 0.075 * i,
    (0.31 + 0.618 * i) % 1,
    (0.5 * i) % 1,
  ]);
  const spiky: Formula = (point) => {
    const nearest = Math.min(
      ...sure.map((design) => Math.hypot(...design.map((value, a) => value - (point[a] ?? 0)))),
    );
    return {
      mean: point.reduce((sum, value) => sum + value, 0),
      reach: 8 * (1 - Math.exp(-nearest / 0.004)),
    };
  };
  const emulator = smoothEmulator(unitInputs(3), { y: spiky });
  const starts = sure.map((design) => Float64Array.from(design));
  const best = Math.max(...sure.map((design) => design.reduce((sum, value) => sum + value, 0)));
  const lowerBounds = (startingPoints: readonly Float64Array[]) =>
    [1, 2, 3].map(
      (seed) => optimum(emulator, unit(3), y, { seed, starts: startingPoints }).robust?.bounds.lower ?? 0,
    );
  const lowerBoundsFound = lowerBounds(starts);
  assert.ok(
    lowerBoundsFound.every((lower) => lower >= best - 0.01),
    `${lowerBoundsFound} and ${best}`,
  );
  assert.ok(
    lowerBounds([]).some((lower) => lower < best - 0.01),
    "without them the seed decides",
  );
});
