import type { Kernels } from "../../math/kernels/kernels.ts";

/** Milliseconds of a round on the reference machine (2 cores of an AVX-512 Xeon), doing nothing else. */
const REFERENCE_ROUND_MS = 0.44;
/** Rows of the covariance matrix of a round, and rows and width of the layer. */
const POINTS = 160;
const BATCH = 256;
const WIDTH = 64;
const LAYERS = 4;

/**
 * Repeats the kernels that trainings spend their time in for so many milliseconds: the factor and the inverse of a covariance
 * matrix, as in the likelihood of a Gaussian process, and the products of some layers of a network.
 * @returns how many times as long as on the reference machine they take by the clock, at the priority of this thread
 */
export function measureSlowdown(kernels: Kernels, durationMs: number, clock: () => number): number {
  const mark = kernels.mark();
  const covariance = kernels.matrix64(POINTS, POINTS);
  const inverse = kernels.matrix64(POINTS, POINTS);
  const inputs = kernels.matrix32(BATCH, WIDTH);
  const weights = kernels.matrix32(WIDTH, WIDTH);
  const outputs = kernels.matrix32(BATCH, WIDTH);
  inputs.values.fill(0.5);
  weights.values.fill(0.01);
  const round = () => {
    for (let i = 0; i < POINTS; i++)
      for (let j = 0; j < POINTS; j++)
        covariance.values[i * covariance.stride + j] = 1 / (1 + Math.abs(i - j)) + (i === j ? 1 : 0);
    kernels.cholesky(covariance);
    kernels.inverse(covariance, inverse);
    for (let layer = 0; layer < LAYERS; layer++) kernels.multiply(inputs, weights, outputs);
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
