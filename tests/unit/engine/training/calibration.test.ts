import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { measureAccuracy, measureLogAccuracy } from "@understudy/engine/training/prepare/accuracy.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, suite } from "../../../harness.ts";
import { finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the 95% bounds", { timeout: 60_000 });

const emulate = async (noise: (a: number) => number) => {
  const table = syntheticTable(600, 2, {
    y: ([a = 0, b = 0], random) => Math.sin(5 * a) + b * b + noise(a) * random.normal(),
  });
  const training = train(
    table,
    { effort: "quick", validationRows: Array.from({ length: 300 }, (_, row) => row) },
    { random: createRandom(2), clock: () => 0 },
  );
  return (await finish(training)).emulator;
};

/** The share of unseen noisy values inside the bounds, drawn in by `factor` about the mean. */
function coverage(emulator: Emulator, noise: (a: number) => number, factor = 1): number {
  const count = 3000;
  const random = createRandom(3);
  const points = Float64Array.from({ length: 2 * count }, () => random.uniform());
  const prediction = emulator.predict(points, count).get("y");
  let inside = 0;
  for (let i = 0; i < count; i++) {
    const [a = 0, b = 0] = points.subarray(2 * i, 2 * i + 2);
    const truth = Math.sin(5 * a) + b * b + noise(a) * random.normal();
    const mean = prediction?.mean[i] ?? 0;
    const lower = mean - factor * (mean - (prediction?.lower[i] ?? 0));
    const upper = mean + factor * ((prediction?.upper[i] ?? 0) - mean);
    if (truth >= lower && truth <= upper) inside += 1;
  }
  return inside / count;
}

it("hold 95% of unseen noisy runs; bounds a third narrower do not", async () => {
  const noise = () => 0.2;
  const emulator = await emulate(noise);
  const covered = coverage(emulator, noise);
  assert.ok(Math.abs(covered - 0.95) < 0.025, `${covered}`);
  assert.ok(Math.abs((emulator.outputs[0]?.coverage ?? 0) - 0.95) < 0.02);
  assert.ok(coverage(emulator, noise, 0.66) < 0.9);
});

it("hold 95% of what an output is that no input explains", async () => {
  const noise = () => 50;
  const emulator = await emulate(noise);
  assert.ok(Math.abs(emulator.outputs[0]?.coefficientOfDetermination ?? 1) < 0.1);
  assert.ok(Math.abs(coverage(emulator, noise) - 0.95) < 0.025);
});

it("are wider where there are no data", async () => {
  const table = syntheticTable(300, 1, { y: ([a = 0]) => Math.sin(8 * a) });
  const gap = { ...table, inputs: table.inputs.map((input) => ({ ...input })) };
  for (const input of gap.inputs) {
    if (input.kind === "continuous")
      input.values = input.values.map((a) => (a < 0.5 ? a * 0.8 : 0.6 + (a - 0.5) * 0.8));
  }
  const validationRows = Array.from({ length: 60 }, (_, row) => row);
  const options = { effort: "quick" as const, validationRows };
  const { emulator } = await finish(train(gap, options, { random: createRandom(4), clock: () => 0 }));
  const width = (a: number) => {
    const prediction = emulator.predict(Float64Array.of(a), 1).get("y");
    return (prediction?.upper[0] ?? 0) - (prediction?.lower[0] ?? 0);
  };
  assert.ok(width(0.5) > 1.5 * width(0.2), `${width(0.5)} ${width(0.2)}`);
});

it("and an output over decades has its accuracy on the log scale too, on the same rows, and keeps it in its file", async () => {
  const table = syntheticTable(300, 2, { i: ([a = 0, b = 0]) => 10 ** (-16 + 9 * a + b), v: ([a = 0]) => a });
  // The predictions of all rows by models that were fitted without them are kept.
  const validationRows = Array.from({ length: 300 }, (_, row) => row);
  const options = { effort: "quick" as const, validationRows };
  const { emulator } = await finish(train(table, options, { random: createRandom(5), clock: () => 0 }));
  const [current, linear] = emulator.outputs;
  assert.is(linear?.logAccuracy, null);
  const { mean = new Float64Array(), rows } = emulator.outOfSample("i") ?? {};
  assert.equal(rows, Int32Array.from(validationRows));
  const truth = table.outputs[0]?.values ?? new Float64Array();
  const byHand = measureLogAccuracy(truth, mean, 1);
  assert.ok(byHand !== null && byHand.coefficientOfDetermination > 0.9);
  const measured = current?.logAccuracy ?? null;
  assert.ok(measured !== null);
  assert.ok(Math.abs(measured.coefficientOfDetermination - byHand.coefficientOfDetermination) < 1e-6);
  assert.equal([measured.values, measured.leftOut], [byHand.values, byHand.leftOut]);
  assert.equal(restoreEmulator(emulator.serialise()).outputs[0]?.logAccuracy, measured);
});

const exact = (mean: Float64Array) => ({ mean, lower: mean, upper: mean });

it("and the accuracy of the logarithms counts every decade alike, and leaves out what has no logarithm", () => {
  const truth = Float64Array.from({ length: 101 }, (_, at) => 10 ** (-16 + at / 10));
  const tenfold = truth.map((value) => 2 * value);
  const accuracy = measureLogAccuracy(truth, tenfold, 1);
  // Every logarithm is off by log10(2), over a variance of (101^2 - 1) / 12 steps of a tenth.
  const expected = 1 - Math.log10(2) ** 2 / (((101 ** 2 - 1) / 12) * 0.01);
  assert.ok(Math.abs((accuracy?.coefficientOfDetermination ?? 0) - expected) < 1e-12);
  assert.equal([accuracy?.values, accuracy?.leftOut], [101, 0]);
  const low = truth.with(0, -1e-16);
  const some = measureLogAccuracy(low, truth.with(5, 0), 1);
  assert.equal([some?.coefficientOfDetermination, some?.values, some?.leftOut], [1, 99, 2]);
  assert.is(
    measureLogAccuracy(truth.map(Math.log10), truth, 1),
    null,
    "values that are not over decades have none",
  );
  // The first component is predicted ten times too large in one row of three, the other never varies.
  const pairs = Float64Array.of(1e-9, 5, 1e-6, 5, 1e-3, 5);
  const both = measureLogAccuracy(pairs, pairs.with(0, 1e-8), 2);
  const [first = 0, second = 0] = both?.coefficientsOfDetermination ?? [];
  assert.ok(Math.abs(first - (1 - 1 / 18)) < 1e-12 && Number.isNaN(second), `${first}, ${second}`);
  const linear = measureAccuracy(
    truth,
    exact(truth.map((value) => Math.max(value, 1e-9))),
    1,
    Float64Array.of(0),
  );
  assert.ok(linear.coefficientOfDetermination > 0.9999, "which that of the values does not notice");
});

it("and coefficients of determination are what their definitions say", () => {
  const truth = Float64Array.of(1, 10, 2, 10, 3, 10);
  const none = Float64Array.of(0, 0);
  const perfect = measureAccuracy(truth, exact(truth), 2, none);
  assert.equal(perfect.coefficientsOfDetermination, Float64Array.of(1, 1));
  assert.is(perfect.coverage, 1);
  const ofMean = measureAccuracy(truth, exact(Float64Array.of(2, 10, 2, 10, 2, 10)), 2, none);
  assert.equal(ofMean.coefficientsOfDetermination, Float64Array.of(0, 1));
  assert.is(ofMean.coefficientOfDetermination, 0);
  assert.is(ofMean.coverage, 4 / 6);
  const wrong = measureAccuracy(truth, exact(truth.map((y) => -1e300 * y)), 2, none);
  assert.equal(wrong.coefficientsOfDetermination, Float64Array.of(-1, 0));
  assert.is(wrong.coefficientOfDetermination, -1);
});
