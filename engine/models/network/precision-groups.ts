import { listLayers, type NetworkShape, parameterCount } from "./network.ts";

/**
 * The parameters that share one prior precision: the first layer's weights of each input; a later layer's weights; the last
 * layer's weights of the inputs themselves; each layer's biases.
 */
export function precisionGroups(shape: NetworkShape): { groups: Int32Array; count: number } {
  const layers = listLayers(shape);
  const groups = new Int32Array(parameterCount(shape));
  let count = 0;
  layers.forEach((layer, index) => {
    const last = index === layers.length - 1;
    const perInput = index === 0 && !last;
    const ofUnits = last && index > 0 ? layer.fanIn - shape.inputs : layer.fanIn;
    for (let unit = 0; unit < layer.units; unit++) {
      for (let i = 0; i < layer.fanIn; i++) {
        const offset = perInput ? i : i < ofUnits ? 0 : 1;
        groups[layer.weights + unit * layer.fanIn + i] = count + offset;
      }
    }
    count += perInput ? layer.fanIn : ofUnits < layer.fanIn ? 2 : 1;
    groups.fill(count, layer.biases, layer.biases + layer.units);
    count += 1;
  });
  return { groups, count };
}
