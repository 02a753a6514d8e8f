/** Joins the ensembles of the sets of outputs into one emulator. */
import { counted } from "@understudy/shared/counted.ts";
import { remainingRows, rowsWhere, type Table } from "../../dataset/table.ts";
import type { EmulatorInput } from "../../models/emulator.ts";
import {
  asEmulatorParts,
  type EmulatorParts,
  type EnsembleEmulatorParts,
} from "../../models/ensemble/parts.ts";
import { describeInputs } from "../describe-inputs.ts";
import type { TrainOptions } from "../messages.ts";
import type { OutputSet } from "./split-outputs.ts";

/** @param table of all sets. @param ensembles one a set. @returns the parts with the outputs in the order of the table */
export function joinSets(
  table: Table,
  options: TrainOptions,
  sets: readonly OutputSet[],
  ensembles: readonly EnsembleEmulatorParts[],
): EmulatorParts {
  const [first, ...further] = ensembles;
  if (first !== undefined && further.length === 0) return asEmulatorParts(first);
  const named = ensembles.map((ensemble, at) => withReasons(ensemble, sets[at]));
  const names = new Set(named.flatMap(({ outputs }) => outputs.map(({ name }) => name)));
  return {
    inputs: joinInputs(table, countTrainingRows(table, options, sets), named),
    outputNames: table.outputs.map(({ name }) => name).filter((name) => names.has(name)),
    ensembles: named,
  };
}

/** Adds to the reasons of outputs that rows were left out because there were too many sets. */
function withReasons(ensemble: EnsembleEmulatorParts, set: OutputSet | undefined): EnsembleEmulatorParts {
  if (set === undefined || set.reduced.size === 0) return ensemble;
  const rows = counted(set.table.rows, "row");
  const outputs = ensemble.outputs.map((output) =>
    set.reduced.has(output.name)
      ? {
          ...output,
          reason: `${output.reason} Because the outputs are undefined in many different sets of rows, it uses only the ${rows} that it shares with other outputs.`,
        }
      : output,
  );
  return { ...ensemble, outputs };
}

/** The rows that some set is trained on. */
function countTrainingRows(table: Table, options: TrainOptions, sets: readonly OutputSet[]): Int32Array {
  const isUsed = new Uint8Array(table.rows);
  for (const { rows } of sets) for (const row of rows) isUsed[row] = 1;
  const training = remainingRows(table.rows, options.validationRows);
  const isTraining = new Uint8Array(table.rows);
  for (const row of training) isTraining[row] = 1;
  return rowsWhere(table.rows, (row) => isUsed[row] === 1 && isTraining[row] === 1);
}

/** Describes the inputs over all training rows; an input is used where one of the ensembles uses it. */
function joinInputs(
  table: Table,
  rows: Int32Array,
  ensembles: readonly EnsembleEmulatorParts[],
): EmulatorInput[] {
  return describeInputs(table, rows, []).map((input, at) => {
    const description = ensembles.flatMap(({ inputs }) => inputs[at] ?? []).find(({ used }) => used);
    const used = description !== undefined;
    if (input.kind === "categorical" || description?.kind !== "continuous") return { ...input, used };
    return { ...input, used, scale: description.scale };
  });
}
