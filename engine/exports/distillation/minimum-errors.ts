/** The minimum errors, of which the differences are shares. */
import { rangeOf } from "../../dataset/scaling.ts";
import type { Emulator } from "../../models/emulator.ts";
import type { ExportedModel, ExportedOutput } from "../exported-model.ts";

/**
 * The minimum error as a share of an output's range: an emulator may be right to rounding, and no small network is.
 */
const MIN_ERROR_SHARE = 1e-3;

/** The emulator's own errors, or a little of the outputs' ranges where these are larger. @param rows count x inputs, row-major. */
export function withMinimumErrors(
  model: ExportedModel,
  emulator: Emulator,
  rows: Float64Array,
): ExportedModel {
  const count = rows.length / emulator.inputs.length;
  const outputs = model.outputs.map((output): ExportedOutput => {
    const { error } = output;
    if (error === null || count === 0) return output;
    const { low, high } = rangeOf(emulator.means(rows, count, output.name));
    return { ...output, error: Math.max(error, MIN_ERROR_SHARE * (high - low)) };
  });
  return { ...model, outputs };
}
