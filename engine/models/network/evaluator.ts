/** Networks as functions. */
import {
  copyTo,
  createView,
  fill,
  type KernelMatrix,
  type Reals,
  takeFrom,
} from "../../math/kernels/arena.ts";
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

// Evaluates a network at a single point: by products of matrices with a vector, not with a batch that is mostly padding.

interface PointLayer<Values extends Reals<Values>> {
  /** fanIn x units. */
  transposed: KernelMatrix<Values>;
  /** 1 x units. */
  biases: KernelMatrix<Values>;
  layerOutput: KernelMatrix<Values>;
}

interface PointNetwork<Values extends Reals<Values>> {
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
function createPointNetwork<Values extends Reals<Values>>(
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
function loadPointNetwork<Values extends Reals<Values>>(
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
function runPointNetwork<Values extends Reals<Values>>(
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
