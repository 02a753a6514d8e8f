import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import { roundTo } from "@understudy/shared/number-text.ts";
import type { ChartTable } from "./model/chart.ts";

/** Rounds away the last bits of a conversion to the units shown. */
const roundCell = (cell: number | string | null): number | string | null => {
  if (typeof cell !== "number") return cell;
  return Number.isFinite(cell) ? roundTo(cell, 12) : null;
};

/** A plot's numbers as a CSV file; a gap is an empty cell. */
export const tableCsv = ({ header, rows }: ChartTable): string =>
  [header, ...rows].map((cells) => csvLine(cells.map(roundCell))).join("");
