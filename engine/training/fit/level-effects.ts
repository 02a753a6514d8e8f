/**
 * Effects of levels: of rows on levels, as those of a factorial design, one number for each level of each input, and where there are
 * rows enough one for each pair of levels of two inputs (analysis of variance: Fisher, 1925).
 */

/** The levels of one input: for each row the number of its level, from 0. */
export interface InputLevels {
  numbers: Int32Array;
  count: number;
}

/** Rows for each effect, at least: with fewer, effects would explain rows by chance. */
const MIN_ROWS_PER_EFFECT = 1.25;
/** The effects are computed from the means of their cells, one after the other, in so many rounds. */
const ROUND_COUNT = 60;

/**
 * Computes the share of the variance of some values that effects of levels leave unexplained, corrected for the number of effects.
 *
 * @param inputs the levels of every input
 * @param values one for each row
 * @returns 0 .. 1; 1 where there are too few rows for the effects of single levels
 */
export function unexplainedByLevels(inputs: readonly InputLevels[], values: Float64Array): number {
  const { length: rows } = values;
  const singles = 1 + inputs.reduce((sum, { count }) => sum + count - 1, 0);
  if (singles * MIN_ROWS_PER_EFFECT > rows) return 1;
  const pairs = listPairs(inputs);
  const both = singles + pairs.reduce((sum, { effects }) => sum + effects, 0);
  // With two inputs, effects of pairs are all that there is to say.
  const usesPairs = inputs.length > 2 && both * MIN_ROWS_PER_EFFECT <= rows;
  const residuals = values.slice();
  const total = subtractMeans(residuals, { numbers: new Int32Array(rows), count: 1 });
  let left = total;
  for (let round = 0; round < ROUND_COUNT; round++)
    for (const cells of usesPairs ? [...inputs, ...pairs] : inputs) left = subtractMeans(residuals, cells);
  const freedom = rows - (usesPairs ? both : singles);
  return total > 0 ? Math.min(1, (left / freedom) * ((rows - 1) / total)) : 1;
}

/** The cells of every two inputs, with the number of effects beyond those of the single levels. */
function listPairs(inputs: readonly InputLevels[]): (InputLevels & { effects: number })[] {
  return inputs.flatMap((a, at) =>
    inputs.slice(at + 1).map((b) => ({
      numbers: a.numbers.map((number, row) => number * b.count + b.numbers[row]),
      count: a.count * b.count,
      effects: (a.count - 1) * (b.count - 1),
    })),
  );
}

/** Subtracts from each value, in place, the mean of its cell; returns the sum of squares that is left. */
function subtractMeans(values: Float64Array, { numbers, count }: InputLevels): number {
  const sums = new Float64Array(count);
  const sizes = new Float64Array(count);
  values.forEach((value, row) => {
    sums[numbers[row]] += value;
    sizes[numbers[row]] += 1;
  });
  let squares = 0;
  for (let row = 0; row < values.length; row++) {
    values[row] -= sums[numbers[row]] / sizes[numbers[row]];
    squares += values[row] ** 2;
  }
  return squares;
}
