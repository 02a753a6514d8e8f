/** Fits by mini-batches that every device is held to. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { type AdamFit, createAdamFitter, startAdam } from "@understudy/engine/models/network/adam-fit.ts";
import { initialParameters, type NetworkShape } from "@understudy/engine/models/network/network.ts";

/** Fewer than two mini-batches, so that every step begins an epoch. */
export const ROW_COUNT = 300;
export const CASE_SHAPES: readonly NetworkShape[] = [
  { inputs: 3, hidden: [], outputs: 2 },
  { inputs: 2, hidden: [9], outputs: 1, activation: "tanh" },
  { inputs: 4, hidden: [17, 33, 8], outputs: 3, activation: "silu" },
];
export const ORDER_SEED = 5;
const FIRST_RATE = 3e-3;
export const rateAt = (step: number): number => FIRST_RATE / (1 + step);

/** Inputs, then targets: one column each. */
export function drawColumns({ inputs, outputs }: NetworkShape): Float64Array[] {
  const random = createRandom(1);
  return Array.from({ length: inputs + outputs }, () =>
    Float64Array.from({ length: ROW_COUNT }, () => random.normal()),
  );
}

export const createShares = ({ outputs }: NetworkShape): Float64Array =>
  Float64Array.from({ length: outputs }, (_, at) => 1 / (1 + at));

export const startFit = (shape: NetworkShape, seed = 2): AdamFit =>
  startAdam(initialParameters(shape, createRandom(seed)));

const join = (columns: readonly Float64Array[]): Float64Array =>
  Float64Array.from(columns.flatMap((column) => Array.from(column)));

/** Takes so many steps with the kernels in WebAssembly. */
export function fitOnProcessor(shape: NetworkShape, fit: AdamFit, steps: number): { loss: number } {
  const columns = drawColumns(shape);
  const inputs = join(columns.slice(0, shape.inputs));
  const targets = join(columns.slice(shape.inputs));
  const random = createRandom(ORDER_SEED);
  const fitter = createAdamFitter(shape, inputs, targets, createShares(shape), ROW_COUNT, random);
  return { loss: fitter.advance(fit, steps, rateAt) };
}

/** The norm of the difference of two vectors as a share of the norm of the second. */
export function relativeDifference(values: Float64Array, expected: Float64Array): number {
  const norm = (vector: Float64Array): number => Math.hypot(...vector);
  return norm(values.map((value, i) => value - (expected[i] ?? Number.NaN))) / norm(expected);
}
