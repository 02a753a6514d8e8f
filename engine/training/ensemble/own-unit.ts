/** The errors of a target's candidates in the unit of the output that the target stands for. */
import { haveMagnitudesOverDecades } from "../../dataset/decades.ts";
import { gatherRows } from "../../dataset/table.ts";
import { toOutput } from "../../models/targets.ts";
import type { PreparedOutput } from "../prepare/prepare.ts";

export interface OwnUnit {
  /**
   * Converts errors at the held-out rows: standardised ones to ones in the unit of the largest magnitude of the truth.
   *
   * @param errors prediction less truth, standardised, one for each held-out row; NaN without a prediction
   */
  computeErrors(errors: Float64Array): Float64Array;
}

/**
 * Creates the conversion for a target.
 *
 * @param outputs the outputs with their values at the training rows
 * @param target the number of the target
 * @param rows the held-out rows, as indices into the training rows
 * @returns null for a target that stands for no single output, for an output on its own scale, and for one
 * whose magnitudes lie over decades, of which the largest alone would decide
 */
export function createOwnUnit(
  outputs: readonly Pick<PreparedOutput, "model" | "trainingValues">[],
  target: number,
  rows: Int32Array,
): OwnUnit | null {
  const output = outputs.find(({ model }) => model.targets.length === 1 && model.targets[0] === target);
  if (output === undefined) return null;
  const { model, trainingValues } = output;
  if (model.size > 1 || model.scale.kind === "identity") return null;
  const standardisedTruth = gatherRows(trainingValues, 1, rows);
  const truth = standardisedTruth.map((value) => toOutput(model, 0, value));
  if (haveMagnitudesOverDecades(truth)) return null;
  const share = model.basis[0];
  const largest = truth.reduce((max, value) => Math.max(max, Math.abs(value)), 0) || 1;
  return {
    computeErrors: (errors) =>
      errors.map(
        (error, at) =>
          toOutput(model, 0, standardisedTruth[at] + share * error) / largest - truth[at] / largest,
      ),
  };
}
