import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import type { OutputSensitivity } from "@understudy/engine/sensitivity/sensitivity.ts";
import { assert, suite } from "../../../harness.ts";
import {
  categorical,
  continuous,
  functionEmulator,
  unitInputs,
} from "../../../support/engine/function-emulators.ts";
import {
  G_FIRST,
  G_TOTAL,
  g,
  ISHIGAMI_EMULATOR,
  ISHIGAMI_FIRST,
  ISHIGAMI_TOTAL,
  study,
  totals,
} from "../../../support/engine/known-sensitivities.ts";

const it = suite("sensitivity");

const firstOrders = ({ inputs }: OutputSensitivity): number[] =>
  inputs.map(({ firstOrder }) => firstOrder.value);

function near(actual: readonly number[], expected: readonly number[], tolerance: number): void {
  assert.is(actual.length, expected.length);
  actual.forEach((value, at) => {
    assert.ok(Math.abs(value - (expected[at] ?? 0)) < tolerance, `${actual} for ${expected}`);
  });
}

it("finds what is known of the Ishigami function", () => {
  const sensitivity = study(ISHIGAMI_EMULATOR);
  assert.is(sensitivity.stopReason, "tolerance");
  near(firstOrders(sensitivity), ISHIGAMI_FIRST, 0.006);
  near(totals(sensitivity), ISHIGAMI_TOTAL, 0.006);
  // Variance a^2/8 + b pi^4/5 + b^2 pi^8/18 + 1/2.
  assert.ok(Math.abs(sensitivity.standardDeviation - Math.sqrt(13.8446)) < 0.02);
  assert.is(sensitivity.along, null);
});

it("finds what is known of the g-function", () => {
  const sensitivity = study(g);
  near(firstOrders(sensitivity), G_FIRST, 0.006);
  near(totals(sensitivity), G_TOTAL, 0.006);
});

it("shares an additive function out among its inputs, with no interactions", () => {
  const weights = [3, 2, 1, 0];
  const sum = functionEmulator(unitInputs(4), (point) =>
    weights.reduce((total, weight, at) => total + weight * (point[at] ?? 0), 1e6),
  );
  const sensitivity = study(sum);
  near(
    firstOrders(sensitivity),
    weights.map((weight) => weight ** 2 / 14),
    0.006,
  );
  near(totals(sensitivity), firstOrders(sensitivity), 1e-6);
  // An input without effect has none, whatever the sample.
  assert.equal(sensitivity.inputs[3]?.total, { value: 0, lower: 0, upper: 0 });
});

it("gives everything to the only input that does anything", () => {
  const sensitivity = study(functionEmulator(unitInputs(3), ([, b = 0]) => Math.exp(3 * b)));
  near(firstOrders(sensitivity), [0, 1, 0], 1e-12);
  near(totals(sensitivity), [0, 1, 0], 1e-12);
});

it("sees a pure interaction in the totals alone", () => {
  const sensitivity = study(functionEmulator(unitInputs(2), ([a = 0, b = 0]) => (a - 0.5) * (b - 0.5)));
  near(firstOrders(sensitivity), [0, 0], 0.006);
  near(totals(sensitivity), [1, 1], 0.006);
});

it("never gives an input more by itself than in all", () => {
  const inputs = study(g, { maxEvaluations: 600 }).inputs;
  for (const { firstOrder, total } of inputs) assert.ok(firstOrder.value <= total.value);
});

it("takes the levels of a category as equally likely, those never seen left out", () => {
  const levels = ["slow", "typical", "fast", "never"];
  const shifts = [0, 1, 5, 1000];
  const emulator = functionEmulator(
    [continuous("x"), categorical("corner", levels, [9, 1, 4, 0])],
    ([x = 0, code = 0]) => 3 * x + (shifts[code] ?? Number.NaN),
  );
  const sensitivity = study(emulator);
  // Variances: 9/12 of the number; of 0, 1 and 5, each a third of the time, 14/3.
  near(firstOrders(sensitivity), [0.75 / (0.75 + 14 / 3), 14 / 3 / (0.75 + 14 / 3)], 0.006);
});

it("goes through an input on the scale on which it was sampled", () => {
  const emulator = (kind: "identity" | "log") =>
    functionEmulator(
      [continuous("current", [1e-6, 1], { scale: { kind } }), continuous("x")],
      ([current = 0, x = 0]) => Math.log10(current) + 6 * x,
    );
  // Over the logarithm both vary alike; over the current itself its logarithm hardly changes.
  near(firstOrders(study(emulator("log"))), [0.5, 0.5], 0.006);
  const [current = 1] = firstOrders(study(emulator("identity")));
  assert.ok(current < 0.1, `${current}`);
});

it("gives nothing to inputs that were left out of the training", () => {
  const emulator = functionEmulator(
    [continuous("x"), continuous("fixed", [2, 2], { used: false })],
    ([x = 0, fixed = 0]) => x * fixed,
  );
  const sensitivity = study(emulator);
  assert.equal(totals(sensitivity), [1, 0]);
  assert.ok(Math.abs(sensitivity.standardDeviation - 2 / Math.sqrt(12)) < 0.01);
});

it("says so where nothing varies, with numbers that are numbers", () => {
  for (const formula of [() => 7, () => 0, ([x = 0]: Float64Array) => 1e9 + x * 1e-9]) {
    const sensitivity = study(functionEmulator(unitInputs(2), formula));
    assert.is(sensitivity.stopReason, "nothing varies");
    assert.equal(
      [totals(sensitivity), firstOrders(sensitivity), sensitivity.standardDeviation],
      [[0, 0], [0, 0], 0],
    );
  }
  const still = functionEmulator([continuous("x", [1, 1], { used: false })], () => 3);
  assert.equal([study(still).stopReason, study(still).evaluations], ["nothing varies", 0]);
});

it("survives the largest and the smallest numbers", () => {
  for (const unit of [1e300, 1e-300]) {
    const sensitivity = study(functionEmulator(unitInputs(2), ([a = 0, b = 0]) => unit * (a + 2 * b)));
    near(firstOrders(sensitivity), [0.2, 0.8], 0.006);
    assert.ok(Math.abs(sensitivity.standardDeviation / unit - Math.sqrt(5 / 12)) < 0.01);
  }
});

it("follows a curve along its coordinate, and weighs its knots by their variance for the whole", () => {
  const size = 500;
  const share = (at: number): number => at / (size - 1);
  const sensitivity = study(
    functionEmulator(unitInputs(3), ([a = 0, b = 0]) =>
      Array.from({ length: size }, (_, at) => (at === 0 ? 5 : share(at) * a + (1 - share(at)) * b)),
    ),
  );
  const along = sensitivity.along;
  assert.ok(along !== null);
  assert.is(along.coordinates.length, 200);
  assert.equal([along.coordinates[0], along.coordinates.at(-1)], [0, size - 1]);
  // The first knot is the same everywhere.
  assert.equal(
    along.varies,
    along.varies.map((_, at) => at > 0),
  );
  along.coordinates.forEach((at, place) => {
    if (place === 0) return;
    const [a, b] = [share(at) ** 2, (1 - share(at)) ** 2];
    const here = along.inputs.map((indices) => indices[place]?.firstOrder.value ?? Number.NaN);
    near(here, [a / (a + b), b / (a + b), 0], 0.02);
  });
  near(firstOrders(sensitivity), [0.5, 0.5, 0], 0.01);
});

/** Morris (1991) with Campolongo's mean of absolute elementary effects (2007): a check by another method. */
function screening(emulator: Emulator, trajectories: number): number[] {
  const random = createRandom(5);
  const { length } = emulator.inputs;
  const step = 2 / 3;
  const effects = new Float64Array(length);
  for (let t = 0; t < trajectories; t++) {
    const point = Float64Array.from({ length }, () => random.integer(2) / 3);
    for (const at of random.permutation(length)) {
      const valueAt = () => emulator.predict(point, 1).get("y")?.mean[0] ?? Number.NaN;
      const before = valueAt();
      point[at] = (point[at] ?? 0) + step;
      effects[at] = (effects[at] ?? 0) + Math.abs(valueAt() - before) / step / trajectories;
    }
  }
  return Array.from(effects);
}
const ranking = (values: readonly number[]): number[] =>
  Array.from(values.keys()).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));

it("ranks inputs as a screening by elementary effects does", () => {
  const weights = [1, 8, 0.2, 4, 2, 0];
  const emulator = functionEmulator(unitInputs(6), (point) => {
    const [a = 0, b = 0] = point;
    return weights.reduce((sum, weight, at) => sum + weight * Math.exp(point[at] ?? 0), a * b);
  });
  assert.equal(ranking(totals(study(emulator))), ranking(screening(emulator, 200)));
  assert.equal(ranking(totals(study(emulator))), [1, 3, 4, 0, 2, 5]);
});
