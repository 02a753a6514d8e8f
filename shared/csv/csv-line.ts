import { asCellText } from "../csv-text.ts";

type Cell = string | number | ArrayLike<number> | null;

/**
 * One row of a CSV file (RFC 4180): numbers in the shortest form that reads back as the same number, lists in quotes, texts so that
 * no spreadsheet runs them; an empty cell for null.
 */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell !== "string") return `"[${Array.prototype.join.call(cell, ", ")}]"`;
  const text = asCellText(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
