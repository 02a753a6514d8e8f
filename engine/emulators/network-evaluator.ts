/** Networks as functions. */
import { copyTo, type Matrix, type Reals, takeFrom } from "../math/kernels/arena.ts";
import { type LayerKernels, threadKernels } from "../math/kernels/layer-kernels.ts";
import { layersOf, type NetworkShape } from "./network.ts";
import {
  type Allocate,
  createBlock,
  createPass,
  loadBlock,
  type ParameterBlock,
  type Pass,
  runForwards,
} from "./network-memory.ts";

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
 * Made once, asked often. Between two questions nothing is left in the memory of `kernels`, so that an evaluator may be
 * forgotten without a word. A network that was fitted in single precision is evaluated in it; what little that changes is
 * far below what it errs by.
 */
export function createNetworkEvaluator(
  network: TrainedNetwork,
  kernels: LayerKernels = threadKernels(),
): NetworkEvaluator {
  const single = network.parameters.every((value) => Math.fround(value) === value);
  return single
    ? evaluatorIn(network, kernels, (rows, columns) => kernels.matrix32(rows, columns))
    : evaluatorIn(network, kernels, (rows, columns) => kernels.matrix64(rows, columns));
}

/** What a network and a pass of one point take, at one place in the memory. */
interface Room<Values extends Reals<Values>> {
  address: number;
  block: ParameterBlock<Values>;
  alone: Pass<Values>;
}

function evaluatorIn<Values extends Reals<Values>>(
  { shape, features, parameters }: TrainedNetwork,
  kernels: LayerKernels,
  allocate: Allocate<Values>,
): NetworkEvaluator {
  const layers = layersOf(shape);

  const roomIn = (whole: Matrix<Values>): Room<Values> => {
    const take = takeFrom(whole);
    return {
      address: whole.address,
      block: createBlock(take, layers),
      alone: createPass(take, shape, 1, false),
    };
  };

  const start = kernels.mark();
  const known = createBlock(allocate, layers);
  loadBlock(known, layers, parameters);
  const image = known.whole.values.slice();
  createPass(allocate, shape, 1, false);
  const bytes = kernels.mark() - start;
  kernels.release(start);
  let room: Room<Values> | null = null;

  return (encoded, count) => {
    const found = new Float64Array(shape.outputs * count);
    const begin = kernels.mark();
    const whole = allocate(1, bytes / image.BYTES_PER_ELEMENT);
    // Mostly the same place as the last time: then what lies where need not be found out again.
    if (room === null || room.address !== whole.address) room = roomIn(whole);
    const { block, alone } = room;
    block.whole.values.set(image);
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
    kernels.release(begin);
    return found;
  };
}

/** What the network says at some points, once. */
export function evaluate(network: TrainedNetwork, encoded: Float64Array, count: number): Float64Array {
  return createNetworkEvaluator(network)(encoded, count);
}
