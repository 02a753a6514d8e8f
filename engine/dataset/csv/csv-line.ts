import { asCellText } from "@understudy/shared/csv-text.ts";

/**
 * One row of a CSV file (RFC 4180): numbers in the shortest form that reads back as the same number, lists in quotes, texts so that
 * no spreadsheet runs them.
 */
export function csvLine(cells: readonly (string | number | ArrayLike<number>)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(cell: string | number | ArrayLike<number>): string {
  if (typeof cell === "number") return String(cell);
  if (typeof cell !== "string") return `"[${Array.prototype.join.call(cell, ", ")}]"`;
  const text = asCellText(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
