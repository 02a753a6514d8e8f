import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { fitGaussianProcess } from "@understudy/engine/models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";
import { compare, type Formula, fit, makeRows } from "../../../../support/engine/gaussian-rows.ts";

const it = suite("a Gaussian process at new points", { timeout: 60_000 });

it("predicts the same, bit for bit, after it was copied as plain data", () => {
  const rows = makeRows(40, 3, (x = 0, y = 0, z = 0) => x * y + Math.sin(z));
  const { model } = fit(rows);
  const points = makeRows(30, 3, () => 0, 2).inputs;
  const prediction = createGaussianPredictor(model).predict(points);
  assert.equal(createGaussianPredictor(structuredClone(model)).predict(points), prediction);
});

it("predicts many points at once as it predicts each", () => {
  const formula: Formula = (x = 0, y = 0, z = 0) => x * y + Math.sin(2 * z);
  for (const rows of [makeRows(40, 3, formula), makeRows(560, 3, formula, 2, 0.1)]) {
    const predictor = createGaussianPredictor(fit(rows).model);
    for (const count of [10, 300]) {
      const points = makeRows(count, 3, () => 0, 3).inputs;
      const together = predictor.predict(points);
      assert.equal(predictor.means(points), together.mean);
      for (let i = 0; i < count; i += 7) {
        const alone = predictor.predict(points.gatherColumns([i]));
        const variance = alone.variance[0] ?? 0;
        const meanDifference = Math.abs((alone.mean[0] ?? 0) - (together.mean[i] ?? 0));
        assert.ok(
          meanDifference < 1e-9 + 1e-4 * Math.sqrt(variance),
          `mean ${i} of ${count}: ${meanDifference}`,
        );
        const varianceDifference = Math.abs((together.variance[i] ?? 0) - variance);
        assert.ok(
          varianceDifference < 1e-12 + 1e-3 * variance,
          `variance ${i} of ${count}: ${varianceDifference}`,
        );
      }
    }
  }
});

it("is of the requested kind, and predicts many points at once as it predicts each", () => {
  const formula: Formula = (x = 0, y = 0, z = 0) => (2 + Math.sin(x)) * Math.exp(0.5 * y) + z;
  const rows = makeRows(60, 3, formula);
  const unseen = makeRows(200, 3, formula, 2);
  for (const kind of ["smooth", "rough", "product"] as const) {
    const { model } = runToEnd(fitGaussianProcess(rows, { random: createRandom(1), restarts: 1, kind }));
    assert.is(model.factors.length, kind === "product" ? 3 : 0);
    if (kind === "smooth") assert.is(model.family, "squared-exponential");
    const predictor = createGaussianPredictor(model);
    const together = predictor.predict(unseen.inputs);
    assert.ok(compare(together, unseen.targets).missed < 5e-3, kind);
    for (let i = 0; i < 200; i += 23) {
      const alone = predictor.predict(unseen.inputs.gatherColumns([i]));
      const meanDifference = Math.abs((alone.mean[0] ?? 0) - (together.mean[i] ?? 0));
      assert.ok(meanDifference < 1e-3 * Math.sqrt(alone.variance[0] ?? 0), `${kind} ${i}: ${meanDifference}`);
    }
  }
});
