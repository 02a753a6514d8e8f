/** The terms of a polynomial trend: products of at most two features. */
import { dot, Matrix } from "../../../math/matrix.ts";
import type { TrendDegree } from "./model.ts";

/** Two features a term; -1 for none. */
export type Terms = Int32Array;

/** A term that the ones before it explain up to this share of its size is left out. */
const MAX_DEPENDENT_SHARE = 1e-5;
const NO_FEATURE = -1;

/**
 * Counts the terms of a trend if all of them are linearly independent.
 * @param degree the degree of the trend
 * @param width the number of features
 */
export function termCount(degree: TrendDegree, width: number): number {
  switch (degree) {
    case "constant":
      return 1;
    case "linear":
      return 1 + width;
    case "quadratic":
      return ((width + 1) * (width + 2)) / 2;
  }
}

/**
 * Chooses the terms of a trend that are linearly independent on the given rows.
 * @param inputs features x rows
 * @param degree the degree of the trend
 */
export function independentTerms(inputs: Matrix, degree: TrendDegree): Terms {
  const { rows: width, columns: count } = inputs;
  const candidates: [number, number][] = [[NO_FEATURE, NO_FEATURE]];
  if (degree !== "constant") for (let a = 0; a < width; a++) candidates.push([a, NO_FEATURE]);
  if (degree === "quadratic")
    for (let a = 0; a < width; a++) for (let b = 0; b <= a; b++) candidates.push([a, b]);
  const selectedTerms: number[] = [];
  const directions: Float64Array[] = [];
  for (const candidate of candidates) {
    if (directions.length >= count) break;
    const column = evaluateTerms(Int32Array.from(candidate), inputs).row(0);
    const size = Math.sqrt(dot(column, column));
    // Twice: the second round removes the rounding errors of the first.
    for (let round = 0; round < 2; round++) {
      for (const direction of directions) {
        const share = dot(column, direction);
        for (let i = 0; i < count; i++) column[i] -= share * direction[i];
      }
    }
    const residualLength = Math.sqrt(dot(column, column));
    if (!(residualLength > MAX_DEPENDENT_SHARE * size)) continue;
    directions.push(column.map((value) => value / residualLength));
    selectedTerms.push(...candidate);
  }
  return Int32Array.from(selectedTerms);
}

/**
 * Evaluates the terms of a trend.
 * @param terms the chosen terms
 * @param inputs features x points
 * @returns terms x points
 */
export function evaluateTerms(terms: Terms, inputs: Matrix): Matrix {
  const evaluated = new Matrix(terms.length / 2, inputs.columns);
  evaluated.values.fill(1);
  for (let at = 0; at < terms.length; at++) {
    const feature = terms[at];
    if (feature === NO_FEATURE) continue;
    const factors = inputs.row(feature);
    const values = evaluated.row(at >> 1);
    for (let i = 0; i < values.length; i++) values[i] *= factors[i];
  }
  return evaluated;
}

/**
 * Adds to `gradients`, one a feature, the derivatives of a weighted sum of the terms at one point.
 * @param inputs features x points, of which the point is the one at `at`.
 */
export function addTermGradients(
  terms: Terms,
  weights: Float64Array,
  inputs: Matrix,
  at: number,
  gradients: Float64Array,
): void {
  const cell = (feature: number): number => (feature === NO_FEATURE ? 1 : inputs.at(feature, at));
  weights.forEach((weight, term) => {
    const [a = NO_FEATURE, b = NO_FEATURE] = [terms[2 * term], terms[2 * term + 1]];
    if (a !== NO_FEATURE) gradients[a] += weight * cell(b);
    if (b !== NO_FEATURE) gradients[b] += weight * cell(a);
  });
}
