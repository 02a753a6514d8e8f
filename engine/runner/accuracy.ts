import type { EmulatorOutput } from "../models/emulator.ts";
import type { StoredEmulator } from "./ports.ts";

type Output = Pick<EmulatorOutput, "name" | "coefficientOfDetermination">;

/** What an emulator answers for and how well, as the platform stores it. */
export const accuracyOf = (
  outputs: readonly Output[],
): Pick<StoredEmulator, "outputs" | "coefficientsOfDetermination"> => ({
  outputs: outputs.map(({ name }) => name),
  coefficientsOfDetermination: Object.fromEntries(
    outputs.map(({ name, coefficientOfDetermination }) => [name, coefficientOfDetermination]),
  ),
});
