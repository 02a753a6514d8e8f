import { asCellText } from "@understudy/shared/csv-text.ts";
import type { ChartTable } from "./chart/chart.ts";

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const cellText = (cell: number | string | null): string =>
  cell === null || (typeof cell === "number" && !Number.isFinite(cell))
    ? ""
    : quoted(typeof cell === "string" ? asCellText(cell) : String(Number(cell.toPrecision(12))));

/** A plot's numbers as a CSV file; a gap is an empty cell. */
export const tableCsv = ({ header, rows }: ChartTable): string =>
  [header, ...rows].map((cells) => `${cells.map(cellText).join(",")}\r\n`).join("");
