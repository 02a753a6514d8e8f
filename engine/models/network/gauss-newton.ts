/**
 * The Gauss-Newton approximation of a network on all samples, block by block. Of several outputs, a sample tells one weighted sum,
 * with weights of its own.
 */
import { type Matrix64, rowsOf } from "../../math/kernels/arena.ts";
import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import {
  createBlock,
  createPass,
  loadBlock,
  type ParameterBlock,
  type Pass,
  runBackwards,
  runForwards,
} from "./memory.ts";
import { type Layer, listLayers, type NetworkShape, parameterCount } from "./network.ts";

/** Samples in a block of the Jacobian: parameters x block stays within the processor's cache. */
const SAMPLES_PER_BLOCK = 256;
/** Multiplications between two yields: some 20 ms, and 60 where the processor has no fused ones. */
const CHUNK_WORK = 3e8;

export class GaussNewton {
  /** Upper triangle of (parameters + 1) squared: the Hessian, and in its last column the gradient. */
  readonly products: Matrix64;
  readonly #shape: NetworkShape;
  readonly #inputs: Float64Array;
  readonly #outputWeights: Float64Array | null;
  readonly #count: number;
  readonly #kernels: LayerKernels;
  readonly #layers: Layer[];
  readonly #size: number;
  readonly #weights: ParameterBlock<Float64Array>;
  readonly #blocks: Block[];
  /** By the number of samples in a block. */
  readonly #passes: ReadonlyMap<number, Pass<Float64Array>>;
  /** The residuals are one row more: the products with itself then hold the gradient as well. */
  readonly #jacobian: Matrix64;

  /**
   * @param inputs features x count, unit-major.
   * @param outputWeights outputs x count, unit-major; null where there is one output, which is itself what a sample tells.
   */
  constructor(
    shape: NetworkShape,
    inputs: Float64Array,
    count: number,
    kernels: LayerKernels,
    outputWeights: Float64Array | null,
  ) {
    const allocate = (rows: number, columns: number): Matrix64 => kernels.matrix64(rows, columns);
    this.#shape = shape;
    this.#inputs = inputs;
    this.#outputWeights = outputWeights;
    this.#count = count;
    this.#kernels = kernels;
    this.#layers = listLayers(shape);
    this.#size = parameterCount(shape);
    this.#weights = createBlock(allocate, this.#layers);
    this.#blocks = splitIntoBlocks(count);
    this.#passes = new Map(
      this.#blocks.map((block) => [block.count, createPass(allocate, shape, block.count, true)] as const),
    );
    this.#jacobian = kernels.matrix64(this.#size + 1, Math.min(SAMPLES_PER_BLOCK, count));
    this.products = kernels.matrix64(this.#size + 1, this.#size + 1);
  }

  /**
   * Fills `products` for some parameters.
   * @returns the error at these: half the sum of squared residuals.
   */
  *linearise(parameters: Float64Array, targets: Float64Array): Generator<undefined, number> {
    const size = this.#size;
    loadBlock(this.#weights, this.#layers, parameters);
    this.products.values.fill(0);
    let error = 0;
    let work = 0;
    for (const block of this.#blocks) {
      error += this.#residualsAt(block, targets);
      this.#differentiate(block);
      this.#kernels.symmetricRankUpdate({ ...this.#jacobian, columns: block.count }, this.products);
      work += (block.count * size * size) / 2;
      if (work > CHUNK_WORK) {
        work = 0;
        yield;
      }
    }
    return error;
  }

  /** Half the sum of squared residuals. */
  errorAt(parameters: Float64Array, targets: Float64Array): number {
    loadBlock(this.#weights, this.#layers, parameters);
    let error = 0;
    for (const block of this.#blocks) error += this.#residualsAt(block, targets);
    return error;
  }

  /** Runs a block through the network; its residuals become the Jacobian's last row. Returns half their sum of squares. */
  #residualsAt({ from, count: rows }: Block, targets: Float64Array): number {
    const pass = this.#passes.get(rows);
    if (pass === undefined) return 0;
    for (let i = 0; i < this.#shape.inputs; i++) {
      const at = i * this.#count + from;
      pass.inputs.values.set(this.#inputs.subarray(at, at + rows), i * pass.inputs.stride);
    }
    runForwards(this.#kernels, this.#weights, pass);
    const { stride, values } = this.#jacobian;
    const last = this.#size * stride;
    let sum = 0;
    for (let i = 0; i < rows; i++) {
      const residual = this.#predicted(pass, from, i) - targets[from + i];
      values[last + i] = residual;
      sum += residual * residual;
    }
    return sum / 2;
  }

  /**
   * Returns the prediction for sample `i` of the block that begins at `from`, over several outputs their weighted
   * sum.
   */
  #predicted({ outputs: { values, stride } }: Pass<Float64Array>, from: number, i: number): number {
    const weights = this.#outputWeights;
    if (weights === null) return values[i];
    let sum = 0;
    for (let k = 0; k < this.#shape.outputs; k++)
      sum += weights[k * this.#count + from + i] * values[k * stride + i];
    return sum;
  }

  /** The Jacobian of the block that went through the network last. */
  #differentiate({ from, count: rows }: Block): void {
    const pass = this.#passes.get(rows);
    if (pass === undefined) return;
    const { values, stride } = pass.outputs;
    const weights = this.#outputWeights;
    if (weights === null) values.fill(1, 0, rows);
    else
      for (let k = 0; k < this.#shape.outputs; k++) {
        const at = k * this.#count + from;
        values.set(weights.subarray(at, at + rows), k * stride);
      }
    runBackwards(this.#kernels, this.#weights, pass);
    this.#layers.forEach((layer, index) => {
      const deltas = pass.deltas[index];
      const inputs = pass.layerInputs[index];
      if (!deltas || !inputs) return;
      const jacobian = rowsOf(this.#jacobian, layer.weights, layer.biases + layer.units);
      this.#kernels.layerJacobian(deltas, inputs, jacobian);
    });
  }
}

interface Block {
  from: number;
  count: number;
}

function splitIntoBlocks(total: number): Block[] {
  const blocks: Block[] = [];
  for (let from = 0; from < total; from += SAMPLES_PER_BLOCK)
    blocks.push({ from, count: Math.min(SAMPLES_PER_BLOCK, total - from) });
  return blocks;
}
