/**
 * Fits a network by mini-batches where the rows are too many, or the inputs too many, for second-order steps.
 * Kingma and Ba (2015), "Adam"; decoupled weight decay and cosine annealing by Loshchilov and Hutter (2019, 2017).
 */
import type { Random } from "../math/random.ts";
import {
  createWorkspace,
  forward,
  gradientFromDeltas,
  type NetworkShape,
  parameterCount,
  propagate,
} from "./network.ts";

const BATCH = 128;
const HIGHEST_RATE = 4e-3;
const LOWEST_RATE = 2e-5;
const DECAY = 1e-4;
/** Below this a moment would become denormal, which slows every later step many times over. */
const FLUSH = 1e-30;

export interface AdamFit {
  parameters: Float64Array;
  first: Float64Array;
  second: Float64Array;
  step: number;
}

export function startAdam(parameters: Float64Array): AdamFit {
  return {
    parameters,
    first: new Float64Array(parameters.length),
    second: new Float64Array(parameters.length),
    step: 0,
  };
}

/** Multiplications a mini-batch step takes. */
export function adamStepCost(shape: NetworkShape): number {
  return 3 * BATCH * parameterCount(shape);
}

export interface AdamFitter {
  /** `steps` mini-batches at a point `progress` (0 .. 1) of the whole fit. */
  advance(fit: AdamFit, steps: number, progress: number, random: Random): void;
}

/**
 * @param inputs features x count, unit-major.
 * @param targets outputs x count.
 * @param shares how much each output's squared error counts.
 */
export function createAdamFitter(
  shape: NetworkShape,
  inputs: Float64Array,
  targets: Float64Array,
  shares: Float64Array,
  count: number,
): AdamFitter {
  const size = parameterCount(shape);
  const batch = Math.min(BATCH, count);
  const workspace = createWorkspace(shape, batch);
  const batchInputs = new Float64Array(shape.inputs * batch);
  const rows = new Int32Array(batch);
  const gradient = new Float64Array(size);
  const delta = workspace.deltas[workspace.layers.length - 1] ?? new Float64Array(0);

  const slopeOfBatch = (parameters: Float64Array, random: Random): void => {
    for (let i = 0; i < batch; i++) rows[i] = random.integer(count);
    for (let feature = 0; feature < shape.inputs; feature++) {
      const from = feature * count;
      for (let i = 0; i < batch; i++) batchInputs[feature * batch + i] = inputs[from + (rows[i] ?? 0)] ?? 0;
    }
    const output = forward(parameters, batchInputs, batch, workspace);
    for (let target = 0; target < shape.outputs; target++) {
      const scale = (2 * (shares[target] ?? 0)) / batch;
      for (let i = 0; i < batch; i++) {
        const wanted = targets[target * count + (rows[i] ?? 0)] ?? 0;
        delta[target * batch + i] = scale * ((output[target * batch + i] ?? 0) - wanted);
      }
    }
    propagate(parameters, batch, workspace);
    gradientFromDeltas(gradient, batch, workspace);
  };

  const move = (fit: AdamFit, rate: number): void => {
    const { parameters, first, second } = fit;
    fit.step += 1;
    const firstBias = 1 - 0.9 ** fit.step;
    const secondBias = 1 - 0.999 ** fit.step;
    for (let p = 0; p < size; p++) {
      const g = gradient[p] ?? 0;
      const mean = 0.9 * (first[p] ?? 0) + 0.1 * g;
      const square = 0.999 * (second[p] ?? 0) + 0.001 * g * g;
      first[p] = Math.abs(mean) < FLUSH ? 0 : mean;
      second[p] = square < FLUSH ? 0 : square;
      const change = mean / firstBias / (Math.sqrt(square / secondBias) + 1e-8);
      parameters[p] = (parameters[p] ?? 0) * (1 - rate * DECAY) - rate * change;
    }
  };

  return {
    advance: (fit, steps, progress, random) => {
      const rate =
        LOWEST_RATE + ((HIGHEST_RATE - LOWEST_RATE) * (1 + Math.cos(Math.PI * Math.min(1, progress)))) / 2;
      for (let i = 0; i < steps; i++) {
        slopeOfBatch(fit.parameters, random);
        move(fit, rate);
      }
    },
  };
}
