/** Checks that a table can be trained on, before anything is computed. */
import { isCrossValidated } from "@understudy/shared/domain/cross-validation.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { Table } from "../../dataset/table.ts";
import type { TrainOptions } from "./messages.ts";
import { listTrainingRows } from "./training-rows.ts";

/** Fewer rows cannot be trained on. */
export const MIN_ROWS = 4;

/** An output may be undefined, not a number, in some rows; see output-sets/split-outputs.ts. @throws UserError. */
export function checkTraining(table: Table, options: TrainOptions): void {
  const validation = new Set(Array.from(options.validationRows));
  for (const row of validation) {
    if (!Number.isInteger(row) || row < 0 || row >= table.rows)
      throw new UserError(`There is no row ${row}.`);
  }
  if (validation.size === 0 && !isCrossValidated(table.rows))
    throw new UserError("At least one row must be kept for validation.");
  if (listTrainingRows(table.rows, options.validationRows).length < MIN_ROWS) {
    throw new UserError(`At least ${MIN_ROWS} rows must be left to train on.`);
  }
  for (const input of table.inputs) {
    if (input.kind === "continuous") checkNumbers(input.name, input.values);
  }
  const names = new Set<string>();
  for (const output of table.outputs) {
    if (names.has(output.name)) throw new UserError(`Two outputs are named “${output.name}”.`);
    names.add(output.name);
    if (output.values.some((value) => Math.abs(value) === Number.POSITIVE_INFINITY))
      throw new UserError(`“${output.name}” holds values that are not finite.`);
  }
  for (const [name, curve] of Object.entries(options.curves ?? {})) {
    if (!names.has(name)) throw new UserError(`There is no output named “${name}”.`);
    if (curve.coordinate !== undefined && !names.has(curve.coordinate)) {
      throw new UserError(`There is no output named “${curve.coordinate}” to serve as a coordinate.`);
    }
  }
  const ignored = new Set(options.ignoredOutputs);
  if (table.outputs.every((output) => ignored.has(output.name))) {
    throw new UserError("There is no output to train on.");
  }
}

function checkNumbers(name: string, values: Float64Array): void {
  // Differences of finite numbers from themselves are zero: one sum checks all.
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] - values[i];
  if (sum !== 0) throw new UserError(`“${name}” holds values that are not numbers.`);
}
