/** Marks of failed runs in all outputs of a table, read row by row. */
import type { FailedRunMark, SuspectedMark } from "../api/job-config.ts";
import { FailedRunMarks } from "./find-marks.ts";

/** More proposals than this are noise: the marks that most rows hold are proposed. */
const MAX_SUSPECTED = 20;

export class MarksOfOutputs {
  readonly #names: readonly string[];
  /** The chosen marks of each output. */
  readonly #chosen: readonly ReadonlySet<number>[];
  readonly #columns: (FailedRunMarks | undefined)[] = [];

  /** @param chosen the marks that leave their outputs undefined */
  constructor(names: readonly string[], chosen: readonly FailedRunMark[]) {
    this.#names = names;
    this.#chosen = names.map(
      (name) => new Set(chosen.filter(({ output }) => output === name).map(({ value }) => value)),
    );
  }

  /**
   * Makes the outputs that hold a chosen mark undefined, in `values` itself; those that are defined are taken into account.
   * @param values of one row, the outputs one after the other. @param lengths the number of values of each output.
   * @param row its number as in a spreadsheet. @returns whether the row holds a chosen mark
   */
  read(values: Float64Array, lengths: readonly number[], row: number): boolean {
    const columns = splitRow(values, lengths);
    let isMarked = false;
    columns.forEach((column, at) => {
      this.#columns[at] ??= new FailedRunMarks(column.length);
      if (holdsAny(column, this.#chosen[at])) {
        isMarked = true;
        column.fill(Number.NaN);
      } else if (!column.some(Number.isNaN)) this.#columns[at].add(column, row);
    });
    return isMarked;
  }

  /** Values that look like marks and are not chosen. */
  find(): SuspectedMark[] {
    const marks = this.#names.flatMap((output, at) =>
      (this.#columns[at]?.find() ?? []).map(({ value, rowCount, rows, otherValues }) => ({
        output,
        value,
        row_count: rowCount,
        rows: [...rows],
        other_values: { ...otherValues },
      })),
    );
    return marks.sort((a, b) => b.row_count - a.row_count).slice(0, MAX_SUSPECTED);
  }
}

function splitRow(values: Float64Array, lengths: readonly number[]): Float64Array[] {
  let end = 0;
  return lengths.map((length) => {
    const start = end;
    end += length;
    return values.subarray(start, end);
  });
}

const holdsAny = (values: Float64Array, marks: ReadonlySet<number> = new Set()): boolean =>
  marks.size > 0 && values.some((value) => marks.has(value));
