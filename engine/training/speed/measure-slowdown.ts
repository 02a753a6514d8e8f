import type { Kernels } from "../../math/kernels/kernels.ts";

/** Milliseconds of a round on the reference machine (2 cores of an AVX-512 Xeon), doing nothing else. */
const REFERENCE_ROUND_MS = 0.44;
/** Rows of the covariance matrix of a round, which its caches hold. */
const COVARIANCE_ROWS = 160;
/** Rows of a batch, the width of a layer, and the number of layers in a round. */
const BATCH_ROWS = 256;
const LAYER_WIDTH = 64;
const LAYER_COUNT = 4;

/**
 * Repeats the kernels that trainings spend their time in for so many milliseconds: the factor and the inverse of a covariance
 * matrix, as in the likelihood of a Gaussian process, and the products of some layers of a network.
 * @returns how many times as long as on the reference machine they take by the clock, at the priority of this thread
 */
export function measureSlowdown(kernels: Kernels, durationMs: number, clock: () => number): number {
  const mark = kernels.mark();
  const covariance = kernels.matrix64(COVARIANCE_ROWS, COVARIANCE_ROWS);
  const inverse = kernels.matrix64(COVARIANCE_ROWS, COVARIANCE_ROWS);
  const inputs = kernels.matrix32(BATCH_ROWS, LAYER_WIDTH);
  const weights = kernels.matrix32(LAYER_WIDTH, LAYER_WIDTH);
  const outputs = kernels.matrix32(BATCH_ROWS, LAYER_WIDTH);
  inputs.values.fill(0.5);
  weights.values.fill(0.01);
  const round = () => {
    for (let i = 0; i < COVARIANCE_ROWS; i++)
      for (let j = 0; j < COVARIANCE_ROWS; j++)
        covariance.values[i * covariance.stride + j] = 1 / (1 + Math.abs(i - j)) + (i === j ? 1 : 0);
    kernels.cholesky(covariance);
    kernels.inverse(covariance, inverse);
    for (let layer = 0; layer < LAYER_COUNT; layer++) kernels.multiply(inputs, weights, outputs);
  };
  // The first rounds compile this function.
  for (let i = 0; i < 3; i++) round();
  const started = clock();
  let rounds = 0;
  let passed = 0;
  while (passed < durationMs) {
    round();
    rounds += 1;
    passed = clock() - started;
  }
  kernels.release(mark);
  return passed / rounds / REFERENCE_ROUND_MS;
}
