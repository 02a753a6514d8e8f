import type { EmulatorOutput } from "../models/emulator.ts";
import { wouldMoreRowsHelp } from "../training/more-rows.ts";
import type { StoredEmulator } from "./ports.ts";

/** Coefficients of determination on the validation rows, by output name. */
export const coefficientsOf = (
  outputs: readonly Pick<EmulatorOutput, "name" | "coefficientOfDetermination">[],
): Record<string, number> =>
  Object.fromEntries(
    outputs.map(({ name, coefficientOfDetermination }) => [name, coefficientOfDetermination]),
  );

/** How many rows an emulator's outputs were measured on. */
export function validationRowsOf(
  outputs: readonly Pick<EmulatorOutput, "size" | "validationValues">[],
): number {
  const [output] = outputs;
  return output === undefined ? 0 : Math.round(output.validationValues / output.size);
}

/** What an emulator answers for and how well, as the platform stores it. */
export const measuredOf = (
  outputs: readonly EmulatorOutput[],
): Pick<StoredEmulator, "outputs" | "quality"> => ({
  outputs: outputs.map(({ name }) => name),
  quality: {
    validation_rows: validationRowsOf(outputs),
    outputs: outputs.map((output) => ({
      name: output.name,
      coefficient_of_determination: output.coefficientOfDetermination,
      coverage: output.coverage,
      more_rows_help: wouldMoreRowsHelp(output),
      findings: [...output.findings],
    })),
  },
});
