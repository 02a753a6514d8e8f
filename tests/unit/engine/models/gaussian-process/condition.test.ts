/** A process that is conditioned on more rows is the process of these rows with the same hyperparameters. */
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { conditionProcess } from "@understudy/engine/models/gaussian-process/condition.ts";
import { fitGaussianProcess } from "@understudy/engine/models/gaussian-process/fit.ts";
import type { GaussianModel } from "@understudy/engine/models/gaussian-process/model/model.ts";
import type { ProcessKind } from "@understudy/engine/models/gaussian-process/model/variations.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a conditioned Gaussian process");
const INPUT_COUNT = 2;

function drawRows(count: number, seed: number): { inputs: Matrix; targets: Float64Array } {
  const random = createRandom(seed);
  const inputs = new Matrix(
    INPUT_COUNT,
    count,
    Float64Array.from({ length: INPUT_COUNT * count }, () => random.uniform()),
  );
  const targets = inputs.row(0).map((a, row) => Math.sin(5 * a) * Math.cos(4 * (inputs.row(1)[row] ?? 0)));
  return { inputs, targets };
}

const rows = drawRows(160, 1);
const firstRows = Int32Array.from({ length: 60 }, (_, row) => row);
const first = { inputs: rows.inputs.gatherColumns(firstRows), targets: rows.targets.slice(0, 60) };
const unseen = drawRows(400, 2);

function fit(kind: ProcessKind): GaussianModel {
  const options = { random: createRandom(1), restarts: 2, kind, crossValidates: false };
  return runToEnd(fitGaussianProcess({ ...first, sources: Int32Array.of(0, 1) }, options)).model;
}

const predict = (model: GaussianModel) => createGaussianPredictor(model).predict(unseen.inputs);
const measureDifference = (a: Float64Array, b: Float64Array): number =>
  a.reduce((most, value, at) => Math.max(most, Math.abs(value - (b[at] ?? 0))), 0);
const measureError = (model: GaussianModel): number => {
  const { mean } = predict(model);
  const squares = mean.reduce((sum, value, at) => sum + (value - (unseen.targets[at] ?? 0)) ** 2, 0);
  return Math.sqrt(squares / mean.length);
};

for (const kind of ["smooth", "any", "product"] as const)
  it(`is the same process on the same rows, and a better one on more, of the kind ${kind}`, () => {
    const model = fit(kind);
    const same = runToEnd(conditionProcess(model, first.inputs, first.targets));
    const more = runToEnd(conditionProcess(model, rows.inputs, rows.targets));
    assert.ok(same !== null && more !== null);
    const [before, after] = [predict(model), predict(same)];
    assert.ok(measureDifference(before.mean, after.mean) < 1e-5, "the means differ");
    assert.ok(measureDifference(before.variance, after.variance) < 1e-5, "the variances differ");
    assert.is(more.count, 160);
    const errors = [measureError(model), measureError(more)];
    assert.ok((errors[1] ?? 1) < 0.5 * (errors[0] ?? 0), `${errors}`);
  });

it("is none of a constant", () => {
  const flat = { ...first, targets: first.targets.fill(0) };
  const { model } = runToEnd(
    fitGaussianProcess({ ...flat, sources: Int32Array.of(0, 1) }, { random: createRandom(1) }),
  );
  assert.is(runToEnd(conditionProcess(model, rows.inputs, rows.targets)), null);
});
