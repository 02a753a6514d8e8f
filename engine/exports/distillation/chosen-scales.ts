/** The scales that an emulator has chosen for its inputs and outputs: what is a line to it is one to a network, too. */
import { IDENTITY, type Scale } from "../../dataset/scaling.ts";
import { type EmulatorParts, listOutputs } from "../../models/ensemble/parts.ts";

export interface ChosenScales {
  inputs: readonly Scale[];
  outputs: readonly Scale[];
}

/** The scale of an input is that which the first ensemble that reads it has chosen. */
export function chosenScales(parts: EmulatorParts): ChosenScales {
  const features = parts.ensembles.flatMap((ensemble) => ensemble.features);
  return {
    inputs: parts.inputs.map((_, at) => {
      const feature = features.find(({ input }) => input === at);
      return feature?.kind === "value" ? feature.scale : IDENTITY;
    }),
    outputs: listOutputs(parts).map(({ scale }) => scale),
  };
}
