/** Ranges of the axes of outputs, linear or logarithmic. */
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { logExtent, padRange, type Range } from "#plots/model/ranges.ts";

/** The initial range of the axis, from the data; a logarithmic one starts with the three highest decades. */
export function startRange(output: OutputDefinition, isLogarithmic: boolean): Range {
  const { min, max } = output;
  const { multiplier } = shownUnit(output);
  const [low, high] = [(min ?? 0) / multiplier, (max ?? 1) / multiplier];
  if (!isLogarithmic) return padRange([low, high]);
  const top = high > 0 ? Math.log10(high) : 0;
  return [top - 3, top + 0.2];
}

/** Bounds reach as far below a curve on a logarithmic axis as there is room; the curve itself is seen whole. */
const BOUNDS_DECADES = 1;

/** Returns exponents of ten. */
export function logNeed(
  lines: readonly (readonly number[])[],
  bounds: readonly (readonly number[])[],
): Range | null {
  const line = logExtent(...lines);
  const all = logExtent(...lines, ...bounds);
  if (line === null || all === null) return line;
  return [Math.max(all[0], line[0] - BOUNDS_DECADES), Math.min(all[1], line[1] + BOUNDS_DECADES)];
}
