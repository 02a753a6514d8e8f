/**
 * A smooth feed-forward network: hidden layers, then a linear layer that also reads the inputs themselves, so that a linear
 * trend needs no hidden unit.
 */
import type { Random } from "../../math/random.ts";

export interface NetworkShape {
  inputs: number;
  /** Units of each hidden layer. */
  hidden: readonly number[];
  outputs: number;
  /** The activation of the hidden units; the hyperbolic tangent when absent. */
  activation?: "tanh" | "silu" | undefined;
}

/** One layer's place in the flat parameter vector: weights (units x fanIn, row-major), then one bias a unit. */
export interface Layer {
  fanIn: number;
  units: number;
  weights: number;
  biases: number;
}

/**
 * Returns the place of each layer in the flat parameter vector. The last layer also reads the network's inputs directly.
 * @param shape the numbers of inputs, hidden units and outputs
 */
export function listLayers(shape: NetworkShape): Layer[] {
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

/**
 * Returns the number of weights and biases.
 * @param shape the numbers of inputs, hidden units and outputs
 */
export function parameterCount(shape: NetworkShape): number {
  return listLayers(shape).reduce((count, layer) => count + layer.units * (layer.fanIn + 1), 0);
}

/**
 * Draws initial parameters by the method of D. Nguyen and B. Widrow (1990, "Improving the learning speed of 2-layer neural networks"): the
 * active bands of the hidden units are spread over the inputs' range, and the last layer starts small.
 * @param shape the numbers of inputs, hidden units and outputs
 * @param random the source of all draws
 * @param reach half the range of the standardised inputs, in standard deviations
 * @returns `parameterCount(shape)` weights and biases, layer by layer
 */
export function initialParameters(shape: NetworkShape, random: Random, reach = 1.7): Float64Array {
  const layers = listLayers(shape);
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
      for (let i = 0; i < layer.fanIn; i++) parameters[at + i] *= scale;
      parameters[layer.biases + unit] = last ? 0 : norm * (2 * random.uniform() - 1);
    }
  });
  return parameters;
}
