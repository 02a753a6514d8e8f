/**
 * Fits a network by mini-batches where there are too many rows or inputs for second-order steps.
 * Kingma and Ba (2015), "Adam"; decoupled weight decay and cosine annealing by Loshchilov and Hutter (2019, 2017).
 */
import type { Matrix32 } from "../../math/kernels/arena.ts";
import { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { Random } from "../../math/random.ts";
import { createBlock, createPass, loadBlock, runBackwards, runForwards, storeBlock } from "./memory.ts";
import { listLayers, type NetworkShape, parameterCount } from "./network.ts";

const MAX_BATCH_ROWS = 256;
export const ADAM_SETTINGS = { b1: 0.9, b2: 0.98, decay: 1e-4 } as const;
/** The share of all steps in which the rate rises, and the final rate as a share of the highest. */
const WARM_UP = 0.05;
const LAST_RATE = 2e-3;

/** Computes the rows of a mini-batch of a fit to so many rows. */
export const computeBatchRows = (rows: number): number => Math.min(MAX_BATCH_ROWS, rows);

/** Plain data. All numbers are of single precision. */
export interface AdamFit {
  parameters: Float64Array;
  first: Float64Array;
  second: Float64Array;
  step: number;
}

/**
 * Starts a fit with moments of 0.
 * @param parameters the initial weights and biases
 */
export function startAdam(parameters: Float64Array): AdamFit {
  return {
    parameters: parameters.map(Math.fround),
    first: new Float64Array(parameters.length),
    second: new Float64Array(parameters.length),
    step: 0,
  };
}

/**
 * Computes the cost of a step with one mini-batch.
 * @param shape the numbers of inputs, hidden units and outputs
 * @returns multiplications
 */
export function adamStepCost(shape: NetworkShape): number {
  return 3 * MAX_BATCH_ROWS * parameterCount(shape);
}

/**
 * Computes the learning rate: it rises linearly in the warm-up, then falls along a cosine.
 * @param highest the rate at the end of the warm-up
 * @param progress the completed share of the fit, in [0, 1]
 */
export function annealedRate(highest: number, progress: number): number {
  if (progress < WARM_UP) return (highest * (progress + 0.01)) / (WARM_UP + 0.01);
  const rest = Math.min(1, (progress - WARM_UP) / (1 - WARM_UP));
  return highest * (LAST_RATE + ((1 - LAST_RATE) * (1 + Math.cos(Math.PI * rest))) / 2);
}

export interface AdamFitter {
  /**
   * Takes `steps` mini-batches, each at the rate of its step, and returns the mean loss over them. The rows of a step depend on
   * its number alone: it makes no difference how many steps are taken at once.
   */
  advance(fit: AdamFit, steps: number, rateAt: (step: number) => number): number;
}

/**
 * @param inputs features x count, unit-major.
 * @param targets outputs x count.
 * @param shares the weight of each output's mean squared error in the loss.
 * @param random of the order of the rows in the epochs.
 * @param kernels in whose memory the rows and the network lie, until the caller releases it.
 */
export function createAdamFitter(
  shape: NetworkShape,
  inputs: Float64Array,
  targets: Float64Array,
  shares: Float64Array,
  count: number,
  random: Random,
  kernels = new LayerKernels(),
): AdamFitter {
  const allocate = (rows: number, columns: number): Matrix32 => kernels.matrix32(rows, columns);
  const layers = listLayers(shape);
  const blocks = {
    parameters: createBlock(allocate, layers),
    gradient: createBlock(allocate, layers),
    first: createBlock(allocate, layers),
    second: createBlock(allocate, layers),
  };
  const wholes = {
    parameters: blocks.parameters.flat,
    gradient: blocks.gradient.flat,
    first: blocks.first.flat,
    second: blocks.second.flat,
  };
  const batch = computeBatchRows(count);
  const pass = createPass(allocate, shape, batch, true);
  const batchTargets = allocate(shape.outputs, batch);
  const counted = allocate(1, shape.outputs);
  counted.values.set(shares);
  const rows = rowMajor(allocate, [inputs, targets], [shape.inputs, shape.outputs], count);
  const { address } = allocate(1, count);
  const order = new Int32Array(kernels.memory.buffer, address, count);
  const batches = Math.floor(count / batch);
  let epoch = -1;

  const differentiate = (step: number): number => {
    if (Math.floor(step / batches) !== epoch) {
      epoch = Math.floor(step / batches);
      order.set(random.fork(epoch).permutation(count));
    }
    const indices = address + (step % batches) * batch * 4;
    kernels.gather(rows, 0, indices, pass.inputs);
    kernels.gather(rows, shape.inputs, indices, batchTargets);
    runForwards(kernels, blocks.parameters, pass);
    const loss = kernels.differences(pass.outputs, batchTargets, counted);
    runBackwards(kernels, blocks.parameters, pass);
    blocks.gradient.layers.forEach(({ weights, biases }, index) => {
      const delta = pass.deltas[index];
      const layerInputs = pass.layerInputs[index];
      if (!delta || !layerInputs) return;
      kernels.multiply(delta, layerInputs, weights, "A Bᵀ");
      kernels.rowSums(delta, biases);
    });
    return loss;
  };

  const names = ["parameters", "first", "second"] as const;
  return {
    advance: (fit, steps, rateAt) => {
      for (const name of names) loadBlock(blocks[name], layers, fit[name]);
      let loss = 0;
      for (let i = 0; i < steps; i++) {
        loss += differentiate(fit.step);
        const rate = rateAt(fit.step);
        fit.step += 1;
        kernels.adamStep(wholes, { ...ADAM_SETTINGS, step: fit.step, rate });
      }
      for (const name of names) storeBlock(blocks[name], layers, fit[name]);
      return loss / steps;
    },
  };
}

/** Unit-major tables beside each other, one row a point. */
function rowMajor(
  allocate: (rows: number, columns: number) => Matrix32,
  tables: readonly Float64Array[],
  widths: readonly number[],
  count: number,
): Matrix32 {
  const joined = allocate(
    count,
    widths.reduce((sum, width) => sum + width, 0),
  );
  let column = 0;
  tables.forEach((table, index) => {
    for (let j = 0; j < widths[index]; j++) {
      for (let i = 0; i < count; i++) joined.values[i * joined.stride + column] = table[j * count + i];
      column += 1;
    }
  });
  return joined;
}
