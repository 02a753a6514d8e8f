import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { DataSet } from "@understudy/shared/domain/job.ts";
import { numberInAddress } from "#ui/number-in-address.ts";

/** The data that the emulator can be compared with. */
export const COMPARISON_OPTIONS = ["None", "Training", "Validation", "All"] as const;
export type Comparison = (typeof COMPARISON_OPTIONS)[number];

export const isComparison = (text: string | null): text is Comparison =>
  COMPARISON_OPTIONS.some((option) => option === text);

export function getDataSet(comparison: Comparison): DataSet | null {
  switch (comparison) {
    case "None":
      return null;
    case "Training":
      return "training";
    case "Validation":
      return "validation";
    case "All":
      return "combined";
  }
}

export const rowCount = ({ data_set_sizes }: Pick<JobConfig, "data_set_sizes">, set: DataSet): number =>
  data_set_sizes[set];

/** A row number from 1 that wraps around at both ends. `count` is at least 1. */
export const wrapRow = (row: number, count: number): number => ((((row - 1) % count) + count) % count) + 1;

/** Keys that would make the row number something other than a whole number. */
export const REJECTED_KEYS: readonly string[] = ["-", "=", ".", "e", "E"];

/** The row, counted from 1, that an address names; null: none of the data set's. */
export function parseRow(text: string | null, count: number): number | null {
  const row = numberInAddress(text);
  return row !== null && row >= 1 && row <= count ? row : null;
}
