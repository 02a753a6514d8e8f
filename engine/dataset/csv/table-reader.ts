/** Reads one CSV file row by row into columns, reporting what is wrong with its header and the shape of its rows. */

import type { FileProblems } from "@understudy/shared/csv/problems.ts";
import { EMPTY_ROW, NO_ROWS, raggedText } from "@understudy/shared/csv/table-problems.ts";
import { CsvFileError, readRecords } from "./records.ts";

export type TextFile = {
  /** The name people know it by. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  readonly chunks: AsyncIterable<Uint8Array>;
};

export type RowReader = {
  readonly columnCount: number;
  /** `row` counts as in a spreadsheet. May return a promise when its rows go somewhere slower than they come. */
  read(cells: readonly string[], row: number): Promise<void> | undefined;
};

/**
 * Calls `header` with the first record and its reader with every valid row after it.
 * @returns the number of rows below the header, invalid ones included; null when the file could not be read to its end
 */
export async function readTable(
  file: TextFile,
  problems: FileProblems,
  header: (cells: readonly string[]) => RowReader,
): Promise<number | null> {
  let reader: RowReader | null = null;
  let row = 0;
  let rows = 0;
  // Blank lines at the end of a file are no rows; before another row they are.
  let blank: number[] = [];
  try {
    for await (const cells of readRecords(file.chunks)) {
      row++;
      if (isBlank(cells)) {
        blank.push(row);
        continue;
      }
      if (reader === null) {
        for (const at of blank) problems.add({ row: at }, `${EMPTY_ROW}; the header must be the first row`);
        blank = [];
        reader = header(cells);
        continue;
      }
      for (const at of blank) await readBlank(reader, at, problems);
      rows += blank.length + 1;
      blank = [];
      if (cells.length === reader.columnCount) {
        const written = reader.read(cells, row);
        if (written !== undefined) await written;
      } else problems.add({ row }, raggedText(cells, reader.columnCount));
    }
  } catch (error) {
    if (!(error instanceof CsvFileError)) throw error;
    problems.add(error.row === null ? {} : { row: error.row }, error.message);
    return null;
  }
  if (rows === 0) problems.add({}, NO_ROWS);
  return rows;
}

const isBlank = (cells: readonly string[]): boolean => cells.length === 1 && cells[0].trim() === "";

/** In a file of one column a blank line is an empty cell. */
async function readBlank(reader: RowReader, row: number, problems: FileProblems): Promise<void> {
  if (reader.columnCount === 1) await reader.read([""], row);
  else problems.add({ row }, EMPTY_ROW);
}
