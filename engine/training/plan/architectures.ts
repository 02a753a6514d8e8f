/** Hidden layers that are worth trying, by the number of parameters that the rows and the time allow. */
import { type NetworkShape, parameterCount } from "../../models/network/network.ts";

/** Above this a second-order step's factorisation would keep the thread waiting. */
export const MOST_PARAMETERS = 500;

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

/** At most `most` of them, of different depth and size, the largest first. All have one output. */
export function architectures(inputs: number, parameters: number, most: number): NetworkShape[] {
  const fitting = (layers: readonly (readonly number[])[], share: number) =>
    layers.findLast((hidden) => parameterCount({ inputs, hidden, outputs: 1 }) <= parameters * share);
  const found = [1, 0.5, 0.25].flatMap((share) => [fitting(ONE_LAYER, share), fitting(TWO_LAYERS, share)]);
  const chosen = new Map<string, NetworkShape>();
  for (const hidden of found.length > 0 ? found : []) {
    if (hidden !== undefined) chosen.set(hidden.join(), { inputs, hidden, outputs: 1 });
  }
  if (chosen.size === 0) return [{ inputs, hidden: [2], outputs: 1 }];
  return Array.from(chosen.values()).slice(0, most);
}

/** Whether a network with a hidden layer worth the name can be afforded. */
export const DECENT: readonly number[] = [8];

/** As it is shown and sorted by: "12-8". */
export const layersText = (hidden: readonly number[]): string => hidden.join("-");
