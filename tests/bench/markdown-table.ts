/** Rows as a table of Markdown: numbers to the right, what is missing as a dash. */
import type { ResultTable } from "./results.ts";

export function markdownTable(rows: ResultTable["rows"]): string {
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((column) =>
    rows.some((row) => (row[column] ?? "") !== ""),
  );
  const isNumeric = columns.map((column) => rows.every((row) => typeof row[column] !== "string"));
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    line(columns),
    line(isNumeric.map((numeric) => (numeric ? "---:" : "---"))),
    ...rows.map((row) => line(columns.map((column) => cell(row[column])))),
  ].join("\n");
}

function cell(value: string | number | null | undefined): string {
  if (value === "" || value === null || value === undefined) return "-";
  return typeof value === "string" ? value.replaceAll("|", "\\|") : threeDigits(value);
}

/** From 1,000 on all digits before the point. */
export const threeDigits = (value: number): string =>
  Math.abs(value) >= 1000 ? Math.round(value).toLocaleString("en-GB") : String(Number(value.toPrecision(3)));
