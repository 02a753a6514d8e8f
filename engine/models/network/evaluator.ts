/** Networks as functions. */
import { copyTo, type Matrix, type Reals, takeFrom } from "../../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../../math/kernels/layer-kernels.ts";
import {
  type Allocate,
  createBlock,
  createPass,
  loadBlock,
  type ParameterBlock,
  runForwards,
} from "./memory.ts";
import { layersOf, type NetworkShape } from "./network.ts";
import { createPointNetwork, loadPointNetwork, runPointNetwork } from "./point.ts";

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
/** So few points go their way one by one. */
const FEW_POINTS = 4;

/**
 * Made once, asked often. Between two questions nothing is left in the memory of `kernels`, so that an evaluator may be
 * forgotten without a word. A network that was fitted in single precision is evaluated in it; what little that changes is
 * far below what it errs by.
 */
export function createNetworkEvaluator(
  network: TrainedNetwork,
  kernels: LayerKernels = threadKernels(),
): NetworkEvaluator {
  return isSingle(network)
    ? evaluatorIn(network, kernels, (rows, columns, isCleared) => kernels.matrix32(rows, columns, isCleared))
    : evaluatorIn(network, kernels, (rows, columns, isCleared) => kernels.matrix64(rows, columns, isCleared));
}

/** Whether a network was fitted in single precision. */
export function isSingle({ parameters }: TrainedNetwork): boolean {
  return parameters.every((value) => Math.fround(value) === value);
}

type Take<Values extends Reals<Values>> = (
  rows: number,
  columns: number,
  isCleared?: boolean,
) => Matrix<Values>;

function evaluatorIn<Values extends Reals<Values>>(
  { shape, features, parameters }: TrainedNetwork,
  kernels: LayerKernels,
  take: Take<Values>,
): NetworkEvaluator {
  const layers = layersOf(shape);
  const pointRoom = createRoom(kernels, take, (allocate) => {
    const network = createPointNetwork(allocate, shape);
    return { network, load: () => loadPointNetwork(network, shape, parameters) };
  });
  const batchRoom = createRoom(kernels, take, (allocate) => {
    const block = createBlock(allocate, layers);
    return { block, load: () => loadBlock(block, layers, parameters) };
  });

  const one = (encoded: Float64Array, count: number, found: Float64Array): void => {
    const { network } = pointRoom();
    const { inputs, outputs } = network;
    for (let at = 0; at < count; at++) {
      for (let i = 0; i < shape.inputs; i++) inputs.values[i] = encoded[(features[i] ?? 0) * count + at] ?? 0;
      runPointNetwork(kernels, network);
      for (let output = 0; output < shape.outputs; output++)
        found[output * count + at] = outputs.values[output] ?? 0;
    }
  };

  const many = (encoded: Float64Array, count: number, found: Float64Array): void => {
    const { block } = batchRoom();
    const mark = kernels.mark();
    for (let from = 0; from < count; from += CHUNK) {
      copyTo(runChunk(block, encoded, count, from), found, from, count);
      kernels.release(mark);
    }
  };

  const runChunk = (
    block: ParameterBlock<Values>,
    encoded: Float64Array,
    count: number,
    from: number,
  ): Matrix<Values> => {
    const size = Math.min(CHUNK, count - from);
    const pass = createPass(take, shape, size, false);
    for (let i = 0; i < shape.inputs; i++) {
      const at = (features[i] ?? 0) * count + from;
      pass.inputs.values.set(encoded.subarray(at, at + size), i * pass.inputs.stride);
    }
    runForwards(kernels, block, pass);
    return pass.outputs;
  };

  return (encoded, count) => {
    const found = new Float64Array(shape.outputs * count);
    const begin = kernels.mark();
    if (count <= FEW_POINTS) one(encoded, count, found);
    else many(encoded, count, found);
    kernels.release(begin);
    return found;
  };
}

/**
 * Room for what `lay` lays out. Each time it is asked for, what was loaded once is brought there again: meanwhile others may
 * have used the place.
 */
function createRoom<Values extends Reals<Values>, Room extends { load: () => void }>(
  kernels: LayerKernels,
  take: Take<Values>,
  lay: (allocate: Allocate<Values>) => Room,
): () => Room {
  const load = (): Values => {
    const start = kernels.mark();
    lay(take).load();
    const entry = take(1, 1).values.BYTES_PER_ELEMENT;
    const size = (kernels.mark() - start) / entry;
    kernels.release(start);
    // Not cleared: what was loaded lies there still.
    const loaded = take(1, size, false).values.slice();
    kernels.release(start);
    return loaded;
  };
  let image: Values | null = null;
  let kept: { address: number; values: Values; room: Room } | null = null;

  return () => {
    image ??= load();
    const whole = take(1, image.length, false);
    // Mostly the same place as the last time: then what lies where need not be found out again.
    if (kept?.address !== whole.address)
      kept = { address: whole.address, values: whole.values, room: lay(takeFrom(whole)) };
    kept.values.set(image);
    return kept.room;
  };
}

/** What the network says at some points, once. */
export function evaluate(network: TrainedNetwork, encoded: Float64Array, count: number): Float64Array {
  return createNetworkEvaluator(network)(encoded, count);
}
