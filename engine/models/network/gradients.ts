/** The derivatives of a network's outputs by its inputs. */
import { copyTo, type KernelMatrix, type Reals } from "../../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../../math/kernels/layer-kernels.ts";
import { isSingle, type TrainedNetwork } from "./evaluator.ts";
import {
  type Allocate,
  createBlock,
  createPass,
  loadBlock,
  type ParameterBlock,
  type Pass,
  runForwards,
} from "./memory.ts";
import { listLayers } from "./network.ts";

export interface NetworkGradients {
  /** outputs x count. */
  values: Float64Array;
  /**
   * The derivatives of each output by all features: width x count, zeros for those that the network does not read.
   */
  gradients: Float64Array[];
}

/** Points differentiated at once, so that the buffers stay in the processor's cache. */
const POINTS_PER_CHUNK = 128;

/**
 * In the precision that the network is evaluated in. The memory of the `kernels` is released.
 * @param encoded width x count, feature-major.
 */
export function networkGradients(
  network: TrainedNetwork,
  encoded: Float64Array,
  width: number,
  count: number,
  kernels: LayerKernels = threadKernels(),
): NetworkGradients {
  return isSingle(network)
    ? gradientsIn(network, encoded, width, count, kernels, (rows, columns) => kernels.matrix32(rows, columns))
    : gradientsIn(network, encoded, width, count, kernels, (rows, columns) =>
        kernels.matrix64(rows, columns),
      );
}

function gradientsIn<Values extends Reals<Values>>(
  { shape, features, parameters }: TrainedNetwork,
  encoded: Float64Array,
  width: number,
  count: number,
  kernels: LayerKernels,
  allocate: Allocate<Values>,
): NetworkGradients {
  const outputGradients: NetworkGradients = {
    values: new Float64Array(shape.outputs * count),
    gradients: Array.from({ length: shape.outputs }, () => new Float64Array(width * count)),
  };
  const begin = kernels.mark();
  const layers = listLayers(shape);
  const block = createBlock(allocate, layers);
  loadBlock(block, layers, parameters);
  const mark = kernels.mark();
  for (let from = 0; from < count; from += POINTS_PER_CHUNK) {
    const size = Math.min(POINTS_PER_CHUNK, count - from);
    const pass = createPass(allocate, shape, size, true);
    for (let i = 0; i < shape.inputs; i++) {
      const at = features[i] * count + from;
      pass.inputs.values.set(encoded.subarray(at, at + size), i * pass.inputs.stride);
    }
    runForwards(kernels, block, pass);
    copyTo(pass.outputs, outputGradients.values, from, count);
    const tangents = createPass(allocate, shape, size, false);
    for (let i = 0; i < shape.inputs; i++) {
      setTangent(tangents.inputs, i);
      runTangents(kernels, block, pass, tangents);
      const at = features[i] * count + from;
      outputGradients.gradients.forEach((derivatives, output) => {
        const row = output * tangents.outputs.stride;
        const gradients: ArrayLike<number> = tangents.outputs.values.subarray(row, row + size);
        derivatives.set(gradients, at);
      });
    }
    kernels.release(mark);
  }
  kernels.release(begin);
  return outputGradients;
}

/** The tangent along one input of every point. */
function setTangent<Values extends Reals<Values>>(inputs: KernelMatrix<Values>, moving: number): void {
  for (let i = 0; i < inputs.rows; i++)
    for (let at = 0; at < inputs.columns; at++) inputs.values[i * inputs.stride + at] = i === moving ? 1 : 0;
}

/** From the tangent of the inputs to that of every layer, after the forward `pass`: differentiation in forward mode. */
function runTangents<Values extends Reals<Values>>(
  kernels: LayerKernels,
  parameters: ParameterBlock<Values>,
  pass: Pass<Values>,
  tangents: Pass<Values>,
): void {
  parameters.layers.forEach(({ weights }, index) => {
    const layerInputs = tangents.layerInputs[index];
    const layerOutputs = tangents.layerOutputs[index];
    if (layerInputs === undefined || layerOutputs === undefined) return;
    kernels.multiply(weights, layerInputs, layerOutputs);
    const derivatives = pass.activationDerivatives[index];
    if (derivatives !== undefined) kernels.applyDerivatives(layerOutputs, derivatives);
  });
}
