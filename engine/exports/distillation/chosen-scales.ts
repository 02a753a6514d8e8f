/** The scales that an emulator has chosen for its inputs and outputs: what is a line to it is one to a network, too. */
import { IDENTITY, type Scale } from "../../dataset/scaling.ts";
import type { EnsembleEmulatorParts } from "../../models/ensemble/parts.ts";

export interface ChosenScales {
  inputs: readonly Scale[];
  outputs: readonly Scale[];
}

export const chosenScales = ({ inputs, features, outputs }: EnsembleEmulatorParts): ChosenScales => ({
  inputs: inputs.map((_, at) => {
    const feature = features.find(({ input }) => input === at);
    return feature?.kind === "value" ? feature.scale : IDENTITY;
  }),
  outputs: outputs.map(({ scale }) => scale),
});
