/**
 * A smooth feed-forward network: tanh layers, then a linear layer that also sees the inputs themselves, so that a linear
 * trend needs no hidden unit. Batches are unit-major (units x batch).
 */
import { multiply, multiplyTransposed, transpose } from "../math/kernels.ts";
import type { Random } from "../math/random.ts";

export interface NetworkShape {
  inputs: number;
  /** Units of each hidden layer. */
  hidden: readonly number[];
  outputs: number;
}

/** One layer's place in the flat parameter vector: weights (units x fanIn, row-major), then one bias a unit. */
export interface Layer {
  fanIn: number;
  units: number;
  weights: number;
  biases: number;
}

export function layersOf(shape: NetworkShape): Layer[] {
  const layers: Layer[] = [];
  let offset = 0;
  let fanIn = shape.inputs;
  for (const units of shape.hidden) {
    layers.push({ fanIn, units, weights: offset, biases: offset + units * fanIn });
    offset += units * (fanIn + 1);
    fanIn = units;
  }
  const last = fanIn + (shape.hidden.length > 0 ? shape.inputs : 0);
  layers.push({ fanIn: last, units: shape.outputs, weights: offset, biases: offset + shape.outputs * last });
  return layers;
}

export function parameterCount(shape: NetworkShape): number {
  return layersOf(shape).reduce((count, layer) => count + layer.units * (layer.fanIn + 1), 0);
}

/**
 * Hidden layers by Nguyen and Widrow (1990): the units' active bands are spread over the inputs' range of about
 * +-`reach`; the last layer starts small.
 */
export function initialParameters(shape: NetworkShape, random: Random, reach = 1.7): Float64Array {
  const layers = layersOf(shape);
  const parameters = new Float64Array(parameterCount(shape));
  layers.forEach((layer, index) => {
    const first = index === 0 && shape.hidden.length > 0;
    const last = index === layers.length - 1;
    const bound = first ? reach : 1;
    const norm = last ? 0.1 : 0.7 * layer.units ** (1 / Math.max(1, layer.fanIn));
    for (let unit = 0; unit < layer.units; unit++) {
      const at = layer.weights + unit * layer.fanIn;
      let length = 0;
      for (let i = 0; i < layer.fanIn; i++) {
        const weight = random.normal();
        parameters[at + i] = weight;
        length += weight * weight;
      }
      const scale = norm / bound / Math.sqrt(length || 1);
      for (let i = 0; i < layer.fanIn; i++) parameters[at + i] = (parameters[at + i] ?? 0) * scale;
      parameters[layer.biases + unit] = last ? 0 : norm * (2 * random.uniform() - 1);
    }
  });
  return parameters;
}

/** Buffers for batches of up to `capacity` points, so that no step allocates. */
export interface Workspace {
  layers: readonly Layer[];
  capacity: number;
  /** What each layer reads (fanIn x capacity). */
  activations: Float64Array[];
  /** Derivatives of the loss, or of the output, with respect to each layer's sums (units x capacity). */
  deltas: Float64Array[];
  output: Float64Array;
  transposed: Float64Array;
}

export function createWorkspace(shape: NetworkShape, capacity: number): Workspace {
  const layers = layersOf(shape);
  return {
    layers,
    capacity,
    activations: layers.map((layer) => new Float64Array(layer.fanIn * capacity)),
    deltas: layers.map((layer) => new Float64Array(layer.units * capacity)),
    output: new Float64Array(shape.outputs * capacity),
    transposed: new Float64Array(Math.max(...layers.map((layer) => layer.fanIn * layer.units))),
  };
}

/** The network's outputs (outputs x count, in `workspace.output`) at inputs (inputs x count). */
export function forward(
  parameters: Float64Array,
  inputs: Float64Array,
  count: number,
  workspace: Workspace,
): Float64Array {
  const { layers, activations, output } = workspace;
  layers.forEach((layer, index) => {
    const incoming = activations[index];
    if (incoming === undefined) return;
    if (index === 0) incoming.set(inputs);
    else if (index === layers.length - 1) {
      const skipped = layers[0]?.fanIn ?? 0;
      incoming.set(inputs.subarray(0, skipped * count), (layer.fanIn - skipped) * count);
    }
    const next = activations[index + 1];
    const sums = next ?? output;
    const weights = parameters.subarray(layer.weights, layer.biases);
    multiply(weights, incoming, sums, layer.units, count, layer.fanIn);
    for (let unit = 0; unit < layer.units; unit++) {
      const bias = parameters[layer.biases + unit] ?? 0;
      const end = (unit + 1) * count;
      if (next === undefined) for (let i = unit * count; i < end; i++) sums[i] = (sums[i] ?? 0) + bias;
      else for (let i = unit * count; i < end; i++) sums[i] = Math.tanh((sums[i] ?? 0) + bias);
    }
  });
  return output;
}

/**
 * From the derivatives with respect to the outputs, already in the last of `workspace.deltas` (outputs x count), fills
 * the other deltas. Call after `forward` on the same batch.
 */
export function propagate(parameters: Float64Array, count: number, workspace: Workspace): void {
  const { layers, activations, deltas, transposed } = workspace;
  for (let index = layers.length - 1; index > 0; index--) {
    const layer = layers[index];
    const below = layers[index - 1];
    const delta = deltas[index];
    const earlier = deltas[index - 1];
    const values = activations[index];
    if (!layer || !below || !delta || !earlier || !values) continue;
    transpose(parameters.subarray(layer.weights, layer.biases), transposed, layer.units, layer.fanIn);
    multiply(transposed, delta, earlier, below.units, count, layer.units);
    for (let i = 0; i < below.units * count; i++) {
      const value = values[i] ?? 0;
      earlier[i] = (earlier[i] ?? 0) * (1 - value * value);
    }
  }
}

/** The gradient of the loss from the deltas of `propagate`; written over `gradient`. */
export function gradientFromDeltas(gradient: Float64Array, count: number, workspace: Workspace): void {
  workspace.layers.forEach((layer, index) => {
    const delta = workspace.deltas[index];
    const incoming = workspace.activations[index];
    if (!delta || !incoming) return;
    const weights = gradient.subarray(layer.weights, layer.biases);
    multiplyTransposed(delta, incoming, weights, layer.units, layer.fanIn, count);
    for (let unit = 0; unit < layer.units; unit++) {
      let sum = 0;
      for (let i = unit * count; i < (unit + 1) * count; i++) sum += delta[i] ?? 0;
      gradient[layer.biases + unit] = sum;
    }
  });
}

/**
 * The Jacobian of a network with one output (parameters x count, parameter-major): row p holds the derivative of every
 * point's output with respect to parameter p.
 */
export function jacobianOf(
  parameters: Float64Array,
  count: number,
  workspace: Workspace,
  jacobian: Float64Array,
): void {
  workspace.deltas[workspace.layers.length - 1]?.fill(1, 0, count);
  propagate(parameters, count, workspace);
  workspace.layers.forEach((layer, index) => {
    const delta = workspace.deltas[index];
    const incoming = workspace.activations[index];
    if (!delta || !incoming) return;
    for (let unit = 0; unit < layer.units; unit++) {
      const from = unit * count;
      for (let i = 0; i < layer.fanIn; i++) {
        const at = (layer.weights + unit * layer.fanIn + i) * count;
        const source = i * count;
        for (let s = 0; s < count; s++)
          jacobian[at + s] = (delta[from + s] ?? 0) * (incoming[source + s] ?? 0);
      }
      jacobian.set(delta.subarray(from, from + count), (layer.biases + unit) * count);
    }
  });
}
