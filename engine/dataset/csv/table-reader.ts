/** Reads one CSV file row by row into columns, reporting what is wrong with its header and the shape of its rows. */

import type { HeaderUnitsChoice } from "@understudy/shared/csv/header-units.ts";
import type { FileProblems } from "@understudy/shared/csv/problems.ts";
import {
  createTableRows,
  type HeaderRow,
  NO_ROWS,
  type TableEnd,
  type TableRows,
} from "@understudy/shared/csv/table-rows.ts";
import { CsvFileError, openRecords } from "./records.ts";

export type TextFile = {
  /** The name people know it by. */
  readonly name: string;
  /** The size in bytes. */
  readonly size: number;
  /** The chunks come from the beginning each time they are iterated. */
  readonly chunks: AsyncIterable<Uint8Array>;
};

export type RowReader = {
  /**
   * `row` counts as in a spreadsheet, `index` counts the rows of the table from 0. May return a promise when its rows go somewhere
   * slower than they come.
   */
  read(cells: readonly string[], row: number, index: number): Promise<void> | undefined;
};

/**
 * Calls `header` with the header and its reader with every valid row after it. Comments and a row of units are no rows.
 * @returns null when the file could not be read to its end
 */
export async function readTable(
  file: TextFile,
  problems: FileProblems,
  headerUnits: HeaderUnitsChoice,
  header: (header: HeaderRow) => RowReader,
): Promise<TableEnd | null> {
  let reader: RowReader | null = null;
  let table: TableRows | null = null;
  const readAll = async (rows: ReturnType<TableRows["add"]>): Promise<void> => {
    for (const { cells, row, index } of rows) {
      const written = reader?.read(cells, row, index);
      if (written !== undefined) await written;
    }
  };
  try {
    const { layout, records } = await openRecords(file.chunks);
    table = createTableRows(layout, problems, headerUnits, (headerRow) => {
      reader = header(headerRow);
    });
    for await (const cells of records) {
      const rows = table.add(cells);
      if (rows.length > 0) await readAll(rows);
    }
    await readAll(table.finish());
    const end = table.end();
    if (end.rows === 0) problems.add({}, NO_ROWS);
    return end;
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error;
    // What was read before the broken row is reported, too.
    if (table !== null) await readAll(table.finish());
    problems.add(error.row === null ? {} : { row: error.row }, error.message);
    return null;
  }
}
