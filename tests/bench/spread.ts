/** The quantiles of many times that people feel. */
import type { Row } from "./bench.ts";

/** @param share 0.5 for the median */
export function quantile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN;
}

export const median = (times: readonly number[]): number => quantile(times, 0.5);

export const spread = (times: readonly number[]): Row => ({
  count: times.length,
  p50: quantile(times, 0.5),
  p95: quantile(times, 0.95),
  p99: quantile(times, 0.99),
  max: quantile(times, 1),
});

/** @returns no columns where nothing was measured */
export const medianAndMax = (times: readonly number[]): Row =>
  times.length === 0 ? {} : { p50: median(times), max: quantile(times, 1) };
