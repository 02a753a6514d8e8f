/** Finds a linear relation that the inputs keep in every row, as shares that sum to one do. */
import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import { symmetricEigen } from "../math/symmetric-eigen.ts";
import { spreadOf } from "./scaling.ts";

/** Two inputs that go together are copies of each other, which is another matter. */
const MIN_TERMS = 3;
/** With more inputs a relation of all of them would not be read. */
const MAX_INPUTS = 50;
/** A sum varies by no more than this share of its inputs' variance where only their rounding makes it vary. */
const MAX_VARIANCE = 1e-6;
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
  const covariance = new Float64Array(width * width);
  standardised.forEach((first, i) => {
    standardised.forEach((second, j) => {
      covariance[i * width + j] = first.reduce((sum, value, row) => sum + value * second[row], 0) / rows;
    });
  });
  const { values, vectors } = symmetricEigen(covariance, width);
  // Descending. With two directions that do not vary, neither is the relation that somebody meant.
  if (values[width - 1] > MAX_VARIANCE || values[width - 2] <= MAX_VARIANCE) return null;
  const direction = vectors.subarray((width - 1) * width, width * width);
  const largest = direction.reduce((most, share) => Math.max(most, Math.abs(share)), 0);
  const terms = columns.flatMap(({ name }, at) => {
    const { deviation, centre } = spreads[at] ?? { deviation: 1, centre: 0 };
    const isPart = Math.abs(direction[at]) >= MIN_COEFFICIENT * largest;
    return isPart ? [{ input: name, coefficient: direction[at] / deviation, centre }] : [];
  });
  if (terms.length < MIN_TERMS) return null;
  const smallest = Math.min(...terms.map(({ coefficient }) => Math.abs(coefficient)));
  const scale = smallest * Math.sign(terms[0]?.coefficient ?? 1);
  const scaled = terms.map((term) => ({ ...term, coefficient: rounded(term.coefficient / scale) }));
  const sum = scaled.reduce((total, { coefficient, centre }) => total + coefficient * centre, 0);
  return {
    kind: "relation",
    terms: scaled.map(({ input, coefficient }) => ({ input, coefficient })),
    sum: rounded(sum),
  };
}

/** Rounds to a whole number where the value nearly is one. */
function rounded(value: number): number {
  const nearest = Math.round(value);
  return nearest !== 0 && Math.abs(value - nearest) <= MAX_RELATIVE_DIFFERENCE * Math.abs(nearest)
    ? nearest
    : value;
}
