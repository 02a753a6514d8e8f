/** Rows with gross errors: values that the other rows contradict. */
import type { Random } from "../../math/random.ts";
import { contradictedRows, type Limits } from "./contradicted.ts";
import { medianOf, robustResiduals } from "./robust-residuals.ts";

/** With normal errors 4.5 times the 80th percentile is 5.8 standard deviations: one row in 10^8. */
const OWN_SCALE: Limits = { timesUsual: 4.5, isGross: true };
/** On a scale on which tails are short, where gross errors are less far out. */
const SHORT_TAILED_SCALE: Limits = { timesUsual: 3, isGross: false };
/** Fewer rows do not show what fits. */
const MIN_ROWS = 20;

export interface Explained {
  /** width x count, feature-major, standardised. */
  inputs: Float64Array;
  width: number;
  /** The input that each feature encodes. */
  sources: Int32Array;
}

/**
 * The rows whose values do not fit those of the other rows, by the residuals of a Gaussian process that gross errors do not pull. A
 * row must not fit on the scale of the values, and not after asinh((value - median) / median absolute deviation) either: the peaks
 * of an output over decades are no errors.
 *
 * Measured on 17 functions with 5 seeds (tests/unit/engine/training/suspicious-rows.test.ts repeats some), 5% of the rows wrong: of
 * values from a distribution a hundred times as wide, 93% to 100% are found with 150 rows or more where the inputs explain a smooth output, of ten
 * times as wide 80% to 100%; fewer where noise or jumps leave a doubt. Of sound rows at most 1% are named from 150 rows on, and 2% of 50
 * rows with a pole or a jump.
 *
 * Yields between long steps.
 *
 * @param values one a row
 * @returns rows, ascending
 */
export function* suspiciousRows(
  explained: Explained,
  values: Float64Array,
  random: Random,
): Generator<undefined, Int32Array> {
  if (values.length < MIN_ROWS) return new Int32Array(0);
  const onOwnScale = yield* rowsBeyond(explained, values, random, OWN_SCALE);
  if (onOwnScale.length === 0) return onOwnScale;
  const median = medianOf(values);
  const deviation = medianOf(values.map((value) => Math.abs(value - median)));
  const short = values.map((value) => Math.asinh((value - median) / deviation));
  const onShortTailedScale = new Set(yield* rowsBeyond(explained, short, random, SHORT_TAILED_SCALE));
  return onOwnScale.filter((row) => onShortTailedScale.has(row));
}

function* rowsBeyond(
  explained: Explained,
  values: Float64Array,
  random: Random,
  limits: Limits,
): Generator<undefined, Int32Array> {
  const residuals = yield* robustResiduals(explained, values, random);
  if (residuals === null) return new Int32Array(0);
  return contradictedRows(residuals, explained.inputs, explained.width, limits);
}
