/**
 * The leverage of regression (Hoaglin and Welsch, 1978): it is large where the training rows say little of a point's
 * combination of polynomial terms. A point near to rows in every single direction may still combine them as no row
 * does; a polynomial's coefficients there are guesses.
 */

import { Matrix } from "../../math/matrix.ts";
import { polynomialGradients } from "../polynomial/gradients.ts";
import { createPolynomialEvaluator, type PolynomialModel } from "../polynomial/model.ts";
import type { DataDistancesWithGradients } from "./data-distance.ts";

/** Its outputs are directions of the terms: the sum of their squares is 1 at a training row of high leverage. */
export type LeverageModel = PolynomialModel;

/** The leverage, in that of such a row, up to which new rows of the same design lie. */
export const USUAL_LEVERAGE = 2;
/** The distance that the highest leverages count for, in spacings, and how far beyond the usual ones about half of it is reached. */
export const MAX_LEVERAGE_SPACINGS = 8;
export const HALF_RISE_LEVERAGE = 8;

/**
 * Computes the square roots of the leverages at encoded points.
 * @param model polynomials whose squared values sum to the leverage
 * @param encoded features x points, standardised
 * @returns one a point, without unit
 */
export function leverages(model: LeverageModel, encoded: Matrix): Float64Array {
  return sumSquares(createPolynomialEvaluator(model)(encoded)).map(Math.sqrt);
}

/** Sums the squares of each column. */
export function sumSquares(values: Matrix): Float64Array {
  const squares = new Float64Array(values.columns);
  for (const row of values.rowViews()) {
    for (let i = 0; i < row.length; i++) squares[i] += row[i] * row[i];
  }
  return squares;
}

/**
 * Computes the square roots of the leverages and their derivatives by the features.
 * @param model polynomials whose squared values sum to the leverage
 * @param encoded features x points, standardised
 */
export function leveragesWithGradients(model: LeverageModel, encoded: Matrix): DataDistancesWithGradients {
  const { rows: width, columns: count } = encoded;
  const size = 1 + model.terms.length / 3;
  const values = createPolynomialEvaluator(model)(encoded);
  const distances = leverages(model, encoded);
  const gradients = new Matrix(width, count);
  const coefficients = new Float64Array(size);
  for (let i = 0; i < count; i++) {
    // The derivative of half the sum of squares is that of one polynomial: all outputs, each times its own value here.
    coefficients.fill(0);
    for (let at = 0; at < model.coefficients.length; at++)
      coefficients[at % size] += values.at(Math.floor(at / size), i) * model.coefficients[at];
    const point = new Matrix(width, 1, encoded.column(i));
    const [gradientsAtPoint] = polynomialGradients({ ...model, coefficients }, point);
    for (let j = 0; j < width; j++)
      gradients.set(j, i, (gradientsAtPoint?.gradients.at(j, 0) ?? 0) / (distances[i] || 1));
  }
  return { distances, gradients };
}

/**
 * Converts a leverage into the distance that it counts for, in spacings, with its derivative: none up to the usual
 * ones, begun smoothly.
 */
function convertToSpacings(leverage: number): { value: number; slope: number } {
  const beyond = Math.max(0, leverage - USUAL_LEVERAGE);
  const sum = beyond + HALF_RISE_LEVERAGE;
  return {
    value: (MAX_LEVERAGE_SPACINGS * beyond ** 2) / (sum * (beyond + 1)),
    slope:
      (MAX_LEVERAGE_SPACINGS * beyond * (2 * sum * (beyond + 1) - beyond * (sum + beyond + 1))) /
      (sum * (beyond + 1)) ** 2,
  };
}

/** Distances to the rows as an output's polynomials see them. @param weight that of the polynomials in the output, 0 .. 1 */
export function leveragedDistances(
  distances: Float64Array,
  byLeverage: Float64Array | null,
  weight: number,
): Float64Array {
  if (byLeverage === null || weight === 0) return distances;
  return distances.map((distance, i) => {
    const extra = weight * convertToSpacings(byLeverage[i]).value;
    return extra === 0 ? distance : Math.hypot(distance, extra);
  });
}

/** The same with derivatives. */
export function leveragedDistancesWithGradients(
  distancesToRows: DataDistancesWithGradients,
  byLeverage: DataDistancesWithGradients | null,
  weight: number,
): DataDistancesWithGradients {
  if (byLeverage === null || weight === 0) return distancesToRows;
  const { rows: width, columns: count } = distancesToRows.gradients;
  const distances = leveragedDistances(distancesToRows.distances, byLeverage.distances, weight);
  const gradients = new Matrix(width, count);
  for (let i = 0; i < count; i++) {
    const { value, slope: bySpacing } = convertToSpacings(byLeverage.distances[i]);
    for (let j = 0; j < width; j++) {
      const slope = distancesToRows.gradients.at(j, i);
      const ofLeverage = weight * weight * value * bySpacing * byLeverage.gradients.at(j, i);
      const combined = (distancesToRows.distances[i] * slope + ofLeverage) / distances[i];
      gradients.set(j, i, value === 0 ? slope : combined);
    }
  }
  return { distances, gradients };
}
