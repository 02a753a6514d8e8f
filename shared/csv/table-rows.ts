/** Tells the header, the row of units, comments and the rows of a CSV file apart, record by record. */
import { counted } from "../counted.ts";
import { type HeaderUnitsChoice, readHeaderUnits } from "./header-units.ts";
import { type CsvLayout, isComment, layoutNotes } from "./layout.ts";
import type { FileProblems } from "./problems.ts";
import { unitsNote, unitsOfRow } from "./units-row.ts";

/** These clauses say why a CSV file is no table. */
export const EMPTY_FILE = "the file is empty";
export const NO_ROWS = "there is a header, but there are no rows below it";
const EMPTY_ROW = "this row is empty";

export type HeaderRow = {
  /** The names of the columns, without their units where these are read. */
  readonly cells: readonly string[];
  /** The names as they are written. */
  readonly writtenCells: readonly string[];
  /** The row's number, as in a spreadsheet. */
  readonly row: number;
  /** The units that the names or the row below them hold, one a column, "" for none; null where there are none. */
  readonly units: readonly string[] | null;
};

/** A row with as many cells as the header. `row` counts as in a spreadsheet, `index` counts the rows of the table from 0. */
export type TableRow = { readonly cells: readonly string[]; readonly row: number; readonly index: number };

export type TableEnd = {
  /** Rows of the table, invalid ones included. */
  readonly rows: number;
  /** The row of the first of them, as in a spreadsheet. */
  readonly firstRow: number;
};

export type TableRows = {
  /** Takes the next record. @returns the rows that are now known to be rows, mostly one, valid until the next call */
  add(cells: readonly string[]): readonly TableRow[];
  /** The rows that were still waiting at the end. What was passed over is noted. */
  finish(): readonly TableRow[];
  /** The end is known once the last record was taken. */
  end(): TableEnd;
};

/** @param onHeader called once, before the first row is given */
export function createTableRows(
  layout: CsvLayout,
  problems: FileProblems,
  headerUnits: HeaderUnitsChoice,
  onHeader: (header: HeaderRow) => void,
): TableRows {
  let row = layout.skippedLines;
  let head: Pick<HeaderRow, "cells" | "row"> | null = null;
  /** The first row below the header waits for the next one, which tells whether it holds units. */
  let first: { readonly cells: readonly string[]; readonly row: number } | null = null;
  let isBegun = false;
  let rows = 0;
  let firstRow = 0;
  let commentRows = 0;
  // Blank lines at the end of a file are no rows; before another row they are.
  let blank: number[] = [];
  let ready: TableRow[] = [];

  const take = (cells: readonly string[], at: number): void => {
    if (rows === 0) firstRow = at;
    const index = rows++;
    const expected = head?.cells.length ?? 0;
    if (cells.length === expected) ready.push({ cells, row: at, index });
    else problems.add({ row: at }, isBlank(cells) ? EMPTY_ROW : raggedText(cells, expected));
  };
  const begin = (next: readonly string[] | null): void => {
    if (isBegun || head === null) return;
    isBegun = true;
    const rowUnits = first === null ? null : unitsOfRow(first.cells, next);
    const read = readHeaderUnits(head.cells, rowUnits, headerUnits, (text) =>
      problems.note(text, "header_units"),
    );
    onHeader({ ...head, ...read, writtenCells: head.cells });
    if (first === null) return;
    if (rowUnits === null) take(first.cells, first.row);
    else problems.note(unitsNote(first.row, first.cells));
  };
  return {
    add: (record) => {
      ready = [];
      row++;
      const cells = layout.hasOuterBars && record.length > 1 ? record.slice(1, -1) : record;
      if (isBlank(cells)) blank.push(row);
      else if (layout.hasOuterBars && cells.every(isRule)) return ready;
      else if (head === null) {
        for (const at of blank) problems.add({ row: at }, `${EMPTY_ROW}; the header must be the first row`);
        blank = [];
        head = { cells, row };
      } else if (isComment(cells, head.cells.length, layout)) commentRows++;
      else if (first === null && !isBegun && blank.length === 0) first = { cells, row };
      else {
        begin(cells);
        for (const at of blank) take([""], at);
        blank = [];
        take(cells, row);
      }
      return ready;
    },
    finish: () => {
      ready = [];
      begin(null);
      for (const note of layoutNotes(layout, commentRows)) problems.note(note);
      return ready;
    },
    end: () => ({ rows, firstRow }),
  };
}

/** Tells whether a cell belongs to the line below the header of a table in Markdown. */
const isRule = (cell: string): boolean => /^\s*:?-+:?\s*$/.test(cell);

/** Tells whether a line is blank: in a file of one column it is an empty cell. */
const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && (cells[0] ?? "").trim() === "";

/** The row has more or fewer cells than the header. */
function raggedText(cells: readonly string[], expected: number): string {
  const text = `this row has ${counted(cells.length, "cell")}, but the header has ${expected}`;
  const isOpenList = (cell: string) => /^\s*\[/.test(cell) && !cell.includes("]");
  return cells.some(isOpenList) ? `${text}. Lists must stand in double quotes, as in "[1.0, 2.0]"` : text;
}
