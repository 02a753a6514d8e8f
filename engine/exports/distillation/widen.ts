/** A network with more units that still computes the same: the new ones are read by none of the earlier ones. */
import type { Random } from "../../math/random.ts";
import { initialParameters, listLayers, type NetworkShape } from "../../models/network/network.ts";

/**
 * After Chen, Goodfellow and Shlens (2016), "Net2Net: accelerating learning via knowledge transfer".
 *
 * @param wide with as many layers and at least as many units in each.
 * @returns its parameters; those of the new units are initial ones.
 */
export function widened(
  narrow: NetworkShape,
  parameters: Float64Array,
  wide: NetworkShape,
  random: Random,
): Float64Array {
  const widenedParameters = initialParameters(wide, random);
  const earlier = listLayers(narrow);
  listLayers(wide).forEach(({ fanIn, weights, biases }, index) => {
    const old = earlier[index];
    // Of what a layer reads: the units of the layer before, then in the last layer the inputs.
    const keptCount = index === 0 ? old.fanIn : narrow.hidden[index - 1];
    const added = index === 0 ? 0 : wide.hidden[index - 1] - keptCount;
    for (let unit = 0; unit < old.units; unit++) {
      for (let i = 0; i < fanIn; i++) {
        const isNew = i >= keptCount && i < keptCount + added;
        const at = i < keptCount ? i : i - added;
        widenedParameters[weights + unit * fanIn + i] = isNew
          ? 0
          : parameters[old.weights + unit * old.fanIn + at];
      }
      widenedParameters[biases + unit] = parameters[old.biases + unit];
    }
  });
  return widenedParameters;
}
