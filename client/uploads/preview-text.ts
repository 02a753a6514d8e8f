import { counted } from "@understudy/shared/counted.ts";
import { roundTo } from "@understudy/shared/number-text.ts";
import type { CsvPreview, FilePreview } from "./preview-csv.ts";

export const columnsText = ({ names }: CsvPreview): string => counted(names.length, "column");

/** Formats "768 rows"; for a large file "about 31,000 rows", to two digits. */
export const rowsText = ({ rows, isExact }: CsvPreview): string =>
  isExact ? counted(rows, "row") : `about ${counted(roundTo(rows, 2), "row")}`;

/** The problem of the two files together, a sentence; null when there is none, or it is not known yet. */
export function mismatchText(inputs: FilePreview | null, outputs: FilePreview | null): string | null {
  if (inputs === null || outputs === null || "notCsv" in inputs || "notCsv" in outputs) return null;
  if (!inputs.isExact || !outputs.isExact || inputs.rows === outputs.rows) return null;
  return `The Outputs File has ${counted(outputs.rows, "row")}, but the Parameters File has ${counted(inputs.rows, "row")}. Each run needs a row in both.`;
}

/** A file is sound as far as is known: one that is no CSV, or has a mistake, gets no tick. */
export const isSound = (preview: FilePreview | null): boolean =>
  preview !== null && !("notCsv" in preview) && preview.problems.length === 0;
