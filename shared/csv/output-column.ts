/** One column of an outputs file: numbers, or lists of equal length, with the problems of its cells. */

import { counted } from "../counted.ts";
import { countText } from "../number-text.ts";
import { isUndefinedComplex, readComplex } from "../quantities/complex-number.ts";
import { DATA_OPTION_HINTS } from "../texts/data-option-texts.ts";
import { classify, unclearCommaText } from "./cells.ts";
import { type ColumnFormat, readCell } from "./column-format.ts";
import { parseList } from "./list-cell.ts";
import { type FileProblems, quoted } from "./problems.ts";

export type RawOutput = {
  readonly name: string;
  /** The number of values of a vector; null for a scalar. */
  readonly vectorLength: number | null;
  /** The name of the output that holds its coordinate, where the headers of its columns state the coordinate. */
  readonly coordinate?: string;
};

export type OutputColumnOptions = {
  /** Missing values are no problem: their outputs are undefined in these rows. */
  readonly ignoreFailedRuns: boolean;
  /** The same columns of another job whose rows come first, or null. */
  readonly sourceColumns: readonly RawOutput[] | null;
};

/** A column may hold these beside numbers and lists of one length. */
export type Freedom = { readonly isComplex: boolean; readonly isResampled: boolean };

/** Text cells of a column that are remembered for the report. */
const MAX_TEXT_CELLS = 100;

/** One column: it has the shape of its first value. */
export class OutputColumn {
  readonly #name: string;
  readonly #problems: FileProblems;
  readonly #ignoreFailedRuns: boolean;
  readonly #format: ColumnFormat;
  /** The length of a list, or null for a number, and the row that decided it (0: a row of another job). */
  #shape: { readonly length: number | null; readonly row: number } | null;
  readonly #freedom: Freedom;
  readonly #surveyedLength: number | null;
  #isMissing = false;
  #value: Float64Array = new Float64Array(1);
  #imaginary: Float64Array | null = null;
  /** Cells that were text while the shape was not known: the whole column may be text. */
  readonly #textCells: { readonly row: number; readonly cell: string }[] = [];

  constructor(
    name: string,
    problems: FileProblems,
    { ignoreFailedRuns, sourceColumns }: OutputColumnOptions,
    format: ColumnFormat,
    freedom: Freedom,
    surveyedLength: number | null,
  ) {
    this.#freedom = freedom;
    this.#surveyedLength = surveyedLength;
    this.#name = name;
    this.#format = format;
    this.#problems = problems;
    this.#ignoreFailedRuns = ignoreFailedRuns;
    const before = sourceColumns?.find((column) => column.name === name);
    this.#shape = before === undefined ? null : { length: before.vectorLength, row: 0 };
  }

  /** The value of the cell that was read last. */
  get value(): Float64Array {
    return this.#value;
  }

  get imaginary(): Float64Array | null {
    return this.#imaginary;
  }

  /** True: the cell that was read last lacks its value, and that is no problem. */
  get isMissing(): boolean {
    return this.#isMissing;
  }

  /** The length of its lists as far as it is known, null for a number. */
  get length(): number | null {
    return this.#shape === null ? this.#surveyedLength : this.#shape.length;
  }

  /** Reads a cell into `value`. @returns whether it holds a value; what else it holds is reported, unless it `isMissing`. */
  read(cell: string, row: number): boolean {
    this.#imaginary = null;
    this.#isMissing = false;
    const number = readCell(cell, this.#format);
    if (Number.isNaN(number)) return this.#readOther(cell, row);
    return this.#take(number, row);
  }

  #take(number: number, row: number): boolean {
    if (!this.#hasShape(null, row)) return false;
    if (this.#value.length !== 1) this.#value = new Float64Array(1);
    this.#value[0] = number;
    return true;
  }

  /** Says that an output has another length than that of the source job. */
  reportLength(row: number, length: number, knownLength: number): void {
    const expected = countText(knownLength);
    this.#report(
      row,
      `the output has ${counted(length, "value")}, but that of the source job has ${expected}`,
    );
  }

  /**
   * Says that a number that was added as an output is none, such as the decibels of zero.
   * @returns whether that is a problem
   */
  reportUndefined(row: number): boolean {
    this.#missing(row, "the value has no decibels, because it is zero");
    return !this.#isMissing;
  }

  /** Reports the problems that are known only after the last row. */
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
    const complex = readComplex(cell);
    if (complex !== null) {
      if (!this.#freedom.isComplex) return this.#reportComplex(row, `${quoted(cell)} is a complex number`);
      this.#imaginary = Float64Array.of(complex.im);
      return this.#take(complex.re, row);
    }
    const kind = isUndefinedComplex(cell) ? "not finite" : classify(cell);
    switch (kind) {
      case "empty":
        return this.#missing(row, "the cell is empty");
      case "not finite":
      case "missing word":
        return this.#missing(row, `${quoted(cell)} is not a finite number`);
      case "too large":
        return this.#report(row, `${quoted(cell)} is too large a number`);
      case "unclear comma":
        return this.#report(row, unclearCommaText(cell));
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
    const { values, imaginary } = list;
    if (imaginary !== null && !this.#freedom.isComplex) {
      return this.#reportComplex(row, "the list holds complex numbers");
    }
    // A list of one value is a scalar in brackets.
    if (!this.#hasShape(values.length === 1 ? null : values.length, row)) return false;
    this.#value = values;
    this.#imaginary = imaginary;
    return true;
  }

  #reportComplex(row: number, text: string): false {
    this.#problems.hint(DATA_OPTION_HINTS.complex_as_parts);
    this.#problems.hint(DATA_OPTION_HINTS.complex_as_polar);
    return this.#report(row, text);
  }

  /** True: a value has the column's shape, which the first value sets. */
  #hasShape(length: number | null, row: number): boolean {
    this.#shape ??= { length, row };
    const shape = this.#shape;
    if (length === shape.length) return true;
    if (this.#freedom.isResampled && length !== null && shape.length !== null) return true;
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
    this.#isMissing = this.#ignoreFailedRuns;
    if (this.#isMissing) {
      // An undefined list has the length that a survey found: later ones must have it as well.
      if (this.#surveyedLength !== null) this.#shape ??= { length: this.#surveyedLength, row };
      return false;
    }
    this.#problems.hint(DATA_OPTION_HINTS.ignore_failed_runs);
    return this.#report(row, text);
  }

  #report(row: number, text: string): false {
    this.#problems.add({ row, column: this.#name }, text);
    return false;
  }
}
