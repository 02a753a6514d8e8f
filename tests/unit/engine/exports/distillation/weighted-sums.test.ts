/** Several targets of a network as one. */

import { weightedSums } from "@understudy/engine/exports/distillation/growing-network.ts";
import type { NetworkTask } from "@understudy/engine/exports/distillation/network-task.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { BayesianFitter, startFit } from "@understudy/engine/models/network/bayesian-fit.ts";
import { evaluate } from "@understudy/engine/models/network/evaluator.ts";
import { initialParameters } from "@understudy/engine/models/network/network.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("targets as weighted sums");

const ROW_COUNT = 50;
const encoded = Float64Array.from({ length: ROW_COUNT }, (_, at) => -1.7 + (3.4 * at) / (ROW_COUNT - 1));

const makeTask = (targets: readonly Float64Array[], weights: readonly number[]): NetworkTask => ({
  subject: "",
  part: "mean",
  rows: { encoded: new Matrix(1, ROW_COUNT, encoded), targets },
  targetWeights: Float64Array.from(weights),
  rowWeights: Float64Array.from({ length: ROW_COUNT }, (_, row) => (row < 10 ? 0.5 : 1)),
  targetError: 0.1,
  errorOf: () => 0,
});

it("are as large as all targets together, on average", () => {
  const task = makeTask(
    [encoded.map(() => 3), encoded.map((x) => 2 + Math.sin(x)), encoded.map(Math.cos)],
    [1, 0.2, 0.7],
  );
  const count = 400 * ROW_COUNT;
  const { sums } = weightedSums(task, count, createRandom(1));
  const meanSquare = sums.reduce((sum, value) => sum + value ** 2 / count, 0);
  const { rows, targetWeights, rowWeights } = task;
  let expected = 0;
  rows.targets.forEach((values, k) => {
    values.forEach((value, row) => {
      expected += ((targetWeights[k] ?? 0) * (rowWeights[row] ?? 0) * value) ** 2 / ROW_COUNT;
    });
  });
  assert.ok(Math.abs(meanSquare / expected - 1) < 0.02, `${meanSquare} instead of ${expected}`);
});

it("of one target are that target, each row as often as any other", () => {
  const task = makeTask([encoded.map(Math.exp)], [1]);
  const { inputs, sums, weights } = weightedSums(task, 3 * ROW_COUNT, createRandom(2));
  assert.equal(inputs.toSorted(), Float64Array.from([...encoded, ...encoded, ...encoded]).sort());
  sums.forEach((sum, at) => {
    assert.is(sum, (weights[at] ?? 0) * Math.exp(inputs[at] ?? 0));
  });
});

it("fit all outputs of a network", () => {
  const targets = [encoded.map((x) => Math.sin(2 * x)), encoded.map((x) => 0.1 * x * x)];
  const task = makeTask(targets, [1, 1]);
  const shape = { inputs: 1, hidden: [6, 6], outputs: 2 };
  const fit = startFit(shape, initialParameters(shape, createRandom(3)));
  for (let round = 0; round < 5; round++) {
    const { inputs, weights, sums } = weightedSums(task, 600, createRandom(4, round));
    const fitter = new BayesianFitter(shape, inputs, 600, undefined, weights);
    for (let step = 0; step < 15; step++) for (const _ of fitter.advance(fit, sums));
  }
  const network = { shape, features: Int32Array.of(0), parameters: fit.parameters };
  const outputs = evaluate(network, encoded, ROW_COUNT);
  targets.forEach((values, k) => {
    const largest = Math.max(
      ...values.map((value, row) => Math.abs(value - (outputs[k * ROW_COUNT + row] ?? 0))),
    );
    assert.ok(largest < 0.01, `${largest} of output ${k}`);
  });
});
