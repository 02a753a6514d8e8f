/** Keeps which rows of a table are left out by choice, and the reasons. */
import type { DataOptions, LeftOutRows } from "@understudy/shared/api/job-config.ts";

/** The spreadsheet's number of the first row below the header. */
export const FIRST_ROW = 2;
/** Rows that are listed by number. */
const MAX_LISTED = 100;

export type Reason = Exclude<keyof LeftOutRows, "rows">;

/** Rows are numbered from 0, over the rows of another job, which come first, and those of the files. */
export class RowsLeftOut {
  readonly #numbers: ReadonlySet<number>;
  readonly #reasons = new Map<number, Reason>();

  constructor({ left_out_rows }: Pick<DataOptions, "left_out_rows">) {
    this.#numbers = new Set(left_out_rows.map((row) => row - FIRST_ROW));
  }

  /** Tells whether a row is left out; its number alone may be the reason. */
  has(row: number): boolean {
    if (this.#numbers.has(row)) this.add(row, "by_number");
    return this.#reasons.has(row);
  }

  /** The first reason counts. */
  add(row: number, reason: Reason): void {
    if (!this.#reasons.has(row)) this.#reasons.set(row, reason);
  }

  /** Ascending. */
  rows(): number[] {
    return [...this.#reasons.keys()].sort((a, b) => a - b);
  }

  summary(): LeftOutRows {
    const count = (reason: Reason) => [...this.#reasons.values()].filter((other) => other === reason).length;
    return {
      failed_runs: count("failed_runs"),
      marks: count("marks"),
      missing_inputs: count("missing_inputs"),
      by_number: count("by_number"),
      rows: this.rows()
        .slice(0, MAX_LISTED)
        .map((row) => row + FIRST_ROW),
    };
  }
}
