/** Networks as functions. */
import { copyTo, type Reals } from "../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../math/kernels/layer-kernels.ts";
import { layersOf, type NetworkShape } from "./network.ts";
import { type Allocate, createBlock, createPass, loadBlock, runForwards } from "./network-memory.ts";

/** A network and the features that it sees, as indices into all features. */
export interface TrainedNetwork {
  shape: NetworkShape;
  features: ArrayLike<number>;
  parameters: Float64Array;
}

/** Outputs (outputs x count) at encoded points (features x count, unit-major). */
export type NetworkEvaluator = (encoded: Float64Array, count: number) => Float64Array;

/** Points worked on at once, so that the buffers stay in the processor's cache. */
const CHUNK = 512;

/**
 * The parameters are put in the memory of `kernels` and stay there for good. A network that was fitted in single precision
 * is evaluated in it; what little that changes is far below what it errs by.
 */
export function createNetworkEvaluator(network: TrainedNetwork, kernels: LayerKernels): NetworkEvaluator {
  const single = network.parameters.every((value) => Math.fround(value) === value);
  return single
    ? evaluatorIn(network, kernels, (rows, columns) => kernels.matrix32(rows, columns))
    : evaluatorIn(network, kernels, (rows, columns) => kernels.matrix64(rows, columns));
}

function evaluatorIn<Values extends Reals<Values>>(
  { shape, features, parameters }: TrainedNetwork,
  kernels: LayerKernels,
  allocate: Allocate<Values>,
): NetworkEvaluator {
  const layers = layersOf(shape);
  const block = createBlock(allocate, layers);
  loadBlock(block, layers, parameters);
  const alone = createPass(allocate, shape, 1, false);
  return (encoded, count) => {
    const found = new Float64Array(shape.outputs * count);
    const mark = kernels.mark();
    let size = 0;
    let pass = alone;
    for (let from = 0; from < count; from += size) {
      const wanted = Math.min(CHUNK, count - from);
      if (wanted !== size) {
        size = wanted;
        kernels.release(mark);
        pass = size === 1 ? alone : createPass(allocate, shape, size, false);
      }
      for (let i = 0; i < shape.inputs; i++) {
        const at = (features[i] ?? 0) * count + from;
        pass.inputs.values.set(encoded.subarray(at, at + size), i * pass.inputs.stride);
      }
      runForwards(kernels, block, pass);
      copyTo(pass.outputs, found, from, count);
    }
    kernels.release(mark);
    return found;
  };
}

/** What the network says at some points, once. */
export function evaluate(network: TrainedNetwork, encoded: Float64Array, count: number): Float64Array {
  const kernels = threadKernels();
  const mark = kernels.mark();
  const outputs = createNetworkEvaluator(network, kernels)(encoded, count);
  kernels.release(mark);
  return outputs;
}
