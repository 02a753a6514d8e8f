import { join } from "node:path";
import { encodeRows, featuresOf } from "@understudy/engine/dataset/columns.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { fitGaussianProcess, type GaussianData } from "@understudy/engine/models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";
import { FIXTURES, readTable } from "../../../../support/engine/tables.ts";

const it = suite("a fitted Gaussian process", { timeout: 60_000 });

type Formula = (...inputs: number[]) => number;

function finish<Result>(work: Generator<undefined, Result>): Result {
  let step = work.next();
  while (step.done !== true) step = work.next();
  return step.value;
}

/** Features spread evenly with unit deviation, and a formula of them. */
function rowsOf(count: number, width: number, formula: Formula, seed = 1, noise = 0) {
  const random = createRandom(seed);
  const inputs = Float64Array.from(
    { length: width * count },
    () => Math.sqrt(3) * (2 * random.uniform() - 1),
  );
  const targets = Float64Array.from({ length: count }, (_, i) => {
    const point = Array.from({ length: width }, (_, feature) => inputs[feature * count + i] ?? 0);
    return formula(...point) + noise * random.normal();
  });
  return { inputs, targets, width, count, sources: Int32Array.from({ length: width }, (_, i) => i) };
}

type Rows = GaussianData;

const fit = (rows: Rows, restarts = 2) =>
  finish(fitGaussianProcess(rows, { random: createRandom(1), restarts }));

/** Share of the variance of other rows that the predictions miss, and the share of them within two deviations. */
function misses(rows: Rows, unseen: Rows): { missed: number; covered: number } {
  const prediction = createGaussianPredictor(fit(rows).model).predict(unseen.inputs, unseen.count);
  return compare(prediction, unseen.targets);
}

function compare(prediction: { mean: Float64Array; variance: Float64Array }, truth: Float64Array) {
  const mean = truth.reduce((sum, value) => sum + value, 0) / truth.length;
  let errors = 0;
  let all = 0;
  let covered = 0;
  truth.forEach((value, i) => {
    const error = (value - (prediction.mean[i] ?? 0)) ** 2;
    errors += error;
    all += (value - mean) ** 2;
    if (error <= 4 * (prediction.variance[i] ?? 0)) covered += 1 / truth.length;
  });
  return { missed: errors / all, covered };
}

it("goes through rows without noise, and is sure of itself there and nowhere else", () => {
  const rows = rowsOf(60, 2, (x = 0, y = 0) => Math.sin(1.5 * x) * Math.cos(y));
  const { model } = fit(rows);
  const predictor = createGaussianPredictor(model);
  const prediction = predictor.predict(rows.inputs, rows.count);
  prediction.mean.forEach((mean, i) => {
    assert.ok(Math.abs(mean - (rows.targets[i] ?? 0)) < 1e-3, `row ${i}`);
    assert.ok((prediction.variance[i] ?? 1) < 1e-5, `row ${i}`);
  });
  assert.ok((predictor.predict(Float64Array.of(6, -6), 1).variance[0] ?? 0) > 0.01);
});

it("finds the noise, and covers what it cannot predict", () => {
  const formula: Formula = (x = 0) => Math.sin(2 * x);
  const { missed, covered } = misses(rowsOf(150, 2, formula, 1, 0.2), rowsOf(400, 2, formula, 2, 0.2));
  assert.ok(missed < 0.13 && missed > 0.05, `${missed}`);
  assert.ok(covered > 0.9 && covered < 0.99, `${covered}`);
});

it("explains nothing of pure noise, and has its variance", () => {
  const { missed, covered } = misses(
    rowsOf(200, 3, () => 0, 1, 1),
    rowsOf(200, 3, () => 0, 2, 1),
  );
  assert.ok(missed > 0.9 && missed < 1.15, `${missed}`);
  assert.ok(covered > 0.88, `${covered}`);
});

it("warps inputs for a function that is rough on one side", () => {
  const formula: Formula = (x = 0) => Math.sin(Math.exp(1.3 * x + 0.5));
  const rows = rowsOf(60, 1, formula);
  assert.ok(fit(rows).model.inputWarps.some((warp) => Math.abs(warp) > 0.2));
  const { missed } = misses(rows, rowsOf(200, 1, formula, 2));
  assert.ok(missed < 5e-4, `${missed}`);
});

it("learns a jump as a jump", () => {
  const formula: Formula = (x = 0, y = 0) => (x > 0.4 ? 2 : 0) + 0.5 * x + Math.sin(y);
  const { missed, covered } = misses(rowsOf(200, 3, formula), rowsOf(400, 3, formula, 2));
  assert.ok(missed < 0.02, `${missed}`);
  assert.ok(covered > 0.9, `${covered}`);
});

it("knows levels of a category from each other", () => {
  const formula: Formula = (x = 0, level = 0) =>
    [Math.sin(2 * x), Math.cos(2 * x), -x][Math.floor(level)] ?? 0;
  const table = (count: number, seed: number): Rows => {
    const random = createRandom(seed);
    const inputs = new Float64Array(4 * count);
    const targets = new Float64Array(count);
    for (let i = 0; i < count; i++) {
      const x = Math.sqrt(3) * (2 * random.uniform() - 1);
      const level = random.integer(3);
      inputs[i] = x;
      for (let other = 0; other < 3; other++)
        inputs[(1 + other) * count + i] = other === level ? 1.41 : -0.71;
      targets[i] = formula(x, level);
    }
    return { inputs, targets, width: 4, count, sources: Int32Array.of(0, 1, 1, 1) };
  };
  const { missed } = misses(table(90, 1), table(300, 2));
  assert.ok(missed < 1e-3, `${missed}`);
});

it("predicts the same, bit for bit, after it was copied as plain data", () => {
  const rows = rowsOf(40, 3, (x = 0, y = 0, z = 0) => x * y + Math.sin(z));
  const { model } = fit(rows);
  const points = rowsOf(30, 3, () => 0, 2).inputs;
  const prediction = createGaussianPredictor(model).predict(points, 30);
  assert.equal(createGaussianPredictor(structuredClone(model)).predict(points, 30), prediction);
});

it("predicts many points at once as it predicts each", () => {
  const formula: Formula = (x = 0, y = 0, z = 0) => x * y + Math.sin(2 * z);
  for (const rows of [rowsOf(40, 3, formula), rowsOf(560, 3, formula, 2, 0.1)]) {
    const predictor = createGaussianPredictor(fit(rows).model);
    for (const count of [10, 300]) {
      const points = rowsOf(count, 3, () => 0, 3).inputs;
      const together = predictor.predict(points, count);
      assert.equal(predictor.means(points, count), together.mean);
      for (let i = 0; i < count; i += 7) {
        const point = Float64Array.from({ length: 3 }, (_, feature) => points[feature * count + i] ?? 0);
        const alone = predictor.predict(point, 1);
        const variance = alone.variance[0] ?? 0;
        const away = Math.abs((alone.mean[0] ?? 0) - (together.mean[i] ?? 0));
        assert.ok(away < 1e-9 + 1e-4 * Math.sqrt(variance), `mean ${i} of ${count}: ${away}`);
        const apart = Math.abs((together.variance[i] ?? 0) - variance);
        assert.ok(apart < 1e-12 + 1e-3 * variance, `variance ${i} of ${count}: ${apart}`);
      }
    }
  }
});

it("is of the requested kind, and predicts many points at once as it predicts each", () => {
  const formula: Formula = (x = 0, y = 0, z = 0) => (2 + Math.sin(x)) * Math.exp(0.5 * y) + z;
  const rows = rowsOf(60, 3, formula);
  const unseen = rowsOf(200, 3, formula, 2);
  for (const kind of ["smooth", "rough", "product"] as const) {
    const { model } = finish(fitGaussianProcess(rows, { random: createRandom(1), restarts: 1, kind }));
    assert.is(model.factors.length, kind === "product" ? 3 : 0);
    if (kind === "smooth") assert.is(model.family, "squared-exponential");
    const predictor = createGaussianPredictor(model);
    const together = predictor.predict(unseen.inputs, 200);
    assert.ok(compare(together, unseen.targets).missed < 5e-3, kind);
    for (let i = 0; i < 200; i += 23) {
      const point = Float64Array.from({ length: 3 }, (_, feature) => unseen.inputs[feature * 200 + i] ?? 0);
      const alone = predictor.predict(point, 1);
      const away = Math.abs((alone.mean[0] ?? 0) - (together.mean[i] ?? 0));
      assert.ok(away < 1e-3 * Math.sqrt(alone.variance[0] ?? 0), `${kind} ${i}: ${away}`);
    }
  }
});

it("comes to the same with the same seed", () => {
  const rows = rowsOf(50, 2, (x = 0, y = 0) => Math.exp(-x * x) + y, 1, 0.05);
  assert.equal(fit(rows), fit(rows));
});

it("ends in finite numbers whatever the rows", () => {
  const random = createRandom(3);
  const cases: Record<string, Rows> = {
    "one row": rowsOf(1, 2, () => 1),
    "two rows": rowsOf(2, 2, (x = 0) => x),
    "four rows": rowsOf(4, 6, (x = 0) => x),
    "ten rows": rowsOf(10, 3, (x = 0, y = 0) => x + y * y),
    "equal targets": rowsOf(30, 2, () => 0.25),
    "targets equal up to rounding": rowsOf(30, 2, () => 1 + 1e-16 * random.normal()),
    "a straight line": rowsOf(30, 2, (x = 0, y = 0) => x - 2 * y),
    "more features than rows": rowsOf(20, 60, (x = 0) => x),
    "one row a thousand times": {
      ...rowsOf(1000, 2, () => random.normal()),
      inputs: new Float64Array(2000).fill(0.5),
    },
    "one outlier": rowsOf(60, 2, (x = 0) => (x > 1.69 ? 1e6 : x)),
  };
  const again = rowsOf(90, 2, (x = 0, y = 0) => Math.sin(x + y));
  for (let i = 45; i < 90; i++) {
    again.inputs[i] = again.inputs[i - 45] ?? 0;
    again.inputs[90 + i] = again.inputs[45 + i] ?? 0;
    again.targets[i] = again.targets[i - 45] ?? 0;
  }
  cases["every row twice"] = again;
  const near = rowsOf(90, 2, (x = 0) => x);
  for (let i = 45; i < 90; i++) {
    near.inputs[i] = (near.inputs[i - 45] ?? 0) + 1e-12;
    near.inputs[90 + i] = near.inputs[45 + i] ?? 0;
  }
  cases["rows closer than rounding"] = near;
  for (const [name, rows] of Object.entries(cases)) {
    const { model, heldOut } = fit(rows);
    const points = rowsOf(20, rows.width, () => 0, 9).inputs;
    const prediction = createGaussianPredictor(model).predict(points, 20);
    for (const { mean, variance } of [prediction, heldOut]) {
      assert.ok(mean.every(Number.isFinite), `${name}: means`);
      assert.ok(
        variance.every((value) => value >= 0 && Number.isFinite(value)),
        `${name}: variances`,
      );
    }
    assert.is(heldOut.mean.length, rows.count, name);
  }
});

it("keeps its best so far when a stop is requested", () => {
  const rows = rowsOf(60, 3, (x = 0) => Math.sin(2 * x));
  let calls = 0;
  const stopRequested = () => ++calls > 3;
  const { model } = finish(fitGaussianProcess(rows, { random: createRandom(1), stopRequested }));
  const prediction = createGaussianPredictor(model).predict(rows.inputs, rows.count);
  assert.ok(prediction.mean.every(Number.isFinite));
  assert.ok(calls < 40, `${calls}`);
});

it("predicts real simulations from few rows", async () => {
  const table = await readTable(join(FIXTURES, "cardiac6"));
  const order = createRandom(1).permutation(table.rows);
  const unseen = order.slice(0, 36).sort();
  const seen = order.slice(36).sort();
  const features = table.inputs.flatMap((_, at) => featuresOf(table, at, seen));
  const values = table.outputs[0]?.values ?? new Float64Array(0);
  const mean = seen.reduce((sum, row) => sum + (values[row] ?? 0), 0) / seen.length;
  const deviation = Math.sqrt(
    seen.reduce((sum, row) => sum + ((values[row] ?? 0) - mean) ** 2, 0) / seen.length,
  );
  const part = (rows: Int32Array): Rows => ({
    inputs: encodeRows(features, table, rows),
    targets: Float64Array.from(rows, (row) => ((values[row] ?? 0) - mean) / deviation),
    width: features.length,
    count: rows.length,
    sources: Int32Array.from(features, ({ input }) => input),
  });
  const { missed, covered } = misses(part(seen), part(unseen));
  assert.ok(missed < 2e-4, `${missed}`);
  assert.ok(covered > 0.8, `${covered}`);
});
