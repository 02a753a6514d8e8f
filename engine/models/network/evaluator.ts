/** Networks as functions. */
import { copyTo, type KernelMatrix, type Reals, takeFrom } from "../../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../../math/kernels/layer-kernels.ts";
import {
  type Allocate,
  createBlock,
  createPass,
  loadBlock,
  type ParameterBlock,
  runForwards,
} from "./memory.ts";
import { listLayers, type NetworkShape } from "./network.ts";
import { createPointNetwork, loadPointNetwork, runPointNetwork } from "./point.ts";

/** A network and the features that it reads, as indices into all features. */
export interface TrainedNetwork {
  shape: NetworkShape;
  features: ArrayLike<number>;
  parameters: Float64Array;
}

/** Outputs (outputs x count) at encoded points (features x count, unit-major). */
export type NetworkEvaluator = (encoded: Float64Array, count: number) => Float64Array;

/** Points evaluated at once, so that the buffers stay in the processor's cache. */
const POINTS_PER_CHUNK = 512;
/** Up to so many points are evaluated one by one. */
const FEW_POINTS = 4;

/**
 * Create it once for many calls. Between two calls it holds no memory of the `kernels`, so that an evaluator needs no
 * release. A network that was fitted in single precision is evaluated in it; the rounding is far below its error.
 */
export function createNetworkEvaluator(
  network: TrainedNetwork,
  kernels: LayerKernels = threadKernels(),
): NetworkEvaluator {
  return isSingle(network)
    ? evaluatorIn(network, kernels, (rows, columns, isCleared) => kernels.matrix32(rows, columns, isCleared))
    : evaluatorIn(network, kernels, (rows, columns, isCleared) => kernels.matrix64(rows, columns, isCleared));
}

/** True when a network was fitted in single precision. */
export function isSingle({ parameters }: TrainedNetwork): boolean {
  return parameters.every((value) => Math.fround(value) === value);
}

type Take<Values extends Reals<Values>> = (
  rows: number,
  columns: number,
  isCleared?: boolean,
) => KernelMatrix<Values>;

function evaluatorIn<Values extends Reals<Values>>(
  { shape, features, parameters }: TrainedNetwork,
  kernels: LayerKernels,
  take: Take<Values>,
): NetworkEvaluator {
  const layers = listLayers(shape);
  const pointBuffers = createBuffers(kernels, take, (allocate) => {
    const network = createPointNetwork(allocate, shape);
    return { network, load: () => loadPointNetwork(network, shape, parameters) };
  });
  const batchBuffers = createBuffers(kernels, take, (allocate) => {
    const block = createBlock(allocate, layers);
    return { block, load: () => loadBlock(block, layers, parameters) };
  });

  const evaluateSingly = (encoded: Float64Array, count: number, predictions: Float64Array): void => {
    const { network } = pointBuffers();
    const { inputs, outputs } = network;
    for (let at = 0; at < count; at++) {
      for (let i = 0; i < shape.inputs; i++) inputs.values[i] = encoded[features[i] * count + at];
      runPointNetwork(kernels, network);
      for (let output = 0; output < shape.outputs; output++)
        predictions[output * count + at] = outputs.values[output];
    }
  };

  const evaluateInChunks = (encoded: Float64Array, count: number, predictions: Float64Array): void => {
    const { block } = batchBuffers();
    const mark = kernels.mark();
    for (let from = 0; from < count; from += POINTS_PER_CHUNK) {
      copyTo(runChunk(block, encoded, count, from), predictions, from, count);
      kernels.release(mark);
    }
  };

  const runChunk = (
    block: ParameterBlock<Values>,
    encoded: Float64Array,
    count: number,
    from: number,
  ): KernelMatrix<Values> => {
    const size = Math.min(POINTS_PER_CHUNK, count - from);
    const pass = createPass(take, shape, size, false);
    for (let i = 0; i < shape.inputs; i++) {
      const at = features[i] * count + from;
      pass.inputs.values.set(encoded.subarray(at, at + size), i * pass.inputs.stride);
    }
    runForwards(kernels, block, pass);
    return pass.outputs;
  };

  return (encoded, count) => {
    const predictions = new Float64Array(shape.outputs * count);
    const begin = kernels.mark();
    if (count <= FEW_POINTS) evaluateSingly(encoded, count, predictions);
    else evaluateInChunks(encoded, count, predictions);
    kernels.release(begin);
    return predictions;
  };
}

/**
 * Buffers that `create` allocates, at each call filled again with what was loaded once: others use the memory between two
 * calls.
 */
function createBuffers<Values extends Reals<Values>, Buffers extends { load: () => void }>(
  kernels: LayerKernels,
  take: Take<Values>,
  create: (allocate: Allocate<Values>) => Buffers,
): () => Buffers {
  const load = (): Values => {
    const start = kernels.mark();
    create(take).load();
    const entry = take(1, 1).values.BYTES_PER_ELEMENT;
    const size = (kernels.mark() - start) / entry;
    kernels.release(start);
    // Not cleared, so that it still holds what was loaded.
    const loaded = take(1, size, false).values.slice();
    kernels.release(start);
    return loaded;
  };
  let image: Values | null = null;
  let resident: { address: number; values: Values; buffers: Buffers } | null = null;

  return () => {
    image ??= load();
    const memory = take(1, image.length, false);
    // Mostly the same address as the last time: then the buffers need not be laid out again.
    if (resident?.address !== memory.address)
      resident = { address: memory.address, values: memory.values, buffers: create(takeFrom(memory)) };
    resident.values.set(image);
    return resident.buffers;
  };
}

/** The outputs at some points, of a network that is evaluated once. */
export function evaluate(network: TrainedNetwork, encoded: Float64Array, count: number): Float64Array {
  return createNetworkEvaluator(network)(encoded, count);
}
