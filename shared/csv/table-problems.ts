/** These clauses say why a CSV file is no table. */
import { counted } from "../counted.ts";

export const EMPTY_FILE = "the file is empty";
export const NO_ROWS = "there is a header, but there are no rows below it";
export const EMPTY_ROW = "this row is empty";

/** The row has more or fewer cells than the header. */
export function raggedText(cells: readonly string[], expected: number): string {
  const text = `this row has ${counted(cells.length, "cell")}, but the header has ${expected}`;
  const isOpenList = (cell: string) => /^\s*\[/.test(cell) && !cell.includes("]");
  return cells.some(isOpenList) ? `${text}. Lists must stand in double quotes, as in "[1.0, 2.0]"` : text;
}
