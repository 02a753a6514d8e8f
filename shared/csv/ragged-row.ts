import { counted } from "../counted.ts";

/** What is wrong with a row that has more or fewer cells than the header, a clause. */
export function raggedText(cells: readonly string[], expected: number): string {
  const text = `this row has ${counted(cells.length, "cell")}, but the header has ${expected}`;
  const isOpenList = (cell: string) => /^\s*\[/.test(cell) && !cell.includes("]");
  return cells.some(isOpenList) ? `${text}. Lists must stand in double quotes, as in "[1.0, 2.0]"` : text;
}
