/** Looks through all rows of a table before they are read; see column-survey.ts. */
import { ColumnSurvey, type FileMarks, type SurveyedColumn } from "./column-survey.ts";
import type { FileProblems } from "./problems.ts";

export class TableSurvey {
  readonly #names: readonly string[];
  readonly #units: readonly string[];
  readonly #columns: readonly ColumnSurvey[];

  /** @param units of the row of units, one a column; null where there is none */
  constructor(names: readonly string[], units: readonly string[] | null) {
    this.#names = names;
    this.#units = units ?? [];
    this.#columns = names.map((name) => new ColumnSurvey(name));
  }

  /** Takes a row with as many cells as there are columns. */
  add(cells: readonly string[]): void {
    this.#columns.forEach((column, i) => {
      column.add(cells[i] ?? "");
    });
  }

  /** How each column is to be read; what is doubtful is noted, and what cannot be decided is reported. */
  finish(problems: FileProblems): SurveyedColumn[] {
    const marks = this.#columns.map((column) => column.marks);
    const has = (mark: keyof FileMarks) => marks.some((column) => column[mark]);
    const file: FileMarks = {
      hasDecimalCommas: has("hasDecimalCommas"),
      hasDecimalPoints: has("hasDecimalPoints"),
      hasThousands: has("hasThousands"),
    };
    return this.#columns.map((column, i) => {
      const surveyed = column.finish(file, this.#units[i] ?? "");
      if (surveyed.note !== null) problems.note(surveyed.note);
      if (surveyed.problem !== null) problems.add({ column: this.#names[i] ?? i + 1 }, surveyed.problem);
      return surveyed;
    });
  }
}
