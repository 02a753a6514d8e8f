import { everyRow, thinRows } from "../../dataset/table.ts";
import { threadKernels } from "../../math/kernels/layer-kernels.ts";
import { Matrix } from "../../math/matrix.ts";
import { runToEnd } from "../../math/run-to-end.ts";
import { symmetricEigen } from "../../math/symmetric-eigen.ts";
import { type LeverageModel, leverages, sumSquares } from "../../models/extrapolation/leverage.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { fitPolynomial, polynomialDesign } from "../../models/polynomial/fit.ts";
import {
  createPolynomialEvaluator,
  fillTerms,
  type PolynomialDesign,
} from "../../models/polynomial/model.ts";
import type { Choice } from "./choice.ts";

const MAX_FITTED_ROWS = 1500;
const MAX_TERMS = 170;
/** At most this many directions are kept, the least certain ones. */
const MAX_DIRECTIONS = 48;
/** The share of the training rows whose leverage is less than 1. */
const USUAL_SHARE = 0.95;
/** The least prior variance of a coefficient: terms that this training did not need may matter elsewhere. */
const MIN_PRIOR_VARIANCE = 1e-6;

export interface FittedLeverage {
  model: LeverageModel;
  /** The training rows that it was fitted to, and the leverage that each has where it is left out. */
  rows: Int32Array;
  leftOut: Float64Array;
}

/** The largest leverage in a fit: that of 1 would be infinite where the row is left out. */
const MAX_LEVERAGE = 1 - 1e-9;

/**
 * Fits the leverage model of the training rows, in polynomial terms up to `degree`, or up to a lower one where those
 * are many. The leverage is the predictive variance of Bayesian linear regression (MacKay, 1992) whose prior is that
 * the coefficients of terms of one degree are about as large as those that were fitted.
 *
 * @returns null where there are too few rows, or too many features
 */
function fitLeverage(data: TrainingData, degree: number): FittedLeverage | null {
  const rows = thinRows(everyRow(data.inputs.columns), MAX_FITTED_ROWS);
  const design = findDesign(data, rows, degree);
  if (design === null) return null;
  const fit = fitAllTargets(data, rows, design);
  if (fit === null) return null;
  const size = 1 + design.terms.length / 3;
  const deviations = priorDeviations(design, fit.coefficients, size);
  const inputs = data.inputs.gatherColumns(rows);
  const precision = scaledGram(design, inputs, deviations);
  const { values, vectors } = symmetricEigen(precision);
  const coefficients = new Matrix(size, size);
  const variances = new Float64Array(size);
  for (let k = 0; k < size; k++) {
    // The eigenvalues descend: the last directions are the least certain.
    const at = size - 1 - k;
    variances[k] = 1 / (fit.meanSquare + Math.max(0, values[at]));
    for (let term = 0; term < size; term++)
      coefficients.set(k, term, Math.sqrt(variances[k]) * vectors.at(at, term) * deviations[term]);
  }
  const directions = createPolynomialEvaluator({ ...design, coefficients: coefficients.values })(inputs);
  const directionCount = Math.min(MAX_DIRECTIONS, size);
  const squares = sumSquares(directions.rowRange(0, directionCount)).sort();
  // With this scale the leverage of nearly all rows is less than 1.
  const usualLeverage = Math.sqrt(squares[Math.floor(USUAL_SHARE * (squares.length - 1))]) || 1;
  return {
    model: {
      ...design,
      coefficients: coefficients.values
        .slice(0, directionCount * size)
        .map((coefficient) => coefficient / usualLeverage),
    },
    rows,
    leftOut: leaveEachOut(directions, variances, directionCount).map(
      (square) => Math.sqrt(square) / usualLeverage,
    ),
  };
}

/**
 * Computes the squared leverage of each row in a fit without it. Leaving a row out adds u u' / (1 - h) to the covariance of the coefficients, where h
 * is the squared leverage of the row in the fit and u the covariance times its terms (Sherman and Morrison, 1950). That counts in whole where it makes
 * a direction less certain than those of the model, and elsewhere as far as it lies in these.
 * @param directions the terms of the rows along the directions, each in its standard deviations: directions x rows, the least certain first
 * @param variances those of the coefficients along the directions
 * @param count the number of directions that the model has
 */
function leaveEachOut(directions: Matrix, variances: Float64Array, count: number): Float64Array {
  return Float64Array.from({ length: directions.columns }, (_, row) => {
    let square = 0;
    let squareInModel = 0;
    let variance = 0;
    for (let k = 0; k < directions.rows; k++) {
      const part = directions.at(k, row) ** 2;
      square += part;
      if (k < count) squareInModel += part;
      variance += part * variances[k];
    }
    const rest = 1 - Math.min(MAX_LEVERAGE, square);
    const isUncertain = variance / rest > variances[count - 1];
    return squareInModel + (isUncertain ? square : squareInModel) ** 2 / rest;
  });
}

/**
 * Computes the leverages of training rows, each as if it had been left out of the fit.
 * @param rows indices into the training rows
 * @returns one a row, as `leverages` computes them at new points
 */
export function leaveOneOutLeverages(
  { model, rows: fittedRows, leftOut }: FittedLeverage,
  { inputs }: TrainingData,
  rows: Int32Array,
): Float64Array {
  const leftOutByRow = new Map(Array.from(fittedRows, (row, at) => [row, leftOut[at]]));
  return leverages(model, inputs.gatherColumns(rows)).map(
    (leverage, at) => leftOutByRow.get(rows[at]) ?? leverage,
  );
}

function findDesign(data: TrainingData, rows: Int32Array, degree: number): PolynomialDesign | null {
  for (let triedDegree = degree; triedDegree >= 2; triedDegree--) {
    const design = polynomialDesign(data, rows, triedDegree);
    if (design !== null && design.terms.length / 3 < MAX_TERMS) return design;
  }
  return null;
}

/**
 * Fits the polynomial to all targets. Returns its coefficients, targets x size, and the median over the targets of
 * the mean squared leave-one-out error.
 */
function fitAllTargets(
  data: TrainingData,
  rows: Int32Array,
  design: PolynomialDesign,
): { coefficients: Float64Array; meanSquare: number } | null {
  const fitted = runToEnd(fitPolynomial(data, data.targets, rows, design, "row by row", threadKernels()));
  if (fitted === null) return null;
  const { model, leftOut } = fitted;
  const squares = data.targets.map((target, k) => {
    const predicted = leftOut[k];
    return rows.reduce((sum, row, i) => sum + (target[row] - (predicted?.[i] ?? 0)) ** 2, 0) / rows.length;
  });
  const meanSquare = squares.toSorted((a, b) => a - b)[Math.floor(squares.length / 2)] ?? 1;
  return { coefficients: model.coefficients, meanSquare: Math.max(1e-12, meanSquare) };
}

/** Computes the degree of each term, the constant first. */
function termDegrees({ terms }: PolynomialDesign): Int32Array {
  const degrees = new Int32Array(1 + terms.length / 3);
  for (let term = 1; term < degrees.length; term++)
    degrees[term] = degrees[terms[3 * (term - 1)]] + terms[3 * (term - 1) + 2];
  return degrees;
}

/** Computes for each term the root mean square of the coefficients of its degree. */
function priorDeviations(design: PolynomialDesign, coefficients: Float64Array, size: number): Float64Array {
  const degrees = termDegrees(design);
  const sums = new Map<number, { squares: number; count: number }>();
  coefficients.forEach((value, at) => {
    const sum = sums.get(degrees[at % size]) ?? { squares: 0, count: 0 };
    sums.set(degrees[at % size], { squares: sum.squares + value * value, count: sum.count + 1 });
  });
  return Float64Array.from(degrees, (degree) => {
    const { squares, count } = sums.get(degree) ?? { squares: 0, count: 1 };
    return Math.sqrt(MIN_PRIOR_VARIANCE + squares / count);
  });
}

/**
 * Sums over the rows the products of all terms, each in its prior deviations.
 * @param inputs features x rows
 * @param deviations one a term
 * @returns terms x terms
 */
function scaledGram(design: PolynomialDesign, inputs: Matrix, deviations: Float64Array): Matrix {
  const { columns: count } = inputs;
  const kernels = threadKernels();
  const mark = kernels.mark();
  const size = deviations.length;
  const matrix = kernels.matrix64(size, count);
  fillTerms(design, (feature) => inputs.row(feature), matrix);
  const gram = new Matrix(size, size);
  for (let a = 0; a < size; a++) {
    const rowA = a * matrix.stride;
    for (let b = 0; b <= a; b++) {
      const rowB = b * matrix.stride;
      let sum = 0;
      for (let i = 0; i < count; i++) sum += matrix.values[rowA + i] * matrix.values[rowB + i];
      const product = sum * deviations[a] * deviations[b];
      gram.set(a, b, product);
      gram.set(b, a, product);
    }
  }
  kernels.release(mark);
  return gram;
}

/** A polynomial with less weight than this in every target changes little, wherever it leads. */
const MIN_WEIGHT = 0.1;

/**
 * Fits the leverage of the polynomials in the choices, at the highest degree that has weight; null where none has.
 */
export function fitMemberLeverage(
  outcomes: readonly { readonly choice: Choice }[],
  data: TrainingData,
): FittedLeverage | null {
  const degrees = outcomes.flatMap(({ choice }) =>
    choice.members.flatMap(({ candidate, weight }) => {
      const fitted = candidate.foldModels[0]?.model;
      return fitted?.family === "polynomial" && weight >= MIN_WEIGHT ? [findDegree(fitted.model)] : [];
    }),
  );
  return degrees.length === 0 ? null : fitLeverage(data, Math.max(...degrees));
}

const findDegree = (design: PolynomialDesign): number => Math.max(...termDegrees(design));
