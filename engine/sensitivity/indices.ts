/** Sobol' indices and their 95% intervals from the sums of independent replicates. */
import type { SwappedSums } from "./swapped-sums.ts";

export interface Interval {
  value: number;
  lower: number;
  upper: number;
}

export interface Indices {
  /** The share of the variance that the input explains by itself. */
  firstOrder: Interval;
  /** The share that the input explains by itself and in interactions with other inputs; never below `firstOrder`. */
  total: Interval;
}

/** Replicates whose scatter the intervals come from. */
export const REPLICATE_COUNT = 8;
/** 97.5% quantile of Student's t with REPLICATES - 1 degrees of freedom. */
const STUDENT_T = 2.3646;

/** Variation below this share of the largest magnitude is rounding. */
const RELATIVE_ROUNDING = 1e-12;

/** Estimates the indices of one input at one place. All are 0 .. 1. */
export function indicesAt(sums: SwappedSums, input: number, place: number): Indices {
  const at = (values: Float64Array): Float64Array =>
    Float64Array.from(
      { length: sums.replicates },
      (_, replicate) => values[(replicate * sums.inputs + input) * sums.places + place],
    );
  const squaredDifferences = at(sums.squaredDistances);
  return {
    firstOrder: ratioOfSums(at(sums.crossed), squaredDifferences),
    total: ratioOfSums(at(sums.swapped), squaredDifferences),
  };
}

/**
 * The variance at each place, over `pairs` pairs in all, in the squared unit of the values; of the whole output, that of all
 * its knots together. 0 where there is nothing but rounding.
 */
export function variances(
  { replicates, inputs, places, squaredDistances, magnitudes }: SwappedSums,
  pairs: number,
): Float64Array {
  return Float64Array.from({ length: places }, (_, place) => {
    let sum = 0;
    for (let row = 0; row < replicates * inputs; row++) sum += squaredDistances[row * places + place];
    const variance = sum / (4 * pairs * inputs);
    return variance > (RELATIVE_ROUNDING * magnitudes[place]) ** 2 ? variance : 0;
  });
}

/**
 * The ratio of two sums over replicates, and its interval by the jackknife (Tukey, 1958): how the ratio scatters when each
 * replicate in turn is left out.
 */
function ratioOfSums(numerators: Float64Array, denominators: Float64Array): Interval {
  const count = numerators.length;
  const numerator = numerators.reduce((sum, value) => sum + value, 0);
  const denominator = denominators.reduce((sum, value) => sum + value, 0);
  const ratio = denominator > 0 ? numerator / denominator : 0;
  const without = numerators.map((value, replicate) => {
    const rest = denominator - denominators[replicate];
    return rest > 0 ? (numerator - value) / rest : ratio;
  });
  const mean = without.reduce((sum, value) => sum + value, 0) / count;
  const squares = without.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const half = STUDENT_T * Math.sqrt(((count - 1) / count) * squares);
  return { value: share(ratio), lower: share(ratio - half), upper: share(ratio + half) };
}

const share = (value: number): number => Math.min(1, Math.max(0, value));
