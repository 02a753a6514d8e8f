/** Keeps which rows of a table are left out by choice, and the reasons. */
import type { DataOptions, LeftOutRows, SuspectedMark } from "@understudy/shared/api/job-config.ts";
import { findColumnName } from "@understudy/shared/csv/header-units.ts";
import { DefinedOutputs } from "@understudy/shared/failed-runs/defined-outputs.ts";
import { MarksOfOutputs } from "@understudy/shared/failed-runs/marks-of-outputs.ts";

/** The number of the first row below a header in row 1. */
export const FIRST_ROW = 2;
/** Rows that are listed by number. */
const MAX_LISTED = 100;

export type Reason = Exclude<keyof LeftOutRows, "rows">;

export type RowPlace = {
  /** The index from 0, over the rows of another job, which come first, and those of the files. */
  readonly index: number;
  /** The row's number as in a spreadsheet of the file, behind the rows of another job. */
  readonly number: number;
};

export class RowsLeftOut {
  readonly #chosenNumbers: ReadonlySet<number>;
  /** The rows that are left out, by their index. */
  readonly #rows = new Map<number, { readonly reason: Reason; readonly number: number }>();

  constructor({ left_out_rows }: Pick<DataOptions, "left_out_rows">) {
    this.#chosenNumbers = new Set(left_out_rows);
  }

  has({ index }: RowPlace): boolean {
    return this.#rows.has(index);
  }

  /** The first reason counts. */
  add(row: RowPlace, reason: Reason): void {
    if (!this.has(row)) this.#rows.set(row.index, { reason, number: row.number });
  }

  /** Leaves a row out where its number was chosen. @returns whether it is left out, for whatever reason */
  choose(row: RowPlace): boolean {
    if (this.#chosenNumbers.has(row.number)) this.add(row, "by_number");
    return this.has(row);
  }

  /** Their indices, ascending. */
  indices(): number[] {
    return [...this.#rows.keys()].sort((a, b) => a - b);
  }

  summary(): LeftOutRows {
    const rows = [...this.#rows].sort(([a], [b]) => a - b).map(([, row]) => row);
    const count = (reason: Reason) => rows.filter((row) => row.reason === reason).length;
    return {
      failed_runs: count("failed_runs"),
      marks: count("marks"),
      missing_inputs: count("missing_inputs"),
      by_number: count("by_number"),
      rows: rows.slice(0, MAX_LISTED).map(({ number }) => number),
    };
  }
}

/** The rows that are left out, and what the outputs of the others hold. */
export type Selection = {
  readonly leftOut: RowsLeftOut;
  /** Null until the names of the outputs are known. */
  outputs: { readonly marks: MarksOfOutputs; readonly defined: DefinedOutputs } | null;
};

/** Creates the readers of a selection. @param names of the outputs */
export const createOutputReaders = (
  names: readonly string[],
  { failed_run_marks }: Pick<DataOptions, "failed_run_marks">,
): NonNullable<Selection["outputs"]> => ({
  marks: new MarksOfOutputs(
    names,
    failed_run_marks.map(({ output, value }) => ({ output: findColumnName(output, names), value })),
  ),
  defined: new DefinedOutputs(names.length),
});

/**
 * Reads the outputs of a row, makes those that hold a chosen mark undefined, and leaves the row out where that leaves nothing.
 * @param values the outputs one after the other. @param lengths the number of values of each output.
 * @returns whether the row is used
 */
export function selectRow(
  { leftOut, outputs }: Selection,
  values: Float64Array,
  lengths: readonly number[],
  place: RowPlace,
): boolean {
  if (outputs === null) return true;
  const isMarked = outputs.marks.read(values, lengths, place.number);
  if (outputs.defined.read(values, lengths)) return true;
  leftOut.add(place, isMarked ? "marks" : "failed_runs");
  return false;
}

/** Findings about a table's rows: those left out, and values that look like marks of failed runs. */
export type RowReport = { readonly leftOut: LeftOutRows; readonly suspectedMarks: readonly SuspectedMark[] };

/** Reports a selection once all rows are read. */
export const reportRows = ({ leftOut, outputs }: Selection): RowReport => ({
  leftOut: leftOut.summary(),
  suspectedMarks: outputs?.marks.find() ?? [],
});
