/** Finds the validation rows that lie outside the bounds of a scalar output. */
import { countText } from "@understudy/shared/number-text.ts";

/** Actual and predicted values of some rows. */
type ComparedRows = {
  readonly actual: readonly number[];
  readonly values: readonly number[];
  readonly lower_bounds: readonly number[];
  readonly upper_bounds: readonly number[];
};

export type MissedRows = {
  /** Counting from 1, the one furthest outside first, in widths of its bounds. */
  readonly rows: readonly number[];
  /** Number of rows compared: of very many only a sample is. */
  readonly comparedCount: number;
  readonly all: number;
};

/** Values that lie outside by less than this share of themselves count as inside, as they do where the engine measures coverage. */
const MAX_ROUNDING_ERROR = 1e-9;

/** @param indices of the rows compared, within the validation set. */
export function missedRows(indices: readonly number[], compared: ComparedRows, all: number): MissedRows {
  const { actual, lower_bounds, upper_bounds } = compared;
  const missed = indices.flatMap((index, at) => {
    const value = actual[at] ?? Number.NaN;
    const [lower, upper] = [lower_bounds[at] ?? Number.NaN, upper_bounds[at] ?? Number.NaN];
    const beyond = Math.max(lower - value, value - upper);
    return beyond > MAX_ROUNDING_ERROR * Math.abs(value)
      ? [{ row: index + 1, share: beyond / Math.max(Number.MIN_VALUE, upper - lower) }]
      : [];
  });
  missed.sort((a, b) => b.share - a.share);
  return { rows: missed.map(({ row }) => row), comparedCount: indices.length, all };
}

/** Ends where the rows are named. */
export function missedText({ rows, comparedCount, all }: MissedRows): string {
  const counted = comparedCount < all ? `Of ${countText(comparedCount)} validation rows checked, ` : "";
  const [noneWord, singleWord] = counted === "" ? ["No", "One"] : ["no", "one"];
  const kind = counted === "" ? "validation row" : "row";
  if (rows.length === 0) return `${counted}${noneWord} ${kind} lies outside.`;
  if (rows.length === 1) return `${counted}${singleWord} ${kind} lies outside: row `;
  return `${counted}${countText(rows.length)} ${kind}s lie outside, furthest first: rows `;
}
