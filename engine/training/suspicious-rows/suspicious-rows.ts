/** Rows with gross errors: values that the other rows contradict. */
import type { Matrix } from "../../math/matrix.ts";
import type { Random } from "../../math/random.ts";
import { contradictedRows, createFarTest, type FarLimits } from "./contradicted.ts";
import { computeMedian, robustResiduals } from "./robust-residuals.ts";

/**
 * The limits on a scale on which tails are short: gross errors are less far out, and the errors of an exact function over decades
 * are small there.
 */
const ON_SHORT_TAILS: FarLimits = { timesUsual: 3, minResidual: 0.4 };
/** Fewer rows do not show what fits. */
const MIN_ROWS = 20;

export interface Explained {
  /** features x rows, standardised. */
  inputs: Matrix;
  /** The input that each feature encodes. */
  sources: Int32Array;
}

/**
 * The rows whose values do not fit those of the other rows, by the residuals of a Gaussian process that gross errors do not pull. A
 * row must be contradicted on the scale of the values, and be far off after asinh((value - median) / median absolute deviation) too: the
 * peaks of an output over decades are no errors.
 *
 * Measured on 15 functions with 4 seeds (tests/unit/engine/training/suspicious-rows.test.ts repeats some), 5% of 150 or 400 rows wrong: of values
 * from a distribution a hundred times as wide as the output's, 91% to 100% are found where the inputs explain the output, of ten times as
 * wide 81% to 100%. Of sound rows at most 1% are named, and 2% where a phase wraps.
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
  const predicted = yield* robustResiduals(explained, values, random);
  if (predicted === null) return new Int32Array(0);
  const rows = contradictedRows(predicted, explained.inputs);
  if (rows.length === 0) return rows;
  const median = computeMedian(values);
  const deviation = computeMedian(values.map((value) => Math.abs(value - median)));
  const short = values.map((value) => Math.asinh((value - median) / deviation));
  const predictedShort = yield* robustResiduals(explained, short, random);
  return predictedShort === null ? rows : rows.filter(createFarTest(predictedShort, ON_SHORT_TAILS));
}
