/** A network in the memory of the kernels: its parameters, and a pass forwards and back for batches of one size. */
import {
  computeStride,
  copyTo,
  createView,
  fill,
  type KernelMatrix,
  type Reals,
  rowsOf,
} from "../../math/kernels/arena.ts";
import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import { type Layer, listLayers, type NetworkShape } from "./network.ts";

/** Takes memory of one precision. */
export type Allocate<Values extends Reals<Values>> = (rows: number, columns: number) => KernelMatrix<Values>;

export interface LayerBlock<Values extends Reals<Values>> {
  /** units x fanIn. */
  weights: KernelMatrix<Values>;
  /** 1 x units. */
  biases: KernelMatrix<Values>;
}

/** One number a parameter: the parameters themselves, or a gradient. */
export interface ParameterBlock<Values extends Reals<Values>> {
  /** All of them in one row, padding included. */
  flat: KernelMatrix<Values>;
  layers: LayerBlock<Values>[];
}

/** Allocates the parameters of a network, each row of weights padded to whole lines of the cache. */
export function createBlock<Values extends Reals<Values>>(
  allocate: Allocate<Values>,
  layers: readonly Layer[],
): ParameterBlock<Values> {
  const line = 64 / allocate(1, 1).values.BYTES_PER_ELEMENT;
  const padded = (count: number) => Math.ceil(count / line) * line;
  const sizes = layers.map(({ units, fanIn }) => units * computeStride(fanIn, line) + padded(units));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const flat = allocate(1, total);
  let from = 0;
  const blocks = layers.map(({ units, fanIn }, index) => {
    const stride = computeStride(fanIn, line);
    const weights = createView(flat, from, units, fanIn, stride);
    const biases = createView(flat, from + units * stride, 1, units, padded(units));
    from += sizes[index];
    return { weights, biases };
  });
  return { flat, layers: blocks };
}

/** From the flat vector of parameters (see `layersOf`) into the memory of the kernels. */
export function loadBlock<Values extends Reals<Values>>(
  block: ParameterBlock<Values>,
  layers: readonly Layer[],
  flat: Float64Array,
): void {
  layers.forEach(({ weights, biases, units }, index) => {
    const target = block.layers[index];
    if (target === undefined) return;
    fill(target.weights, flat.subarray(weights, biases));
    fill(target.biases, flat.subarray(biases, biases + units));
  });
}

/** From the memory of the kernels into the flat vector. */
export function storeBlock<Values extends Reals<Values>>(
  block: ParameterBlock<Values>,
  layers: readonly Layer[],
  flat: Float64Array,
): void {
  layers.forEach(({ weights, biases }, index) => {
    const source = block.layers[index];
    if (source === undefined) return;
    copyTo(source.weights, flat, weights);
    copyTo(source.biases, flat, biases);
  });
}

/** Buffers for batches of exactly `count` points. */
export interface Pass<Values extends Reals<Values>> {
  activation: "tanh" | "silu";
  /** inputs x count: where the batch is put. */
  inputs: KernelMatrix<Values>;
  /** outputs x count. */
  outputs: KernelMatrix<Values>;
  /** fanIn x count. */
  layerInputs: KernelMatrix<Values>[];
  /** units x count. */
  layerOutputs: KernelMatrix<Values>[];
  /** The derivatives of each hidden layer's activations; none where the pass is a forward pass only. */
  activationDerivatives: KernelMatrix<Values>[];
  /** Derivatives with respect to each layer's sums (units x count). */
  deltas: KernelMatrix<Values>[];
}

/** Allocates the buffers of a forward pass, and with `back` those of a backward pass too. */
export function createPass<Values extends Reals<Values>>(
  allocate: Allocate<Values>,
  shape: NetworkShape,
  count: number,
  back: boolean,
): Pass<Values> {
  const layers = listLayers(shape);
  const units = shape.hidden.at(-1) ?? 0;
  // The last layer reads the last hidden one and the inputs: they lie in one matrix, which the first layer reads the end of.
  const joint = allocate(units + shape.inputs, count);
  const inputs = rowsOf(joint, units, units + shape.inputs);
  const outputs = allocate(shape.outputs, count);
  const hidden = shape.hidden.map((size, index) =>
    index === shape.hidden.length - 1 ? rowsOf(joint, 0, size) : allocate(size, count),
  );
  const allocateHidden = (): KernelMatrix<Values>[] =>
    back ? shape.hidden.map((size) => allocate(size, count)) : [];
  return {
    activation: shape.activation ?? "tanh",
    inputs,
    outputs,
    layerInputs: layers.map((_, index) =>
      index === layers.length - 1 ? joint : index === 0 ? inputs : (hidden[index - 1] ?? joint),
    ),
    layerOutputs: [...hidden, outputs],
    activationDerivatives: allocateHidden(),
    deltas: [...allocateHidden(), outputs],
  };
}

/** From `pass.inputs` to `pass.outputs`. */
export function runForwards<Values extends Reals<Values>>(
  kernels: LayerKernels,
  parameters: ParameterBlock<Values>,
  pass: Pass<Values>,
): void {
  parameters.layers.forEach(({ weights, biases }, index) => {
    const layerInputs = pass.layerInputs[index];
    const layerOutputs = pass.layerOutputs[index];
    if (layerInputs === undefined || layerOutputs === undefined) return;
    kernels.multiply(weights, layerInputs, layerOutputs);
    const hidden = layerOutputs !== pass.outputs;
    kernels.activate(
      hidden ? pass.activation : "linear",
      layerOutputs,
      biases,
      pass.activationDerivatives[index] ?? null,
    );
  });
}

/** From the derivatives with respect to the outputs, the last of `pass.deltas`, to the other deltas. Call after `runForwards`. */
export function runBackwards<Values extends Reals<Values>>(
  kernels: LayerKernels,
  parameters: ParameterBlock<Values>,
  pass: Pass<Values>,
): void {
  for (let index = parameters.layers.length - 1; index > 0; index--) {
    const weights = parameters.layers[index]?.weights;
    const delta = pass.deltas[index];
    const earlier = pass.deltas[index - 1];
    const activationDerivatives = pass.activationDerivatives[index - 1];
    if (!weights || !delta || !earlier || !activationDerivatives) continue;
    kernels.multiply({ ...weights, columns: earlier.rows }, delta, earlier, "Aᵀ B");
    kernels.applyDerivatives(earlier, activationDerivatives);
  }
}
