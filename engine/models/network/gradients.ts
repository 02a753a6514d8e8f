/** How the outputs of a network change with its inputs. */
import { copyTo, type Matrix, type Reals } from "../../math/kernels/arena.ts";
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
import { layersOf } from "./network.ts";

export interface NetworkSlopes {
  /** outputs x count. */
  values: Float64Array;
  /** Of each output, its derivatives by all features: width x count, zeros for those that the network does not see. */
  slopes: Float64Array[];
}

/** Points worked on at once, so that the buffers stay in the processor's cache. */
const CHUNK = 128;

/**
 * In the precision that the network is evaluated in. Nothing is left in the memory of `kernels`.
 * @param encoded width x count, feature-major.
 */
export function networkSlopes(
  network: TrainedNetwork,
  encoded: Float64Array,
  width: number,
  count: number,
  kernels: LayerKernels = threadKernels(),
): NetworkSlopes {
  return isSingle(network)
    ? slopesIn(network, encoded, width, count, kernels, (rows, columns) => kernels.matrix32(rows, columns))
    : slopesIn(network, encoded, width, count, kernels, (rows, columns) => kernels.matrix64(rows, columns));
}

function slopesIn<Values extends Reals<Values>>(
  { shape, features, parameters }: TrainedNetwork,
  encoded: Float64Array,
  width: number,
  count: number,
  kernels: LayerKernels,
  allocate: Allocate<Values>,
): NetworkSlopes {
  const found: NetworkSlopes = {
    values: new Float64Array(shape.outputs * count),
    slopes: Array.from({ length: shape.outputs }, () => new Float64Array(width * count)),
  };
  const begin = kernels.mark();
  const layers = layersOf(shape);
  const block = createBlock(allocate, layers);
  loadBlock(block, layers, parameters);
  const mark = kernels.mark();
  for (let from = 0; from < count; from += CHUNK) {
    const size = Math.min(CHUNK, count - from);
    const pass = createPass(allocate, shape, size, true);
    for (let i = 0; i < shape.inputs; i++) {
      const at = (features[i] ?? 0) * count + from;
      pass.inputs.values.set(encoded.subarray(at, at + size), i * pass.inputs.stride);
    }
    runForwards(kernels, block, pass);
    copyTo(pass.outputs, found.values, from, count);
    const moved = createPass(allocate, shape, size, false);
    for (let i = 0; i < shape.inputs; i++) {
      move(moved.inputs, i);
      runTangents(kernels, block, pass, moved);
      const at = (features[i] ?? 0) * count + from;
      found.slopes.forEach((own, output) => {
        const row = output * moved.outputs.stride;
        const slopes: ArrayLike<number> = moved.outputs.values.subarray(row, row + size);
        own.set(slopes, at);
      });
    }
    kernels.release(mark);
  }
  kernels.release(begin);
  return found;
}

/** One input of every point moves by one, the others stay. */
function move<Values extends Reals<Values>>(inputs: Matrix<Values>, moving: number): void {
  for (let i = 0; i < inputs.rows; i++)
    for (let at = 0; at < inputs.columns; at++) inputs.values[i * inputs.stride + at] = i === moving ? 1 : 0;
}

/** From how the inputs move to how every layer does, where `pass` went forwards: differentiation in forward mode. */
function runTangents<Values extends Reals<Values>>(
  kernels: LayerKernels,
  parameters: ParameterBlock<Values>,
  pass: Pass<Values>,
  moved: Pass<Values>,
): void {
  parameters.layers.forEach(({ weights }, index) => {
    const read = moved.read[index];
    const made = moved.made[index];
    if (read === undefined || made === undefined) return;
    kernels.multiply(weights, read, made);
    const slopes = pass.slopes[index];
    if (slopes !== undefined) kernels.applySlopes(made, slopes);
  });
}
