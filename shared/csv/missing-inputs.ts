/** Finds the rows of a parameters file that lack a value. */
import { classify } from "./cells.ts";
import { type ColumnFormat, readCell } from "./column-format.ts";

/**
 * Tells whether a row lacks a value: a cell that is empty, NaN or infinite. A word such as NA is a missing value too, unless its column
 * holds texts: there it is a category.
 * @param formats those of the columns; plain where none is given
 */
export const lacksInput = (cells: readonly string[], formats: readonly ColumnFormat[]): boolean =>
  cells.some((cell, column) => {
    const format = formats[column];
    if (!Number.isNaN(readCell(cell, format))) return false;
    const kind = classify(cell);
    return kind === "empty" || kind === "not finite" || (kind === "missing word" && format?.isText !== true);
  });
