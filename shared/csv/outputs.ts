/** The columns of an outputs file, row by row: numbers, or lists of equal length within a column. */

import { type ColumnFormat, PLAIN_FORMAT } from "./column-format.ts";
import { type Freedom, OutputColumn, type OutputColumnOptions, type RawOutput } from "./output-column.ts";
import { type OutputPart, plainPart } from "./output-parts.ts";
import type { FileProblems } from "./problems.ts";

type Options = OutputColumnOptions & {
  /** The formats of the columns; plain where none is given. */
  readonly formats?: readonly ColumnFormat[];
  /** The lengths of the columns' lists, null for numbers, as a survey found them: an undefined list has as many values. */
  readonly listLengths?: readonly (number | null)[];
  /** The outputs that the columns make, in order; one a column where none are given. */
  readonly parts?: readonly OutputPart[];
};

export class OutputColumns {
  readonly #columns: readonly OutputColumn[];
  readonly #parts: readonly OutputPart[];
  /** Values a row that the outputs of the source job have; null where there is none. */
  readonly #knownLengths: readonly (number | null)[];
  #row = new Float64Array();
  #lengths: readonly number[] = [];

  /** @param names of the columns of the file */
  constructor(names: readonly string[], problems: FileProblems, options: Options) {
    const parts = options.parts ?? names.map(plainPart);
    const belongsTo = (flag: keyof Freedom, at: number): boolean =>
      parts.some((part) => part[flag] === true && part.columns.includes(at));
    this.#parts = parts;
    this.#knownLengths = parts.map(({ name }) => {
      const output = options.sourceColumns?.find((column) => column.name === name);
      return output === undefined ? null : (output.vectorLength ?? 1);
    });
    this.#columns = names.map(
      (name, at) =>
        new OutputColumn(
          name,
          problems,
          options,
          options.formats?.[at] ?? PLAIN_FORMAT,
          { isComplex: belongsTo("isComplex", at), isResampled: belongsTo("isResampled", at) },
          options.listLengths?.[at] ?? null,
        ),
    );
  }

  /**
   * @returns the row's values, outputs one after the other, in an array that the next call overwrites, not a number in those that are
   * undefined; null when all are, or a cell is invalid
   */
  read(cells: readonly string[], row: number): Float64Array | null {
    let isValid = true;
    let hasValue = false;
    this.#columns.forEach((column, i) => {
      if (column.read(cells[i] ?? "", row)) hasValue = true;
      else if (!column.isMissing) isValid = false;
    });
    return isValid && hasValue ? this.#gather(row) : null;
  }

  /** The number of values of each output in the row that was read last. */
  get lengths(): readonly number[] {
    return this.#lengths;
  }

  /** Reports the problems that are known only after the last row. */
  finish(): RawOutput[] {
    const shapes = this.#columns.map((column) => column.finish().vectorLength);
    return this.#parts.map(({ name, vectorLength, coordinate }) => ({
      name,
      vectorLength: vectorLength(shapes),
      ...(coordinate !== undefined && { coordinate }),
    }));
  }

  #gather(row: number): Float64Array | null {
    const values = this.#parts.map((part) => this.#valuesOf(part, row));
    for (const [i, value] of values.entries()) {
      if (value === null) return null;
      const knownLength = this.#knownLengths[i] ?? value.length;
      if (value.length === knownLength) continue;
      const { reportColumn, columns = [] } = this.#parts[i] ?? {};
      this.#columns[reportColumn ?? columns[0] ?? 0]?.reportLength(row, value.length, knownLength);
      return null;
    }
    this.#lengths = values.map((value) => value?.length ?? 1);
    const width = this.#lengths.reduce((sum, length) => sum + length, 0);
    if (this.#row.length !== width) this.#row = new Float64Array(width);
    let offset = 0;
    for (const value of values) {
      if (value?.length === 1) this.#row[offset] = value[0] ?? Number.NaN;
      else if (value !== null) this.#row.set(value, offset);
      offset += value?.length ?? 1;
    }
    return this.#row;
  }

  /** An output is undefined as a whole where one of its columns is, or one of its values. @returns null where that is a problem */
  #valuesOf(part: OutputPart, row: number): Float64Array | null {
    if (part.columns.some((at) => this.#columns[at]?.isMissing === true)) return this.#undefinedValues(part);
    const values = part.values(this.#columns);
    // Only the decibels of zero are not finite.
    if (part.isComplex !== true || values.every(Number.isFinite)) return values;
    const isProblem = this.#columns[part.columns[0] ?? 0]?.reportUndefined(row) ?? true;
    return isProblem ? null : values.fill(Number.NaN);
  }

  #undefinedValues(part: OutputPart): Float64Array {
    const length = part.vectorLength(this.#columns.map((column) => column.length));
    return new Float64Array(length ?? 1).fill(Number.NaN);
  }
}
