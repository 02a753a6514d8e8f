/** Networks; see engine/models/network. */
import type { NetworkModel } from "../../models/fit-task.ts";
import { listLayers } from "../../models/network/network.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { affine } from "./affine.ts";

/** One column an output. @param features one column a feature, of which the network reads its own. */
export function lowerNetwork(
  b: ProgramBuilder,
  { shape, features: read, parameters }: NetworkModel,
  features: Value | null,
): Value {
  const inputs = features === null ? null : b.pick(features, read);
  const layers = listLayers(shape);
  let row = inputs;
  layers.forEach(({ weights, biases, units }, index) => {
    const isLast = index === layers.length - 1;
    const layerInputs = isLast && index > 0 ? joined(b, row, inputs) : row;
    const layerBiases = parameters.slice(biases, biases + units);
    const sums =
      layerInputs === null
        ? b.constant(layerBiases)
        : affine(b, parameters.slice(weights, biases), layerInputs, layerBiases);
    row = isLast ? sums : activated(b, sums, shape.activation ?? "tanh");
  });
  return row ?? b.constant(new Float64Array(shape.outputs));
}

const joined = (b: ProgramBuilder, hidden: Value | null, inputs: Value | null): Value | null =>
  hidden === null || inputs === null ? hidden : b.join([hidden, inputs]);

/** The logistic function by a hyperbolic tangent, which never overflows. */
function activated(b: ProgramBuilder, sums: Value, activation: "tanh" | "silu"): Value {
  if (activation === "tanh") return b.tanh(sums);
  const half = b.multiply(sums, b.number(0.5));
  return b.multiply(half, b.add(b.number(1), b.tanh(half)));
}
