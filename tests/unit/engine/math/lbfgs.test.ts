import { minimise, type Objective } from "@understudy/engine/math/lbfgs.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("L-BFGS");

/** The Rosenbrock function: the sum of (1 - x)^2 + 100 (y - x^2)^2 over neighbours. */
const rosenbrock: Objective = function* (point, gradient) {
  gradient.fill(0);
  let value = 0;
  for (let i = 0; i + 1 < point.length; i++) {
    const x = point[i] ?? 0;
    const valley = (point[i + 1] ?? 0) - x * x;
    value += (1 - x) ** 2 + 100 * valley ** 2;
    gradient[i] = (gradient[i] ?? 0) - 2 * (1 - x) - 400 * x * valley;
    gradient[i + 1] = (gradient[i + 1] ?? 0) + 200 * valley;
  }
  yield;
  return value;
};

const nearOne = (point: Float64Array) => point.every((value) => Math.abs(value - 1) < 1e-6);

it("follows Rosenbrock's valley to its end, in two dimensions and in ten", () => {
  const two = runToEnd(minimise(rosenbrock, Float64Array.of(-1.2, 1), { tolerance: 0 }));
  assert.ok(nearOne(two.point), `${two.point}`);
  assert.ok(two.evaluations < 60, `${two.evaluations} evaluations`);
  const ten = runToEnd(minimise(rosenbrock, new Float64Array(10).fill(-0.5), { tolerance: 0 }));
  assert.ok(nearOne(ten.point), `${ten.point}`);
});

it("needs a step or two more than there are dimensions on a quadratic of unequal axes", () => {
  const quadratic: Objective = function* (point, gradient) {
    let value = 0;
    point.forEach((x, i) => {
      value += 0.5 * 10 ** i * x * x;
      gradient[i] = 10 ** i * x;
    });
    yield;
    return value;
  };
  const minimum = runToEnd(
    minimise(quadratic, Float64Array.of(1, 1, 1, 1), { gradientTolerance: 1e-6, tolerance: 0 }),
  );
  assert.is(minimum.stopReason, "flat");
  assert.ok(minimum.evaluations < 40, `${minimum.evaluations} evaluations`);
});

it("turns back from where the objective is no number or infinite", () => {
  for (const nowhere of [Number.NaN, Number.POSITIVE_INFINITY]) {
    const walled: Objective = function* (point, gradient) {
      const x = point[0] ?? 0;
      yield;
      if (x >= 1) return nowhere;
      // Least at 1 - 1e-3, just before the wall.
      gradient[0] = -1 + 1e-3 / (1 - x);
      return -x - 1e-3 * Math.log(1 - x);
    };
    const minimum = runToEnd(minimise(walled, Float64Array.of(-30), { tolerance: 1e-14 }));
    assert.ok(Math.abs((minimum.point[0] ?? 0) - 0.999) < 1e-5, `${minimum.point}`);
  }
});

it("says why it ended", () => {
  const start = Float64Array.of(-1.2, 1);
  assert.is(runToEnd(minimise(rosenbrock, start, { evaluations: 7 })).stopReason, "evaluations");
  assert.is(runToEnd(minimise(rosenbrock, start, { evaluations: 7 })).evaluations, 7);
  assert.is(runToEnd(minimise(rosenbrock, start, { stopRequested: () => true })).stopReason, "stopped");
  assert.is(runToEnd(minimise(rosenbrock, start, { tolerance: 1e9 })).stopReason, "no progress");
  assert.is(runToEnd(minimise(rosenbrock, Float64Array.of(1, 1))).stopReason, "flat");
  assert.is(runToEnd(minimise(rosenbrock, Float64Array.of(Number.NaN, 1))).stopReason, "not finite");
});

it("never ends higher than it began", () => {
  for (let evaluations = 1; evaluations < 40; evaluations++) {
    const minimum = runToEnd(minimise(rosenbrock, Float64Array.of(-1.2, 1), { evaluations }));
    assert.ok(minimum.value <= 24.2 + 1e-9);
  }
});
