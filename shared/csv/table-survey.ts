/** Looks through all rows of a table before they are read; see column-survey.ts. */
import { isList } from "./cells.ts";
import { ColumnSurvey, type FileMarks, type SurveyedColumn } from "./column-survey.ts";
import { type CurveGrids, GridSurvey, NO_CURVE_GRIDS } from "./grid-survey.ts";
import { parseList } from "./list-cell.ts";
import { type Field, type FileProblems, quoted } from "./problems.ts";

const MAY_BE_COMPLEX = /[ij∠(]/i;

export class TableSurvey {
  readonly #names: readonly string[];
  readonly #columns: readonly ColumnSurvey[];
  /** The survey of the curves' grids; null for other files, since only outputs may be lists. */
  readonly #grids: GridSurvey | null;

  /** @param units of the row of units, one a column; null where there is none */
  constructor(field: Field, names: readonly string[], units: readonly string[] | null) {
    this.#names = names;
    this.#columns = names.map((name, i) => new ColumnSurvey(name, units?.[i] ?? ""));
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
    // A single list can be no grid of another one; it is parsed only where it may hold something else to be found.
    const hasSeveral = cells.filter(isList).length > 1;
    const lists = this.#columns.map((column, i) => {
      const cell = cells[i] ?? "";
      const isParsed = isList(cell) && (hasSeveral || column.mayBeAngle || MAY_BE_COMPLEX.test(cell));
      const list = isParsed ? parseList(cell) : null;
      if (list === null || "problem" in list || list.values === null) {
        column.add(cell);
        return null;
      }
      column.addList(list.values, list.imaginary !== null);
      return list.imaginary === null ? list.values : null;
    });
    this.#grids.add(lists);
  }

  /** Finds the grids that the curves of the table lie over. */
  curveGrids(): CurveGrids {
    return this.#grids?.finish() ?? NO_CURVE_GRIDS;
  }

  /**
   * Decides how each column is read; what is doubtful is noted, and what cannot be decided is reported.
   * @param isWhole is false where further rows may decide
   */
  finish(problems: FileProblems, isWhole = true): SurveyedColumn[] {
    const marks = this.#columns.map((column) => column.marks);
    const has = (mark: keyof FileMarks) => marks.some((column) => column[mark]);
    const file: FileMarks = {
      hasDecimalCommas: has("hasDecimalCommas"),
      hasDecimalPoints: has("hasDecimalPoints"),
      hasSurePoints: has("hasSurePoints"),
      hasThousands: has("hasThousands"),
    };
    return this.#columns.map((column, i) => {
      const surveyed = column.finish(file);
      if (surveyed.note !== null) problems.note(surveyed.note);
      const name = this.#names[i] ?? "";
      if (surveyed.problem !== null && isWhole) problems.add({ column: name }, surveyed.problem);
      else if (surveyed.problem !== null)
        problems.note(`Column ${quoted(name)}: ${surveyed.problem}, unless a later row tells.`);
      return surveyed;
    });
  }
}
