/** All accuracies of an output are measured in its own unit: by cross-validation as on validation rows. */

import { LayerKernels } from "@understudy/engine/math/kernels/layer-kernels.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { FitResult } from "@understudy/engine/models/fit-task.ts";
import { toOutput } from "@understudy/engine/models/targets.ts";
import { createEnsemble } from "@understudy/engine/training/ensemble/ensemble.ts";
import { createFitter } from "@understudy/engine/training/fit/create-fitter.ts";
import { heldOutRows } from "@understudy/engine/training/fit/folds.ts";
import { measureAccuracy } from "@understudy/engine/training/prepare/accuracy.ts";
import { type Prepared, prepare } from "@understudy/engine/training/prepare/prepare.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the accuracy of an output over many decades");

const table = syntheticTable(120, 2, {
  decades: ([a = 0, b = 0], random) => Math.exp(9 * a * a + b + 0.2 * random.normal()),
});
const prepared = ((): Prepared => {
  const options = { effort: "quick", validationRows: drawValidationRows(table) } as const;
  return runToEnd(prepare(table, options, createRandom(1)));
})();
const { trainingData, outputs } = prepared;

const process = ((): FitResult => {
  const options = { clock: () => performance.now(), timeLimitMs: 1e6, kernels: new LayerKernels() };
  const task = { family: "gaussian-process", candidate: "process", targets: [0], fold: null } as const;
  const fitter = createFitter(trainingData, { ...task, seed: 1, restarts: 1 }, null, options);
  while (fitter.advance());
  const result = fitter.result();
  if (result === null) throw new Error("There is no result.");
  return result;
})();

/** In the output's own unit, of standardised predictions of training rows. */
function ownUnitAccuracy(rows: Int32Array, predicted: (row: number) => number): number {
  const [output] = outputs;
  if (output === undefined) throw new Error("no output");
  const toOwnUnit = (value: number): number => toOutput(output.model, 0, value);
  const mean = Float64Array.from(rows, (row) => toOwnUnit(predicted(row)));
  const truth = Float64Array.from(rows, (row) => toOwnUnit(output.trainingValues[row] ?? 0));
  const none = new Float64Array(1);
  return measureAccuracy(truth, { mean, lower: mean, upper: mean }, 1, none).coefficientOfDetermination;
}

it("is that in the output's own unit where models are fitted on another scale", () => {
  assert.not.equal(outputs[0]?.model.scale.kind, "identity");
  const ensemble = createEnsemble(prepared);
  ensemble.add(process);
  const [decades] = ensemble.emulator().outputs;
  const predicted = process.heldOut[0]?.mean ?? new Float64Array(0);
  const rows = heldOutRows(trainingData.folds, null);
  const expected = ownUnitAccuracy(rows, (row) => predicted[row] ?? 0);
  const family = decades?.families.find((share) => share.family === "gaussian-process");
  assert.ok(Math.abs((family?.coefficientOfDetermination ?? 0) - expected) < 1e-9);
  // On the scale of the fit it is another.
  const errors = rows.reduce(
    (sum, row) => sum + ((predicted[row] ?? 0) - (trainingData.targets[0]?.[row] ?? 0)) ** 2,
    0,
  );
  assert.ok(Math.abs(1 - errors / rows.length - expected) > 0.01, `${errors / rows.length} ${expected}`);
});

it("is so too in the learning curve", () => {
  const ensemble = createEnsemble(prepared);
  ensemble.add(process);
  const rows = heldOutRows(trainingData.folds, 0);
  for (const [count, error] of [
    [20, 0.4],
    [60, 0.1],
  ] as const) {
    ensemble.addLearningCurve(count, [new Float64Array(rows.length).fill(error)]);
  }
  const curve = ensemble.emulator().outputs[0]?.learningCurve;
  const truth = trainingData.targets[0] ?? new Float64Array(0);
  const expected = [0.4, 0.1].map((error) => ownUnitAccuracy(rows, (row) => (truth[row] ?? 0) + error));
  assert.equal(curve?.rows, Float64Array.of(20, 60));
  assert.equal(curve?.coefficientsOfDetermination, Float64Array.from(expected));
});
