import { ProcessKernels } from "@understudy/engine/math/kernels/process-kernels.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { createLayout } from "@understudy/engine/models/gaussian-process/layout.ts";
import { leaveOneOut } from "@understudy/engine/models/gaussian-process/leave-one-out.ts";
import { Likelihood } from "@understudy/engine/models/gaussian-process/likelihood.ts";
import type { CovarianceFamily } from "@understudy/engine/models/gaussian-process/model/model.ts";
import { mergeRows } from "@understudy/engine/models/gaussian-process/model/rows.ts";
import { independentTerms } from "@understudy/engine/models/gaussian-process/model/terms.ts";
import { computePosterior } from "@understudy/engine/models/gaussian-process/posterior.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { fitSparse } from "@understudy/engine/models/gaussian-process/sparse.ts";
import { createWorkspace } from "@understudy/engine/models/gaussian-process/workspace.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the likelihood of a Gaussian process");

const COVARIANCE_FAMILIES: readonly CovarianceFamily[] = ["squared-exponential", "matern-5/2", "matern-3/2"];
const kernels = new ProcessKernels("plain");

/** Two continuous features and the three levels of a category; the last `repeated` rows have the inputs of the first. */
function someRows(count: number, repeated: number, seed = 1) {
  const random = createRandom(seed);
  const inputs = new Matrix(5, count);
  for (let i = 0; i < count; i++) {
    inputs.set(0, i, random.normal());
    inputs.set(1, i, random.normal());
    for (let level = 0; level < 3; level++) inputs.set(2 + level, i, i % 3 === level ? 1.4 : -0.7);
  }
  for (const feature of inputs.rowViews()) feature.copyWithin(count - repeated, 0, repeated);
  const targets = Float64Array.from(
    { length: count },
    (_, i) =>
      Math.sin(inputs.at(0, i)) + 0.3 * inputs.at(1, i) ** 2 * inputs.at(2, i) + 0.1 * random.normal(),
  );
  return mergeRows(inputs, targets);
}

const FEATURE_SOURCES = Int32Array.of(0, 1, 2, 2, 2);

it("has the gradient that differences of it show, for every family, with input warps, categories, repetitions and a trend", () => {
  const rows = someRows(40, 6);
  assert.is(rows.count, 34);
  for (const family of COVARIANCE_FAMILIES) {
    for (const { freeLevels, product } of [
      { freeLevels: false, product: false },
      { freeLevels: true, product: false },
      { freeLevels: false, product: true },
      { freeLevels: true, product: true },
    ]) {
      const options = { freeLevels, warpsInputs: true, components: !product, product };
      const layout = createLayout(rows, FEATURE_SOURCES, options);
      const terms = independentTerms(rows.inputs, "linear");
      const likelihood = new Likelihood(rows, layout, family, terms, createWorkspace(kernels, rows.count));
      const random = createRandom(2);
      const point = Float64Array.from({ length: layout.size }, () => 0.3 * random.normal());
      point[layout.lengths] = -3;
      const gradient = new Float64Array(layout.size);
      runToEnd(likelihood.evaluate(point, gradient));
      const value = (at: number, by: number) => {
        const moved = point.slice();
        moved[at] = (moved[at] ?? 0) + by;
        return runToEnd(likelihood.evaluate(moved, new Float64Array(layout.size)));
      };
      gradient.forEach((component, at) => {
        const difference = (value(at, 1e-5) - value(at, -1e-5)) / 2e-5;
        assert.ok(Math.abs(difference - component) < 1e-6, `${family} ${at}: ${component}, ${difference}`);
      });
    }
  }
});

it("leaves rows out as fits without them do", () => {
  const rows = someRows(24, 0);
  const layout = createLayout(rows, FEATURE_SOURCES, {
    freeLevels: false,
    warpsInputs: false,
    components: false,
    product: false,
  });
  const point = Float64Array.of(0.4, 0.8, 1, -4);
  const terms = independentTerms(rows.inputs, "linear");
  const process = new Likelihood(rows, layout, "matern-5/2", terms, createWorkspace(kernels, rows.count));
  runToEnd(process.evaluate(point, new Float64Array(layout.size)));
  const together = leaveOneOut(rows, process.state);
  for (let out = 0; out < rows.count; out++) {
    const remainingRows = Int32Array.from(Array.from(rows.targets.keys()).filter((row) => row !== out));
    const merged = mergeRows(
      rows.inputs.gatherColumns(remainingRows),
      Float64Array.from(remainingRows, (row) => rows.targets[row] ?? 0),
    );
    const without = new Likelihood(
      merged,
      layout,
      "matern-5/2",
      terms,
      createWorkspace(kernels, merged.count),
    );
    runToEnd(without.evaluate(point, new Float64Array(layout.size)));
    const model = runToEnd(computePosterior(without, point, kernels));
    const prediction = createGaussianPredictor({ ...model, discontinuities: new Float64Array(0) }).predict(
      rows.inputs.gatherColumns([out]),
    );
    assert.ok(Math.abs((prediction.mean[0] ?? 0) - (together.mean[out] ?? 0)) < 1e-9, `mean of ${out}`);
    // Without the row the signal's variance is estimated a little differently.
    const scale = process.state.signalVariance / without.state.signalVariance;
    const variance = (prediction.variance[0] ?? 0) * scale;
    assert.ok(Math.abs(variance / (together.variance[out] ?? 0) - 1) < 1e-8, `variance of ${out}`);
  }
});

it("merges rows with the same inputs without loss", () => {
  // A different noise for every row makes repetitions distinct; both must have the same posterior.
  const merged = someRows(30, 10);
  const layout = createLayout(merged, FEATURE_SOURCES, {
    freeLevels: false,
    warpsInputs: false,
    components: false,
    product: false,
  });
  const point = Float64Array.of(0.4, 0.8, 1, -2);
  const terms = independentTerms(merged.inputs, "constant");
  const process = new Likelihood(merged, layout, "matern-3/2", terms, createWorkspace(kernels, merged.count));
  const value = runToEnd(process.evaluate(point, new Float64Array(layout.size)));
  const distinctRows = someRows(30, 10);
  const inputs = new Matrix(5, 30);
  const targets = new Float64Array(30);
  const random = createRandom(1);
  distinctRows.mergedRow.forEach((place, row) => {
    for (let feature = 0; feature < 5; feature++)
      inputs.set(feature, row, distinctRows.inputs.at(feature, place) + 1e-9 * random.normal());
  });
  // The same targets as someRows made: means and what scatters around them are all that is left of them.
  const means = new Float64Array(distinctRows.count);
  const sizes = new Float64Array(distinctRows.count);
  for (const place of distinctRows.mergedRow) sizes[place] = (sizes[place] ?? 0) + 1;
  const spread = Math.sqrt(distinctRows.scatter / 20);
  distinctRows.mergedRow.forEach((place, row) => {
    const earlierCount = means[place] ?? 0;
    means[place] = earlierCount + 1;
    const side = (sizes[place] ?? 1) > 1 ? (earlierCount === 0 ? spread : -spread) : 0;
    targets[row] = (distinctRows.targets[place] ?? 0) + side;
  });
  const rows = mergeRows(inputs, targets);
  assert.is(rows.count, 30);
  const fullLikelihood = new Likelihood(rows, layout, "matern-3/2", terms, createWorkspace(kernels, 30));
  const other = runToEnd(fullLikelihood.evaluate(point, new Float64Array(layout.size)));
  assert.ok(Math.abs(process.state.signalVariance / fullLikelihood.state.signalVariance - 1) < 1e-6);
  const constant = other - value;
  const further = Float64Array.of(0.2, 1.1, 0.7, -1);
  const secondMerged = runToEnd(process.evaluate(further, new Float64Array(layout.size)));
  const secondWhole = runToEnd(fullLikelihood.evaluate(further, new Float64Array(layout.size)));
  assert.ok(
    Math.abs(secondWhole - secondMerged - constant) < 1e-5,
    `${secondWhole - secondMerged}, ${constant}`,
  );
});

it("predicts with inducing rows as with all, where these suffice", () => {
  const rows = someRows(300, 0, 3);
  const layout = createLayout(rows, FEATURE_SOURCES, {
    freeLevels: false,
    warpsInputs: false,
    components: false,
    product: false,
  });
  const point = Float64Array.of(1, 1.2, 1.5, -3);
  const spec = {
    family: "squared-exponential",
    degree: "linear",
    warpsInputs: false,
    freeLevels: false,
    components: false,
    product: false,
  } as const;
  const terms = independentTerms(rows.inputs, "linear");
  const exact = new Likelihood(rows, layout, spec.family, terms, createWorkspace(kernels, rows.count));
  runToEnd(exact.evaluate(point, new Float64Array(layout.size)));
  const none = new Float64Array(0);
  const all = { ...runToEnd(computePosterior(exact, point, kernels)), discontinuities: none };
  const order = createRandom(4).permutation(rows.count);
  const hyperparameters = { spec, layout, point, value: 0, density: 0 };
  const sparse = runToEnd(fitSparse(rows, hyperparameters, kernels, { inducingPoints: 200, order }));
  const points = someRows(50, 0, 5).inputs;
  const expected = createGaussianPredictor(all).predict(points);
  const prediction = createGaussianPredictor({ ...sparse.model, discontinuities: none }).predict(points);
  const left = leaveOneOut(rows, exact.state);
  for (let i = 0; i < 50; i++) {
    const deviation = Math.sqrt(expected.variance[i] ?? 0);
    assert.ok(Math.abs((prediction.mean[i] ?? 0) - (expected.mean[i] ?? 0)) < 0.05 * deviation, `mean ${i}`);
    assert.ok(Math.abs((prediction.variance[i] ?? 0) / deviation ** 2 - 1) < 0.05, `variance ${i}`);
  }
  for (let i = 0; i < rows.count; i++) {
    const deviation = Math.sqrt(left.variance[i] ?? 0);
    assert.ok(Math.abs((sparse.heldOut.mean[i] ?? 0) - (left.mean[i] ?? 0)) < 0.05 * deviation);
    assert.ok(Math.abs((sparse.heldOut.variance[i] ?? 0) / deviation ** 2 - 1) < 0.05);
  }
});
