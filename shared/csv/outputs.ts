/** The columns of an outputs file, row by row: numbers, or lists of equal length within a column. */

import { DATA_OPTION_HINTS } from "../api/job-config.ts";
import { counted } from "../counted.ts";
import { countText } from "../number-text.ts";
import { classify, parseList, parseNumber } from "./cells.ts";
import { type FileProblems, quoted } from "./problems.ts";

export type RawOutput = {
  readonly name: string;
  /** Null for a scalar. */
  readonly vectorLength: number | null;
};

type Options = {
  /** Missing values are no problem: their rows are failed runs. */
  readonly ignoreFailedRuns: boolean;
  /** The same columns of another job whose rows come first, or null. */
  readonly known: readonly RawOutput[] | null;
};

/** Text cells of a column that are remembered for the report. */
const MAX_TEXT_CELLS = 100;

/** One column: it has the shape of its first value. */
class OutputColumn {
  readonly #name: string;
  readonly #problems: FileProblems;
  readonly #ignoreFailedRuns: boolean;
  /** The length of a list, or null for a number, and the row that decided it (0: a row of another job). */
  #shape: { readonly length: number | null; readonly row: number } | null;
  #value: Float64Array = new Float64Array(1);
  /** Cells that were text while the shape was not known: the whole column may be text. */
  readonly #textCells: { readonly row: number; readonly cell: string }[] = [];

  constructor(name: string, problems: FileProblems, { ignoreFailedRuns, known }: Options) {
    this.#name = name;
    this.#problems = problems;
    this.#ignoreFailedRuns = ignoreFailedRuns;
    const before = known?.find((column) => column.name === name);
    this.#shape = before === undefined ? null : { length: before.vectorLength, row: 0 };
  }

  /** Of the cell that was read last. */
  get value(): Float64Array {
    return this.#value;
  }

  /** Reads a cell into `value`. @returns whether it holds a value; what else it holds is reported. */
  read(cell: string, row: number): boolean {
    const number = parseNumber(cell);
    if (Number.isNaN(number)) return this.#readOther(cell, row);
    if (!this.#hasShape(null, row)) return false;
    this.#value[0] = number;
    return true;
  }

  /** Reports what is known only after the last row. */
  finish(): RawOutput {
    const [first] = this.#textCells;
    if (first !== undefined && this.#shape === null) {
      const rule = "nor is any cell of this column. An output must be a number or a list of numbers";
      this.#report(first.row, `${quoted(first.cell)} is not a number, ${rule}`);
    } else {
      for (const { row, cell } of this.#textCells) this.#report(row, `${quoted(cell)} is not a number`);
    }
    return { name: this.#name, vectorLength: this.#shape?.length ?? null };
  }

  #readOther(cell: string, row: number): boolean {
    const kind = classify(cell);
    switch (kind) {
      case "empty":
        return this.#missing(row, "the cell is empty");
      case "not finite":
      case "missing word":
        return this.#missing(row, `${quoted(cell)} is not a finite number`);
      case "too large":
        return this.#report(row, `${quoted(cell)} is too large a number`);
      case "decimal comma":
        return this.#report(row, `${quoted(cell)} is not a number; write the decimal mark as a point`);
      case "list":
        return this.#readList(cell, row);
      case "text":
        if (this.#shape !== null) return this.#report(row, `${quoted(cell)} is not a number`);
        if (this.#textCells.length < MAX_TEXT_CELLS) this.#textCells.push({ row, cell });
        return false;
    }
  }

  #readList(cell: string, row: number): boolean {
    const list = parseList(cell);
    if ("problem" in list) return this.#report(row, list.problem);
    if (list.values === null) {
      return this.#missing(row, "the list is empty or holds values that are not finite");
    }
    const { length } = list.values;
    // A list of one value is a scalar in brackets.
    if (!this.#hasShape(length === 1 ? null : length, row)) return false;
    this.#value = list.values;
    return true;
  }

  /** Whether a value is of the column's shape; the first one sets it. */
  #hasShape(length: number | null, row: number): boolean {
    this.#shape ??= { length, row };
    const shape = this.#shape;
    if (length === shape.length) return true;
    const where = shape.row === 0 ? "the source job" : `row ${shape.row}`;
    if (length === null) return this.#report(row, `the cell is a number, but ${where} holds a list`);
    if (shape.length === null) return this.#report(row, `the cell is a list, but ${where} holds a number`);
    const expected = countText(shape.length);
    return this.#report(
      row,
      `the list has ${counted(length, "value")}, but that of ${where} has ${expected}`,
    );
  }

  #missing(row: number, text: string): false {
    if (this.#ignoreFailedRuns) return false;
    this.#problems.hint(DATA_OPTION_HINTS.ignore_failed_runs);
    return this.#report(row, text);
  }

  #report(row: number, text: string): false {
    this.#problems.add({ row, column: this.#name }, text);
    return false;
  }
}

export class OutputColumns {
  readonly #columns: readonly OutputColumn[];
  #row = new Float64Array();

  constructor(names: readonly string[], problems: FileProblems, options: Options) {
    this.#columns = names.map((name) => new OutputColumn(name, problems, options));
  }

  /** @returns the row's values, columns one after the other, in an array that the next call overwrites; null when one is missing or invalid */
  read(cells: readonly string[], row: number): Float64Array | null {
    let isComplete = true;
    this.#columns.forEach((column, i) => {
      if (!column.read(cells[i] ?? "", row)) isComplete = false;
    });
    return isComplete ? this.#gather() : null;
  }

  /** The number of values of each column in the row that was read last. */
  get lengths(): number[] {
    return this.#columns.map(({ value }) => value.length);
  }

  /** Reports what is known only after the last row. */
  finish(): RawOutput[] {
    return this.#columns.map((column) => column.finish());
  }

  #gather(): Float64Array {
    const width = this.#columns.reduce((sum, { value }) => sum + value.length, 0);
    if (this.#row.length !== width) this.#row = new Float64Array(width);
    let offset = 0;
    for (const { value } of this.#columns) {
      if (value.length === 1) this.#row[offset] = value[0] ?? Number.NaN;
      else this.#row.set(value, offset);
      offset += value.length;
    }
    return this.#row;
  }
}
