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
/** Pairs of inputs, at most: each takes as long as an input. */
const MAX_PAIRS = 120;
/** The effects are computed from the means of their cells, one after the other, in so many rounds at most. */
const MAX_ROUNDS = 60;
/** A round that leaves more than this share of what the round before left ends the computation. */
const MAX_REMAINING_SHARE = 0.98;

/** The cells of some rows, with the number of effects that their means stand for. */
export interface LevelEffects {
  cells: readonly InputLevels[];
  effects: number;
}

/**
 * Lists the effects that the rows determine.
 *
 * @param inputs the levels of every input
 * @param rows the number of rows
 * @returns null where there are too few rows for the effects of single levels
 */
export function listLevelEffects(inputs: readonly InputLevels[], rows: number): LevelEffects | null {
  const freedoms = inputs.map(({ count }) => count - 1);
  const sum = freedoms.reduce((total, freedom) => total + freedom, 0);
  const singles = 1 + sum;
  if (singles * MIN_ROWS_PER_EFFECT > rows) return null;
  const squares = freedoms.reduce((total, freedom) => total + freedom ** 2, 0);
  const effects = singles + (sum ** 2 - squares) / 2;
  // With two inputs, effects of pairs are all that there is to say.
  const isPaired = inputs.length > 2 && (inputs.length * (inputs.length - 1)) / 2 <= MAX_PAIRS;
  if (!isPaired || effects * MIN_ROWS_PER_EFFECT > rows) return { cells: inputs, effects: singles };
  return { cells: [...inputs, ...listPairs(inputs)], effects };
}

/** The cells of every two inputs. */
function listPairs(inputs: readonly InputLevels[]): InputLevels[] {
  return inputs.flatMap((a, at) =>
    inputs.slice(at + 1).map((b) => ({
      numbers: a.numbers.map((number, row) => number * b.count + b.numbers[row]),
      count: a.count * b.count,
    })),
  );
}

/**
 * Computes the share of the variance of some values that effects leave unexplained, corrected for the number of effects.
 *
 * @param values one for each row
 * @returns 0 .. 1; 1 where the values do not vary
 */
export function computeUnexplainedShare({ cells, effects }: LevelEffects, values: Float64Array): number {
  const { length: rows } = values;
  const residuals = values.slice();
  const total = subtractMeans(residuals, { numbers: new Int32Array(rows), count: 1 });
  let left = total;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = left;
    for (const cell of cells) left = subtractMeans(residuals, cell);
    if (!(left <= MAX_REMAINING_SHARE * before)) break;
  }
  return total > 0 ? Math.min(1, (left / (rows - effects)) * ((rows - 1) / total)) : 1;
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
