/** Joins the ensembles of the sets of outputs into one emulator. */
import { counted } from "@understudy/shared/counted.ts";
import { everyRow, rowsWhere, type Table } from "../../dataset/table.ts";
import type { EmulatorInput } from "../../models/emulator.ts";
import {
  asEmulatorParts,
  type EmulatorParts,
  type EnsembleEmulatorParts,
} from "../../models/ensemble/parts.ts";
import { describeInputs } from "../prepare/describe-inputs.ts";
import { listTrainingRows } from "../prepare/training-rows.ts";
import type { OutputSet } from "./split-outputs.ts";

/** @param table of all sets. @param ensembles one a set. @returns the parts with the outputs in the order of the table */
export function joinSets(
  table: Table,
  sets: readonly OutputSet[],
  ensembles: readonly EnsembleEmulatorParts[],
): EmulatorParts {
  const described = ensembles.map((ensemble, at) => describeFittedRows(ensemble, sets[at]));
  const [first, ...further] = described;
  if (first !== undefined && further.length === 0) return asEmulatorParts(first);
  const named = described.map((ensemble, at) => withReasons(ensemble, sets[at]));
  const names = new Set(named.flatMap(({ outputs }) => outputs.map(({ name }) => name)));
  return {
    inputs: joinInputs(table, findTrainingRows(table, sets, named), named),
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

/** Describes the inputs of an ensemble over all its rows, where its models were fitted on to these. */
function describeFittedRows(
  ensemble: EnsembleEmulatorParts,
  set: OutputSet | undefined,
): EnsembleEmulatorParts {
  if (set === undefined || !isFittedToEveryRow(ensemble)) return ensemble;
  return { ...ensemble, inputs: joinInputs(set.table, everyRow(set.table.rows), [ensemble]) };
}

const isFittedToEveryRow = ({ outputs }: EnsembleEmulatorParts): boolean =>
  outputs.some(({ validationMethod }) => validationMethod === "held-out rows, then every row");

/** The rows that some set is trained on. @param ensembles one a set */
function findTrainingRows(
  table: Table,
  sets: readonly OutputSet[],
  ensembles: readonly EnsembleEmulatorParts[],
): Int32Array {
  const isTrainedOn = new Uint8Array(table.rows);
  sets.forEach(({ rows, table: setTable, options }, at) => {
    const setRows = isFittedToEveryRow(ensembles[at])
      ? everyRow(setTable.rows)
      : listTrainingRows(setTable.rows, options.validationRows);
    for (const row of setRows) isTrainedOn[rows[row]] = 1;
  });
  return rowsWhere(table.rows, (row) => isTrainedOn[row] === 1);
}

/** Numbers the rows of the stored predictions as in the whole table. @param rows the row of it that each row of the ensemble's table is */
export const numberOutOfSample = (
  ensemble: EnsembleEmulatorParts,
  rows: Int32Array,
): EnsembleEmulatorParts => ({
  ...ensemble,
  outputs: ensemble.outputs.map((output) => ({
    ...output,
    outOfSample: output.outOfSample && {
      ...output.outOfSample,
      rows: output.outOfSample.rows.map((row) => rows[row]),
    },
  })),
});

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
