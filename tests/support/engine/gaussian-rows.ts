/** Rows of a formula for a Gaussian process, one that is fitted to them, and how well it predicts others. */

import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import { Matrix } from "../../../engine/math/matrix.ts";
import { createRandom } from "../../../engine/math/random.ts";
import { fitGaussianProcess, type GaussianData } from "../../../engine/models/gaussian-process/fit.ts";

export type Formula = (...inputs: number[]) => number;

/** Features spread evenly with unit deviation, and a formula of them. */
export function makeRows(count: number, width: number, formula: Formula, seed = 1, noise = 0) {
  const random = createRandom(seed);
  const inputs = new Matrix(
    width,
    count,
    Float64Array.from({ length: width * count }, () => Math.sqrt(3) * (2 * random.uniform() - 1)),
  );
  const targets = Float64Array.from({ length: count }, (_, i) => {
    return formula(...inputs.column(i)) + noise * random.normal();
  });
  return { inputs, targets, sources: Int32Array.from({ length: width }, (_, i) => i) };
}

export const fit = (rows: GaussianData, restarts = 2) =>
  runToEnd(fitGaussianProcess(rows, { random: createRandom(1), restarts }));

/** Share of the variance of the truth that a prediction misses, and the share of the values within two deviations. */
export function compare(prediction: { mean: Float64Array; variance: Float64Array }, truth: Float64Array) {
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
