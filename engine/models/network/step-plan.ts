/**
 * Lays out a network in the memory of a GPU and lists the operations of one step of Adam. A layer's weights and biases are one
 * matrix (units x (fanIn + 1)), and what it reads ends with a row of ones: so products with the matrix add the biases, and the
 * gradient of the biases comes with that of the weights.
 */
import type { Operation, Product, StepPlan } from "../../math/gpu/operations.ts";
import { ADAM_SETTINGS } from "./adam-fit.ts";
import { type Layer, listLayers, type NetworkShape, parameterCount } from "./network.ts";

/** The place of a network's numbers in its block. */
export interface NetworkLayout {
  /** One number a parameter each, in the order of `packParameters`. */
  parameters: number;
  first: number;
  second: number;
  gradient: number;
  /** Rows of ones, one a matrix that layers read. */
  ones: readonly number[];
}

export interface NetworkPlan extends StepPlan {
  layout: NetworkLayout;
}

interface PlacedLayer extends Layer {
  isLast: boolean;
  /** The offset of its matrix among the parameters. */
  matrix: number;
  /** The offset of what it reads ((fanIn + 1) x batch) and of its sums or activations (units x batch). */
  reads: number;
  writes: number;
  /** units x batch: the derivatives of its activations, and those of the loss with respect to its sums. */
  derivatives: number;
  deltas: number;
}

/**
 * Plans one step.
 * @param shape the numbers of inputs, hidden units and outputs
 * @param batch rows of a mini-batch
 */
export function planStep(shape: NetworkShape, batch: number): NetworkPlan {
  const { inputs, outputs, activation = "tanh" } = shape;
  const parameters = parameterCount(shape);
  const { layers, ones, inputsAt, length } = placeLayers(shape, batch, 4 * parameters);
  const layout = { parameters: 0, first: parameters, second: 2 * parameters, gradient: 3 * parameters, ones };
  const rowWidth = inputs + outputs;
  const last = layers[layers.length - 1];
  const operations: Operation[] = [
    { kind: "gather", width: inputs, rowWidth, batch, target: inputsAt },
    ...layers.map((layer) => planForwards(layer, batch, activation)),
    {
      kind: "differences",
      units: outputs,
      batch,
      rowWidth,
      firstTarget: inputs,
      outputs: last.writes,
      shares: 0,
    },
  ];
  for (let index = layers.length - 1; index >= 0; index--) {
    const layer = layers[index];
    operations.push(planGradient(layer, batch, layout.gradient));
    if (index > 0) operations.push(planBackwards(layer, layers[index - 1], batch));
  }
  const { b1, b2 } = ADAM_SETTINGS;
  const { gradient, first, second } = layout;
  operations.push({ kind: "adam", length: parameters, parameters: 0, gradient, first, second, b1, b2 });
  return { operations, sharedLength: outputs, blockLength: length, layout };
}

/** Gives each layer its places in the block, from `start` on. The last layer reads the last hidden one and the inputs. */
function placeLayers(shape: NetworkShape, batch: number, start: number) {
  let length = start;
  const take = (rows: number): number => {
    const offset = length;
    length += rows * batch;
    return offset;
  };
  const { inputs, hidden, outputs } = shape;
  const lastUnits = hidden.at(-1) ?? 0;
  const joint = take(lastUnits + inputs + 1);
  const inputsAt = joint + lastUnits * batch;
  const ones = [inputsAt + inputs * batch];
  const activations = hidden.map((units, index) => {
    if (index === hidden.length - 1) return joint;
    const offset = take(units + 1);
    ones.push(offset + units * batch);
    return offset;
  });
  let matrix = 0;
  const layers = listLayers(shape).map((layer, index): PlacedLayer => {
    const isLast = index === hidden.length;
    const reads = isLast ? joint : index === 0 ? inputsAt : activations[index - 1];
    const writes = isLast ? take(outputs) : activations[index];
    const placed = { ...layer, isLast, matrix, reads, writes };
    matrix += layer.units * (layer.fanIn + 1);
    // The outputs become the derivatives of the loss in place.
    if (isLast) return { ...placed, derivatives: writes, deltas: writes };
    return { ...placed, derivatives: take(layer.units), deltas: take(layer.units) };
  });
  return { layers, ones, inputsAt, length };
}

/** Sums of a layer = W [x; 1], and its activations. */
const planForwards = (layer: PlacedLayer, batch: number, activation: "tanh" | "silu"): Product => ({
  kind: "product",
  height: layer.units,
  width: batch,
  depth: layer.fanIn + 1,
  a: { offset: layer.matrix, row: layer.fanIn + 1, column: 1 },
  b: { offset: layer.reads, row: batch, column: 1 },
  c: { offset: layer.writes, row: batch },
  epilogue: layer.isLast ? "none" : activation,
  derivatives: layer.derivatives,
});

/** The gradient of a layer's matrix = deltas [x; 1]ᵀ. */
const planGradient = (layer: PlacedLayer, batch: number, gradient: number): Product => ({
  kind: "product",
  height: layer.units,
  width: layer.fanIn + 1,
  depth: batch,
  a: { offset: layer.deltas, row: batch, column: 1 },
  b: { offset: layer.reads, row: 1, column: batch },
  c: { offset: gradient + layer.matrix, row: layer.fanIn + 1 },
  epilogue: "none",
  derivatives: 0,
});

/** The deltas of the layer before = (Wᵀ deltas) times the derivatives of its activations. */
const planBackwards = (layer: PlacedLayer, earlier: PlacedLayer, batch: number): Product => ({
  kind: "product",
  height: earlier.units,
  width: batch,
  depth: layer.units,
  a: { offset: layer.matrix, row: 1, column: layer.fanIn + 1 },
  b: { offset: layer.deltas, row: batch, column: 1 },
  c: { offset: earlier.deltas, row: batch },
  epilogue: "times derivatives",
  derivatives: earlier.derivatives,
});

/**
 * Copies numbers of the flat parameter vector (see `listLayers`) into the order of the device: each unit's weights, then its bias.
 * @param target of `parameterCount` numbers
 */
export function packParameters(shape: NetworkShape, flat: Float64Array, target: Float32Array): void {
  forEachParameter(shape, (at, packed) => {
    target[packed] = flat[at];
  });
}

/** Copies the numbers back into the flat vector. */
export function unpackParameters(shape: NetworkShape, source: Float32Array, flat: Float64Array): void {
  forEachParameter(shape, (at, packed) => {
    flat[at] = source[packed];
  });
}

function forEachParameter(shape: NetworkShape, visit: (at: number, packed: number) => void): void {
  let packed = 0;
  for (const { units, fanIn, weights, biases } of listLayers(shape)) {
    for (let unit = 0; unit < units; unit++) {
      for (let i = 0; i < fanIn; i++) visit(weights + unit * fanIn + i, packed++);
      visit(biases + unit, packed++);
    }
  }
}
