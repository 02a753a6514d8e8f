/** The hidden layers that are tried, by the number of parameters that the rows and the time allow. */
import { type NetworkShape, parameterCount } from "../../models/network/network.ts";

/** With more parameters the factorisation of a second-order step would block the thread too long. */
export const MAX_PARAMETERS = 500;

const ONE_LAYER = [2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32].map((units) => [units]);
const TWO_LAYERS = [
  [6, 4],
  [8, 6],
  [10, 8],
  [12, 8],
  [14, 10],
  [16, 12],
  [20, 12],
];

/** Returns at most `max` architectures of different depth and size, the largest first. All have one output. */
export function architectures(inputs: number, parameters: number, max: number): NetworkShape[] {
  const fitting = (layers: readonly (readonly number[])[], share: number) =>
    layers.findLast((hidden) => parameterCount({ inputs, hidden, outputs: 1 }) <= parameters * share);
  const hiddenLayers = [1, 0.5, 0.25].flatMap((share) => [
    fitting(ONE_LAYER, share),
    fitting(TWO_LAYERS, share),
  ]);
  const chosen = new Map<string, NetworkShape>();
  for (const hidden of hiddenLayers.length > 0 ? hiddenLayers : []) {
    if (hidden !== undefined) chosen.set(hidden.join(), { inputs, hidden, outputs: 1 });
  }
  if (chosen.size === 0) return [{ inputs, hidden: [2], outputs: 1 }];
  return Array.from(chosen.values()).slice(0, max);
}

/** The smallest hidden layers that are useful: without the budget for them there are no small networks. */
export const MIN_USEFUL_HIDDEN: readonly number[] = [8];

/** Writes the layers as in the names of candidates: "12-8". */
export const layersText = (hidden: readonly number[]): string => hidden.join("-");
