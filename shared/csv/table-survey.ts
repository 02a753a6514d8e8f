/** Looks through all rows of a table before they are read; see column-survey.ts. */
import { isList } from "./cells.ts";
import { ColumnSurvey, type FileMarks, type SurveyedColumn } from "./column-survey.ts";
import { GridSurvey, type OwnGrid } from "./grid-survey.ts";
import { parseList } from "./list-cell.ts";
import type { Field, FileProblems } from "./problems.ts";

export class TableSurvey {
  readonly #names: readonly string[];
  readonly #units: readonly string[];
  readonly #columns: readonly ColumnSurvey[];
  /** Only outputs may be lists. */
  readonly #grids: GridSurvey | null;

  /** @param units of the row of units, one a column; null where there is none */
  constructor(field: Field, names: readonly string[], units: readonly string[] | null) {
    this.#names = names;
    this.#units = units ?? [];
    this.#columns = names.map((name) => new ColumnSurvey(name));
    this.#grids = field === "Outputs File" ? new GridSurvey(names) : null;
  }

  /** Takes a row with as many cells as there are columns. */
  add(cells: readonly string[]): void {
    if (this.#grids === null || !cells.some(isList)) {
      this.#columns.forEach((column, i) => {
        column.add(cells[i] ?? "");
      });
      return;
    }
    const lists = this.#columns.map((column, i) => {
      const cell = cells[i] ?? "";
      const list = isList(cell) ? parseList(cell) : null;
      if (list === null || "problem" in list || list.values === null) {
        column.add(cell);
        return null;
      }
      column.addList(list.values, list.imaginary !== null);
      return list.imaginary === null ? list.values : null;
    });
    this.#grids.add(lists);
  }

  /** The grids of curves that have one of their own in each row; null where there are none. */
  ownGrid(): OwnGrid | null {
    return this.#grids?.finish() ?? null;
  }

  /** Decides how each column is read; what is doubtful is noted, and what cannot be decided is reported. */
  finish(problems: FileProblems): SurveyedColumn[] {
    const marks = this.#columns.map((column) => column.marks);
    const has = (mark: keyof FileMarks) => marks.some((column) => column[mark]);
    const file: FileMarks = {
      hasDecimalCommas: has("hasDecimalCommas"),
      hasDecimalPoints: has("hasDecimalPoints"),
      hasSurePoints: has("hasSurePoints"),
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
