import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import {
  fitGaussianProcess,
  type GaussianData,
  type GaussianOptions,
} from "@understudy/engine/models/gaussian-process/fit.ts";
import { createGaussianPredictor } from "@understudy/engine/models/gaussian-process/predictor.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a Gaussian process' predictions of held-out rows", { timeout: 60_000 });

type Formula = { readonly width: number; evaluate(...features: number[]): number };

/** Smooth, without noise, and each input matters in its own way: some twenty parameters are found from the rows. */
const sevenInputs: Formula = {
  width: 7,
  evaluate: (a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0) =>
    (0.6 * Math.exp(0.5 * a) * (1 + 0.3 * b)) / (1 + Math.exp(-c)) + 0.1 * d * e + 0.05 * f * f + 0.02 * g,
};

/** A sum of smooth functions of one and two inputs, which a process predicts to six digits. */
const nearlyExact: Formula = {
  width: 4,
  evaluate: (a = 0, b = 0, c = 0, d = 0) =>
    2 * Math.tanh(0.9 * (a + 0.3)) + Math.exp(-0.3 * (b - c) ** 2) + 0.1 * d * d + 0.2 * a * d,
};

function makeRows({ width, evaluate }: Formula, count: number, seed: number): GaussianData {
  const random = createRandom(seed);
  const inputs = new Matrix(
    width,
    count,
    Float64Array.from({ length: width * count }, () => Math.sqrt(3) * (2 * random.uniform() - 1)),
  );
  return {
    inputs,
    targets: Float64Array.from({ length: count }, (_, i) => evaluate(...inputs.column(i))),
    sources: Int32Array.from({ length: width }, (_, i) => i),
  };
}

const fit = (rows: GaussianData, options: Omit<GaussianOptions, "random">) =>
  runToEnd(fitGaussianProcess(rows, { random: createRandom(1), restarts: 1, ...options }));

type Predictions = { mean: Float64Array; variance: Float64Array };

const squares = (truth: Float64Array, { mean }: Predictions): number =>
  truth.reduce((sum, value, i) => sum + (value - (mean[i] ?? 0)) ** 2, 0) / truth.length;

const scores = (truth: Float64Array, { mean, variance }: Predictions): Float64Array =>
  truth.map((value, i) => Math.abs(value - (mean[i] ?? 0)) / Math.sqrt(variance[i] ?? 0));

/**
 * Judges a fit on unseen rows: the ratio of their mean squared error to that of held-out rows, and the share within
 * the bounds of 95% of these.
 */
function judged(crossValidates: boolean): { ratio: number; covered: number } {
  let logs = 0;
  let covered = 0;
  const seeds = [1, 2, 3, 4];
  for (const seed of seeds) {
    const rows = makeRows(sevenInputs, 90, seed);
    const unseen = makeRows(sevenInputs, 600, 100 + seed);
    const { model, heldOut } = fit(rows, { crossValidates });
    const prediction = createGaussianPredictor(model).predict(unseen.inputs);
    logs += Math.log(squares(rows.targets, heldOut) / squares(unseen.targets, prediction));
    const width = scores(rows.targets, heldOut).sort()[Math.ceil(0.95 * 91) - 1] ?? 0;
    covered +=
      scores(unseen.targets, prediction).filter((score) => score <= width).length / unseen.targets.length;
  }
  return { ratio: Math.exp(logs / seeds.length), covered: covered / seeds.length };
}

it("is as wrong, and as sure of itself, as of rows to come, though its parameters were found with all", () => {
  const honest = judged(true);
  const withAll = judged(false);
  assert.ok(honest.ratio > 0.75 && honest.ratio < 1.6, `${honest.ratio}`);
  assert.ok(honest.covered > 0.9, `${honest.covered}`);
  assert.ok(withAll.ratio < 0.65, `${withAll.ratio}`);
  assert.ok(withAll.covered < 0.87, `${withAll.covered}`);
});

/** The median of the sizes of the errors, which no single row moves. */
const medianError = (truth: Float64Array, { mean }: Predictions): number =>
  truth.map((value, i) => Math.abs(value - (mean[i] ?? 0))).sort()[Math.floor(truth.length / 2)] ?? 0;

it("is no better than of rows to come where the process is nearly exact", () => {
  for (const seed of [1, 3, 5]) {
    const rows = makeRows(nearlyExact, 120, seed);
    const unseen = makeRows(nearlyExact, 600, 2);
    const { model, heldOut } = fit(rows, { kind: "smooth" });
    const ratio =
      medianError(rows.targets, heldOut) /
      medianError(unseen.targets, createGaussianPredictor(model).predict(unseen.inputs));
    assert.ok(ratio > 0.7 && ratio < 2.5, `seed ${seed}: ${ratio}`);
  }
});
