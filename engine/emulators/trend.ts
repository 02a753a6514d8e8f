/**
 * A quick polynomial fit, good enough to compare the scales of an output by: full quadratic in a few inputs, without
 * products in many. Its leave-one-out residuals are exact and cost nothing more (Allen, 1974, "PRESS").
 */
import { factorise, solve } from "../math/cholesky.ts";
import { addGram, dot, transpose } from "../math/products.ts";

const MOST_TERMS = 120;
/** Of the number of rows, against singular sums of few-valued inputs. */
const RIDGE = 1e-6;

export interface Trend {
  /** Leave-one-out residuals of values given one a row. */
  residuals(values: Float64Array): Float64Array;
}

/** @param features features x count, unit-major, standardised. */
export function createTrend(features: Float64Array, width: number, count: number): Trend {
  const terms = termsOf(features, width, count);
  const size = terms.length / count;
  const gram = new Float64Array(size * size);
  addGram(terms, gram, size, count);
  for (let i = 0; i < size; i++) gram[i * size + i] = (gram[i * size + i] ?? 0) + RIDGE * count;
  const factor = new Float64Array(size * size);
  if (!factorise(gram, factor, size)) return { residuals: (values) => values };
  const rows = new Float64Array(terms.length);
  transpose(terms, rows, size, count);
  const leverages = Float64Array.from({ length: count }, (_, row) => {
    const term = rows.subarray(row * size, (row + 1) * size);
    const solved = term.slice();
    solve(factor, solved, size);
    return Math.min(0.999, dot(term, solved));
  });
  return {
    residuals: (values) => {
      const coefficients = new Float64Array(size);
      for (let i = 0; i < size; i++)
        coefficients[i] = dot(values, terms.subarray(i * count, (i + 1) * count));
      solve(factor, coefficients, size);
      return values.map((value, row) => {
        const fitted = dot(rows.subarray(row * size, (row + 1) * size), coefficients);
        return (value - fitted) / (1 - (leverages[row] ?? 0));
      });
    },
  };
}

/** Terms x count: the constant, the features, their squares and, where few enough, their products. */
function termsOf(features: Float64Array, width: number, count: number): Float64Array {
  const limit = Math.min(MOST_TERMS, Math.floor(count / 3));
  const rows: Float64Array[] = [new Float64Array(count).fill(1)];
  const feature = (i: number): Float64Array => features.subarray(i * count, (i + 1) * count);
  const product = (a: Float64Array, b: Float64Array): Float64Array =>
    a.map((value, at) => value * (b[at] ?? 0));
  if (1 + width <= limit) for (let i = 0; i < width; i++) rows.push(feature(i));
  if (1 + 2 * width <= limit) for (let i = 0; i < width; i++) rows.push(product(feature(i), feature(i)));
  if (1 + 2 * width + (width * (width - 1)) / 2 <= limit) {
    for (let i = 0; i < width; i++) for (let j = 0; j < i; j++) rows.push(product(feature(i), feature(j)));
  }
  const terms = new Float64Array(rows.length * count);
  rows.forEach((row, at) => {
    terms.set(row, at * count);
  });
  return terms;
}
