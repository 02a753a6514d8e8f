/** Finds a linear relation that the inputs keep in every row, as shares that sum to one do. */
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import { decimalText } from "@understudy/shared/number-text.ts";
import { Matrix } from "../math/matrix.ts";
import { symmetricEigen } from "../math/symmetric-eigen.ts";
import { spreadOf } from "./scaling.ts";

/** Two inputs that go together are copies of each other, which is another matter. */
const MIN_TERMS = 3;
/** A column with more decimals is written to the last bit; at most this many values are looked at for decimals. */
const [MAX_DECIMALS, MAX_ROUNDED_VALUES] = [9, 500];
/** Estimated coefficients of rounded columns differ by up to this share from the whole numbers that were meant. */
const MAX_WHOLE_DIFFERENCE = 0.1;
/** With more inputs a relation of all of them would not be read. */
const MAX_INPUTS = 50;
/** A sum varies by no more than this share of its inputs' variance where hardly anything makes it vary. */
const MAX_VARIANCE = 1e-6;
/**
 * Rounded inputs make their sum vary by more, as percentages with one decimal do: up to so many times the variance of independent
 * rounding errors, but by no more than this share of the inputs' variance.
 */
const [MAX_ROUNDING_RATIO, MAX_ROUNDING_VARIANCE] = [2, 1e-3];
/** The other directions vary by at least so many times as much: else they may be relations as well. */
const MIN_VARIANCE_RATIO = 10;
/** A coefficient, in standard deviations of its input, below this share of the largest is rounding. */
const MIN_COEFFICIENT = 0.02;
/** A coefficient this near to a whole number, as a share of it, is written as that number. */
const MAX_RELATIVE_DIFFERENCE = 1e-4;

/**
 * The direction in which standardised inputs do not vary: the eigenvector of their covariance with the smallest eigenvalue (principal
 * component analysis; Jolliffe, 2002, chapter 3.4). Its coefficients are divided by the smallest of them.
 * @param columns of numbers that vary, all of the same length. @returns null where the inputs keep no relation, or several.
 */
export function findRelation(
  columns: readonly { name: string; values: Float64Array }[],
): InputRelation | null {
  const width = columns.length;
  const rows = columns[0]?.values.length ?? 0;
  if (width < MIN_TERMS || width > MAX_INPUTS || rows < 2 * width) return null;
  const spreads = columns.map(({ values }) => spreadOf(values));
  const standardised = columns.map(({ values }, at) => {
    const { centre, deviation } = spreads[at] ?? { centre: 0, deviation: 1 };
    return values.map((value) => (value - centre) / deviation);
  });
  const covariance = new Matrix(width, width);
  standardised.forEach((first, i) => {
    standardised.forEach((second, j) => {
      covariance.set(i, j, first.reduce((sum, value, row) => sum + value * second[row], 0) / rows);
    });
  });
  const { values, vectors } = symmetricEigen(covariance);
  const direction = vectors.row(width - 1);
  const roundingVariance = columns.reduce(
    (sum, { values: column }, at) =>
      sum + (direction[at] / spreads[at].deviation) ** 2 * varianceOfRounding(column),
    0,
  );
  const most = Math.max(MAX_VARIANCE, Math.min(MAX_ROUNDING_VARIANCE, MAX_ROUNDING_RATIO * roundingVariance));
  // Descending. With two directions that do not vary, neither is the relation that somebody meant.
  const [second, least] = [values[width - 2], values[width - 1]];
  if (least > most || second <= MAX_VARIANCE || second <= MIN_VARIANCE_RATIO * least) return null;
  const largest = direction.reduce((most, share) => Math.max(most, Math.abs(share)), 0);
  const terms = columns.flatMap(({ name, values: column }, at) => {
    const { deviation, centre } = spreads[at] ?? { deviation: 1, centre: 0 };
    const isPart = Math.abs(direction[at]) >= MIN_COEFFICIENT * largest;
    return isPart ? [{ input: name, coefficient: direction[at] / deviation, centre, values: column }] : [];
  });
  if (terms.length < MIN_TERMS) return null;
  const smallest = Math.min(...terms.map(({ coefficient }) => Math.abs(coefficient)));
  const scale = smallest * Math.sign(terms[0]?.coefficient ?? 1);
  const coefficients = terms.map(({ coefficient }) => coefficient / scale);
  const meantRelation = wholeRelation(
    coefficients,
    terms.map(({ values: column }) => column),
  );
  const scaled = terms.map((term, at) => ({
    ...term,
    coefficient: meantRelation?.coefficients[at] ?? roundNear(coefficients[at]),
  }));
  const sum = scaled.reduce((total, { coefficient, centre }) => total + coefficient * centre, 0);
  const size = scaled.reduce(
    (most, { coefficient, centre }) => Math.max(most, Math.abs(coefficient * centre)),
    0,
  );
  return {
    kind: "relation",
    terms: scaled.map(({ input, coefficient }) => ({ input, coefficient })),
    sum: meantRelation?.sum ?? (Math.abs(sum) <= MAX_RELATIVE_DIFFERENCE * size ? 0 : roundNear(sum)),
  };
}

/**
 * The relation with whole coefficients that was meant, where the columns were rounded so much that the estimated ones are not whole.
 * @returns null where the sums with whole coefficients differ by more than rounding makes them
 */
function wholeRelation(
  coefficients: readonly number[],
  columns: readonly Float64Array[],
): { coefficients: number[]; sum: number } | null {
  const wholeCoefficients = coefficients.map(Math.round);
  const isNear = wholeCoefficients.every(
    (value, at) =>
      value !== 0 && Math.abs(coefficients[at] - value) <= MAX_WHOLE_DIFFERENCE * Math.abs(value),
  );
  if (!isNear) return null;
  const sums = columns[0].map((_, row) =>
    wholeCoefficients.reduce((sum, coefficient, at) => sum + coefficient * columns[at][row], 0),
  );
  const rounding = wholeCoefficients.reduce(
    (sum, coefficient, at) => sum + coefficient ** 2 * varianceOfRounding(columns[at]),
    0,
  );
  const { centre, deviation } = spreadOf(sums);
  if (deviation ** 2 > MAX_ROUNDING_RATIO * rounding) return null;
  const nearest = Math.round(centre);
  return {
    coefficients: wholeCoefficients,
    sum: Math.abs(centre - nearest) <= Math.sqrt(rounding) ? nearest : centre,
  };
}

/** Rounds to a whole number where the value nearly is one. */
function roundNear(value: number): number {
  const nearest = Math.round(value);
  return nearest !== 0 && Math.abs(value - nearest) <= MAX_RELATIVE_DIFFERENCE * Math.abs(nearest)
    ? nearest
    : value;
}

/** The variance of the error that a column's last digit leaves, which is uniform over one unit of it. */
function varianceOfRounding(values: Float64Array): number {
  const sample = values.subarray(0, MAX_ROUNDED_VALUES);
  let decimals = 0;
  for (const value of sample)
    while (decimals < MAX_DECIMALS && Number(decimalText(value, decimals)) !== value) decimals += 1;
  return decimals === MAX_DECIMALS ? 0 : 10 ** (-2 * decimals) / 12;
}
