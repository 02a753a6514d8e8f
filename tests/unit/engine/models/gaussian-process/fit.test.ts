import { join } from "node:path";
import { createFeatures, encodeRows } from "@understudy/engine/dataset/columns.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { fitGaussianProcess, type GaussianData } from "@understudy/engine/models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";
import { compare, type Formula, fit, makeRows } from "../../../../support/engine/gaussian-rows.ts";
import { FIXTURES, readTable } from "../../../../support/engine/tables.ts";

const it = suite("a fitted Gaussian process", { timeout: 60_000 });

/** Measures how well the process of some rows predicts unseen ones. */
function misses(rows: GaussianData, unseen: GaussianData): { missed: number; covered: number } {
  const prediction = createGaussianPredictor(fit(rows).model).predict(unseen.inputs);
  return compare(prediction, unseen.targets);
}

it("goes through rows without noise, and is sure of itself there and nowhere else", () => {
  const rows = makeRows(60, 2, (x = 0, y = 0) => Math.sin(1.5 * x) * Math.cos(y));
  const { model } = fit(rows);
  const predictor = createGaussianPredictor(model);
  const prediction = predictor.predict(rows.inputs);
  prediction.mean.forEach((mean, i) => {
    assert.ok(Math.abs(mean - (rows.targets[i] ?? 0)) < 1e-3, `row ${i}`);
    assert.ok((prediction.variance[i] ?? 1) < 1e-5, `row ${i}`);
  });
  assert.ok((predictor.predict(new Matrix(2, 1, Float64Array.of(6, -6))).variance[0] ?? 0) > 0.01);
});

it("finds the noise, and covers what it cannot predict", () => {
  const formula: Formula = (x = 0) => Math.sin(2 * x);
  const { missed, covered } = misses(makeRows(150, 2, formula, 1, 0.2), makeRows(400, 2, formula, 2, 0.2));
  assert.ok(missed < 0.13 && missed > 0.05, `${missed}`);
  assert.ok(covered > 0.9 && covered < 0.99, `${covered}`);
});

it("explains nothing of pure noise, and has its variance", () => {
  const { missed, covered } = misses(
    makeRows(200, 3, () => 0, 1, 1),
    makeRows(200, 3, () => 0, 2, 1),
  );
  assert.ok(missed > 0.9 && missed < 1.15, `${missed}`);
  assert.ok(covered > 0.88, `${covered}`);
});

it("warps inputs for a function that is rough on one side", () => {
  const formula: Formula = (x = 0) => Math.sin(Math.exp(1.3 * x + 0.5));
  const rows = makeRows(60, 1, formula);
  assert.ok(fit(rows).model.inputWarps.some((warp) => Math.abs(warp) > 0.2));
  const { missed } = misses(rows, makeRows(200, 1, formula, 2));
  assert.ok(missed < 5e-4, `${missed}`);
});

it("learns a jump as a jump", () => {
  const formula: Formula = (x = 0, y = 0) => (x > 0.4 ? 2 : 0) + 0.5 * x + Math.sin(y);
  const { missed, covered } = misses(makeRows(120, 3, formula), makeRows(400, 3, formula, 2));
  assert.ok(missed < 0.02, `${missed}`);
  assert.ok(covered > 0.9, `${covered}`);
});

it("knows levels of a category from each other", () => {
  const formula: Formula = (x = 0, level = 0) =>
    [Math.sin(2 * x), Math.cos(2 * x), -x][Math.floor(level)] ?? 0;
  const table = (count: number, seed: number): GaussianData => {
    const random = createRandom(seed);
    const inputs = new Matrix(4, count);
    const targets = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const x = Math.sqrt(3) * (2 * random.uniform() - 1);
      const level = random.integer(3);
      inputs.set(0, i, x);
      for (let other = 0; other < 3; other++) inputs.set(1 + other, i, other === level ? 1.41 : -0.71);
      targets[i] = formula(x, level);
    }
    return { inputs, targets, sources: Int32Array.of(0, 1, 1, 1) };
  };
  const { missed } = misses(table(90, 1), table(300, 2));
  assert.ok(missed < 1e-3, `${missed}`);
});

it("comes to the same with the same seed", () => {
  const rows = makeRows(50, 2, (x = 0, y = 0) => Math.exp(-x * x) + y, 1, 0.05);
  assert.equal(fit(rows), fit(rows));
});

it("ends in finite numbers whatever the rows", () => {
  const random = createRandom(3);
  const cases: Record<string, GaussianData> = {
    "one row": makeRows(1, 2, () => 1),
    "two rows": makeRows(2, 2, (x = 0) => x),
    "four rows": makeRows(4, 6, (x = 0) => x),
    "ten rows": makeRows(10, 3, (x = 0, y = 0) => x + y * y),
    "equal targets": makeRows(30, 2, () => 0.25),
    "targets equal up to rounding": makeRows(30, 2, () => 1 + 1e-16 * random.normal()),
    "a straight line": makeRows(30, 2, (x = 0, y = 0) => x - 2 * y),
    "more features than rows": makeRows(20, 60, (x = 0) => x),
    "one row a thousand times": {
      ...makeRows(1000, 2, () => random.normal()),
      inputs: new Matrix(2, 1000, new Float64Array(2000).fill(0.5)),
    },
    "one outlier": makeRows(60, 2, (x = 0) => (x > 1.69 ? 1e6 : x)),
  };
  const again = makeRows(90, 2, (x = 0, y = 0) => Math.sin(x + y));
  for (let i = 45; i < 90; i++) {
    for (const feature of again.inputs.rowViews()) feature[i] = feature[i - 45] ?? 0;
    again.targets[i] = again.targets[i - 45] ?? 0;
  }
  cases["every row twice"] = again;
  const near = makeRows(90, 2, (x = 0) => x);
  for (let i = 45; i < 90; i++) {
    near.inputs.set(0, i, near.inputs.at(0, i - 45) + 1e-12);
    near.inputs.set(1, i, near.inputs.at(1, i - 45));
  }
  cases["rows closer than rounding"] = near;
  for (const [name, rows] of Object.entries(cases)) {
    const { model, heldOut } = fit(rows);
    const points = makeRows(20, rows.inputs.rows, () => 0, 9).inputs;
    const prediction = createGaussianPredictor(model).predict(points);
    for (const { mean, variance } of [prediction, heldOut]) {
      assert.ok(mean.every(Number.isFinite), `${name}: means`);
      assert.ok(
        variance.every((value) => value >= 0 && Number.isFinite(value)),
        `${name}: variances`,
      );
    }
    assert.is(heldOut.mean.length, rows.targets.length, name);
  }
});

it("keeps its best so far when a stop is requested", () => {
  const rows = makeRows(60, 3, (x = 0) => Math.sin(2 * x));
  let calls = 0;
  const stopRequested = () => ++calls > 3;
  const { model } = runToEnd(fitGaussianProcess(rows, { random: createRandom(1), stopRequested }));
  const prediction = createGaussianPredictor(model).predict(rows.inputs);
  assert.ok(prediction.mean.every(Number.isFinite));
  assert.ok(calls < 40, `${calls}`);
});

it("predicts real simulations from few rows", async () => {
  const table = await readTable(join(FIXTURES, "cardiac6"));
  const order = createRandom(1).permutation(table.rows);
  const unseen = order.slice(0, 36).sort();
  const trainingRows = order.slice(36).sort();
  const features = table.inputs.flatMap((_, at) => createFeatures(table, at, trainingRows));
  const values = table.outputs[0]?.values ?? new Float64Array(0);
  const mean = trainingRows.reduce((sum, row) => sum + (values[row] ?? 0), 0) / trainingRows.length;
  const deviation = Math.sqrt(
    trainingRows.reduce((sum, row) => sum + ((values[row] ?? 0) - mean) ** 2, 0) / trainingRows.length,
  );
  const part = (rows: Int32Array): GaussianData => ({
    inputs: encodeRows(features, table, rows),
    targets: Float64Array.from(rows, (row) => ((values[row] ?? 0) - mean) / deviation),
    sources: Int32Array.from(features, ({ input }) => input),
  });
  const { missed, covered } = misses(part(trainingRows), part(unseen));
  assert.ok(missed < 2e-4, `${missed}`);
  assert.ok(covered > 0.8, `${covered}`);
});
