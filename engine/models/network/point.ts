/** Evaluates a network at a single point: by products of matrices with a vector, not with a batch that is mostly padding. */
import { createView, fill, type KernelMatrix, type Reals } from "../../math/kernels/arena.ts";
import type { LayerKernels } from "../../math/kernels/layer-kernels.ts";
import type { Allocate } from "./memory.ts";
import { listLayers, type NetworkShape } from "./network.ts";

interface PointLayer<Values extends Reals<Values>> {
  /** fanIn x units. */
  transposed: KernelMatrix<Values>;
  /** 1 x units. */
  biases: KernelMatrix<Values>;
  layerOutput: KernelMatrix<Values>;
}

export interface PointNetwork<Values extends Reals<Values>> {
  activation: "tanh" | "silu";
  /** 1 x inputs: where the point is put. */
  inputs: KernelMatrix<Values>;
  /** 1 x outputs. */
  outputs: KernelMatrix<Values>;
  layers: PointLayer<Values>[];
  /** The input of the last layer: the last hidden layer and then, copied before the last layer runs, the inputs. */
  joint: KernelMatrix<Values>;
  /** 1 x 1, for the bias of the activation: the biases are added before it. */
  zero: KernelMatrix<Values>;
}

/** Allocates a network that is evaluated at one point after the other. */
export function createPointNetwork<Values extends Reals<Values>>(
  allocate: Allocate<Values>,
  shape: NetworkShape,
): PointNetwork<Values> {
  const layers = listLayers(shape);
  const inputs = allocate(1, shape.inputs);
  const outputs = allocate(1, shape.outputs);
  const joint = allocate(1, (shape.hidden.at(-1) ?? 0) + shape.inputs);
  return {
    activation: shape.activation ?? "tanh",
    inputs,
    outputs,
    layers: layers.map(({ fanIn, units }, index) => ({
      transposed: allocate(fanIn, units),
      biases: allocate(1, units),
      layerOutput:
        index === layers.length - 1
          ? outputs
          : index === layers.length - 2
            ? createView(joint, 0, 1, units, joint.stride)
            : allocate(1, units),
    })),
    joint,
    zero: allocate(1, 1),
  };
}

/** Puts the parameters (see `layersOf`) where the network reads them. */
export function loadPointNetwork<Values extends Reals<Values>>(
  { layers }: PointNetwork<Values>,
  shape: NetworkShape,
  parameters: Float64Array,
): void {
  listLayers(shape).forEach(({ fanIn, units, weights, biases }, index) => {
    const layer = layers[index];
    if (layer === undefined) return;
    const { values, stride } = layer.transposed;
    for (let unit = 0; unit < units; unit++)
      for (let i = 0; i < fanIn; i++) values[i * stride + unit] = parameters[weights + unit * fanIn + i];
    fill(layer.biases, parameters.subarray(biases, biases + units));
  });
}

/**
 * Computes `outputs` from `inputs` at one point.
 * @param kernels the compiled functions
 * @param network the memory of the network, whose `inputs` the caller has filled
 */
export function runPointNetwork<Values extends Reals<Values>>(
  kernels: LayerKernels,
  { activation, inputs, layers, joint, zero }: PointNetwork<Values>,
): void {
  let layerInput = inputs;
  layers.forEach(({ transposed, biases, layerOutput }, index) => {
    const isLast = index === layers.length - 1;
    if (isLast) {
      const units = transposed.rows - inputs.columns;
      for (let i = 0; i < inputs.columns; i++) joint.values[units + i] = inputs.values[i];
      layerInput = joint;
    }
    kernels.affine(transposed, layerInput, biases, layerOutput);
    if (!isLast) kernels.activate(activation, layerOutput, zero, null);
    layerInput = layerOutput;
  });
}
