/**
 * The operations of a network's layers besides products of matrices. Batches are unit-major: a row holds one unit's
 * values.
 */
import type { KernelMatrix, Matrix32, Matrix64, Reals } from "./arena.ts";
import { Kernels } from "./kernels.ts";

export type Activation = "linear" | "tanh" | "silu";

const ACTIVATION_CODES: Record<Activation, number> = { linear: 0, tanh: 1, silu: 2 };

/** Adam's settings for one step. */
export interface AdamStep {
  /** Steps taken, this one included. */
  step: number;
  rate: number;
  /** The share of the moments that is kept, 0 .. 1. */
  b1: number;
  b2: number;
  /** Weight decay, in units of the rate. */
  decay: number;
}

export class LayerKernels extends Kernels {
  /** From sums (units x count) to activations of sum + bias, in place; `derivatives` takes their derivatives by the sums. */
  activate<Values extends Reals<Values>>(
    activation: Activation,
    sums: KernelMatrix<Values>,
    biases: KernelMatrix<Values>,
    derivatives: KernelMatrix<Values> | null,
  ): void {
    const size = sums.values.BYTES_PER_ELEMENT;
    const kernel = size === 4 ? this.exports.activate32 : this.exports.activate64;
    kernel(
      ACTIVATION_CODES[activation],
      sums.address,
      sums.stride * size,
      sums.rows,
      sums.columns,
      biases.address,
      derivatives === null ? 0 : derivatives.address,
      derivatives === null ? 0 : derivatives.stride * size,
    );
  }

  /**
   * y (1 x units) = b (1 x units) + W x of a vector x (1 x k) and the transpose (k x units) of W: a layer for a single point,
   * with the same bits as `multiply` has. What is past the end of y's row is lost up to a whole line.
   */
  affine<Values extends Reals<Values>>(
    transposed: KernelMatrix<Values>,
    x: KernelMatrix<Values>,
    b: KernelMatrix<Values>,
    y: KernelMatrix<Values>,
  ): void {
    const size = transposed.values.BYTES_PER_ELEMENT;
    const kernel = size === 4 ? this.exports.affine32 : this.exports.affine64;
    const { address, stride, rows, columns } = transposed;
    kernel(address, stride * size, columns, rows, x.address, b.address, y.address);
  }

  /** Derivatives with respect to activations (units x count) become derivatives with respect to sums, in place. */
  applyDerivatives<Values extends Reals<Values>>(
    deltas: KernelMatrix<Values>,
    derivatives: KernelMatrix<Values>,
  ): void {
    const size = deltas.values.BYTES_PER_ELEMENT;
    const kernel = size === 4 ? this.exports.slope32 : this.exports.slope64;
    const { address, stride, rows, columns } = deltas;
    kernel(address, stride * size, derivatives.address, derivatives.stride * size, rows, columns);
  }

  /** The sums of the rows of `deltas` (units x count), into `sums` (1 x units). */
  rowSums({ address, stride, rows, columns }: Matrix32, sums: Matrix32): void {
    this.exports.rowSums(address, stride * 4, rows, columns, sums.address);
  }

  /**
   * Outputs (units x count) become the derivatives of the loss with respect to them. The loss, which is returned, is the
   * sum over the outputs of their share (1 x units) times the mean squared difference from the targets (units x count).
   */
  differences(outputs: Matrix32, targets: Matrix32, shares: Matrix32): number {
    const { address, stride, rows, columns } = outputs;
    return this.exports.differences(
      address,
      stride * 4,
      targets.address,
      targets.stride * 4,
      rows,
      columns,
      shares.address,
    );
  }

  /**
   * Some rows of `source` (count x any), from its column `first` on, become the columns of `batch` (width x batch).
   * `indices` is the address of as many 32-bit numbers of rows.
   */
  gather(source: Matrix32, first: number, indices: number, batch: Matrix32): void {
    this.exports.gatherColumns(
      source.address + first * 4,
      source.stride * 4,
      indices,
      batch.columns,
      batch.rows,
      batch.address,
      batch.stride * 4,
    );
  }

  /**
   * The derivatives of one output with respect to a layer's weights (units x fanIn rows, then its biases, units rows) at
   * every point, from those with respect to its sums (units x count) and what it reads (fanIn x count).
   */
  layerJacobian(deltas: Matrix64, values: Matrix64, jacobian: Matrix64): void {
    this.exports.layerJacobian(
      deltas.address,
      deltas.stride * 8,
      deltas.rows,
      values.address,
      values.stride * 8,
      values.rows,
      deltas.columns,
      jacobian.address,
      jacobian.stride * 8,
    );
  }

  /** One step of Adam with decoupled weight decay, over blocks of one layout. Moments that have all but died away become zero. */
  adamStep(
    { parameters, gradient, first, second }: Record<"parameters" | "gradient" | "first" | "second", Matrix32>,
    { step, rate, b1, b2, decay }: AdamStep,
  ): void {
    this.exports.adamStep(
      parameters.address,
      gradient.address,
      first.address,
      second.address,
      parameters.values.length,
      rate / (1 - b1 ** step),
      b1,
      b2,
      1 / (1 - b2 ** step),
      1 - rate * decay,
    );
  }
}

let ownKernels: LayerKernels | null = null;

/** An instance for this thread, for work that gives back all the memory it takes before it returns. */
export function threadKernels(): LayerKernels {
  ownKernels ??= new LayerKernels();
  return ownKernels;
}
