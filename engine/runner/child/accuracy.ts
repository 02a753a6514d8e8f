import type { EmulatorOutput } from "../../models/emulator.ts";
import { wouldMoreRowsHelp } from "../../training/ensemble/more-rows.ts";
import type { StoredEmulator } from "../contract/ports.ts";

/** Coefficients of determination on the validation rows, by output name. */
export const mapCoefficients = (
  outputs: readonly Pick<EmulatorOutput, "name" | "coefficientOfDetermination">[],
): Record<string, number> =>
  Object.fromEntries(
    outputs.map(({ name, coefficientOfDetermination }) => [name, coefficientOfDetermination]),
  );

type Validated = Pick<EmulatorOutput, "size" | "validationValues">;

/** The number of validation rows that define an output. */
export const countValidationRows = ({ size, validationValues }: Validated): number =>
  Math.round(validationValues / size);

/** The number of rows that an emulator's outputs were measured on: those of the output that most of them define. */
export const allValidationRows = (outputs: readonly Validated[]): number =>
  outputs.reduce((most, output) => Math.max(most, countValidationRows(output)), 0);

/** The validation rows of an output that not all of them define. */
const fewerRows = (output: Validated, all: number): { validation_rows?: number } => {
  const rows = countValidationRows(output);
  return rows < all ? { validation_rows: rows } : {};
};

/** Describes which outputs an emulator predicts and how well, as the platform stores it. */
export const describeAccuracy = (
  outputs: readonly EmulatorOutput[],
): Pick<StoredEmulator, "outputs" | "quality"> => ({
  outputs: outputs.map(({ name }) => name),
  quality: {
    validation_rows: allValidationRows(outputs),
    outputs: outputs.map((output) => ({
      name: output.name,
      coefficient_of_determination: output.coefficientOfDetermination,
      coverage: output.coverage,
      ...fewerRows(output, allValidationRows(outputs)),
      more_rows_help: wouldMoreRowsHelp(output),
      findings: [...output.findings],
    })),
  },
});
