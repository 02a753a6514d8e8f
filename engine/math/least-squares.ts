/**
 * Ridge regression of several targets on the same terms. Each row is predicted exactly as by a fit without it, and the errors of these
 * predictions choose the ridge of each target.
 */
import { joined } from "./joined.ts";
import { viewRow } from "./kernels/arena.ts";
import type { Kernels } from "./kernels/kernels.ts";
import {
  type Design,
  forEachBlock,
  type NormalEquations,
  type Problem,
  type Solution,
  solveEquations,
  subtractEquations,
  sumEquations,
} from "./normal-equations.ts";

export interface Regression {
  /** targets x size, row-major. */
  coefficients: Float64Array;
  /** The predictions of the rows by fits without them, for each target; empty where no rows were left out. */
  leftOut: Float64Array[];
}

/** The rows that are left out of the fit that predicts them: each row by itself, or the rows of each part together. */
export type LeavesOut = "row by row" | readonly LeftOutPart[];

/**
 * Fits each target by ridge regression, and chooses its ridge by the squared errors at the rows that are left out.
 * @param targets each with one value for every row of the design
 * @param rows the rows that are fitted
 * @param ridges the penalties on all terms but the constant, divided by the number of rows. A target gets the ridge with the least error at
 *   the rows that are left out. With a single number no row is left out.
 * @returns null where no ridge makes the system well-conditioned. The memory of `kernels` is freed.
 */
export function* regress(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  ridges: readonly number[] | number,
  kernels: Kernels,
  leavesOut: LeavesOut = "row by row",
): Generator<undefined, Regression | null> {
  const problem = { design, targets, rows, kernels };
  const begin = kernels.mark();
  const equations = yield* sumEquations(problem);
  const regression =
    typeof ridges === "number"
      ? computeCoefficients(problem, equations, ridges)
      : yield* chooseRidges(problem, equations, ridges, leavesOut);
  kernels.release(begin);
  return regression;
}

function computeCoefficients(
  { targets, rows, kernels }: Problem,
  equations: NormalEquations,
  ridge: number,
): Regression | null {
  const fit = solveEquations(equations, ridge * rows.length, kernels);
  return (
    fit && { coefficients: joined(targets.map((_, target) => copyCoefficients(fit, target))), leftOut: [] }
  );
}

/** The fit with the ridge of the least errors so far. */
interface BestFit extends LeftOutPredictions {
  coefficients: Float64Array;
}

function* chooseRidges(
  problem: Problem,
  equations: NormalEquations,
  ridges: readonly number[],
  leavesOut: LeavesOut,
): Generator<undefined, Regression | null> {
  const { targets, rows, kernels } = problem;
  const parts = leavesOut === "row by row" ? null : yield* sumPartEquations(problem, leavesOut);
  const bestFits: BestFit[] = targets.map(() => ({
    ...{ errors: Number.POSITIVE_INFINITY, predicted: new Float64Array(rows.length) },
    coefficients: new Float64Array(problem.design.size),
  }));
  for (const ridge of ridges) {
    const mark = kernels.mark();
    const fit = solveEquations(equations, ridge * rows.length, kernels);
    if (fit !== null) {
      const predictions: LeftOutPredictions[] | null =
        parts === null
          ? yield* leaveRowsOut(problem, fit)
          : yield* leavePartsOut(problem, equations, parts, ridge);
      predictions?.forEach((prediction, target) => {
        if (prediction.errors < bestFits[target].errors)
          bestFits[target] = { ...prediction, coefficients: copyCoefficients(fit, target) };
      });
    }
    kernels.release(mark);
  }
  if (!bestFits.every(({ errors }) => Number.isFinite(errors))) return null;
  return {
    coefficients: joined(bestFits.map(({ coefficients }) => coefficients)),
    leftOut: bestFits.map(({ predicted }) => predicted),
  };
}

/** Copies the coefficients of one target from the memory of the kernels. */
const copyCoefficients = (
  { coefficients: { values, rows, stride } }: Solution,
  target: number,
): Float64Array => Float64Array.from({ length: rows }, (_, term) => values[term * stride + target]);

/** The predictions of rows by regressions without them: of each row by itself in closed form, of parts of the rows together. */

/** With a larger leverage, a row's prediction without it is lost in rounding. */
const MAX_LEVERAGE = 0.999;
/** A fit with a larger share of rows beyond `MAX_LEVERAGE` only repeats the rows, and is not taken. */
const MAX_REPEATED_SHARE = 0.05;

/** Rows that are left out of one fit together, and those of them that it predicts; positions among the fitted rows. */
export interface LeftOutPart {
  leftOut: Int32Array;
  predicted: Int32Array;
}

/** Rows that are left out together, and their share of the normal equations. */
type PartEquations = NormalEquations & LeftOutPart;

/** The predictions of one target by fits without the rows that are predicted. */
interface LeftOutPredictions {
  /** One a fitted row. */
  predicted: Float64Array;
  /** The sum of squared errors. */
  errors: number;
}

/** Sums the normal equations of each part. */
function* sumPartEquations(
  problem: Problem,
  leftOutParts: readonly LeftOutPart[],
): Generator<undefined, PartEquations[]> {
  const parts: PartEquations[] = [];
  for (const part of leftOutParts) {
    const rows = part.leftOut.map((at) => problem.rows[at]);
    parts.push({ ...part, ...(yield* sumEquations({ ...problem, rows })) });
  }
  return parts;
}

/**
 * Predicts each part by the fit to the others, whose normal equations are those of all rows less its own.
 * @param ridge divided by the number of rows
 * @returns for each target its predictions; null where one of the systems is singular
 */
function* leavePartsOut(
  problem: Problem,
  equations: NormalEquations,
  parts: readonly PartEquations[],
  ridge: number,
): Generator<undefined, LeftOutPredictions[] | null> {
  const { targets, rows, kernels } = problem;
  const predictions = createPredictions(problem);
  for (const part of parts) {
    const mark = kernels.mark();
    const reduced = subtractEquations(equations, part, kernels);
    const fit = solveEquations(reduced, ridge * (rows.length - part.leftOut.length), kernels);
    if (fit === null) {
      kernels.release(mark);
      return null;
    }
    const predictedRows = part.predicted.map((at) => rows[at]);
    yield* forEachBlock({ ...problem, rows: predictedRows }, (terms, blockRows, from) => {
      const fitted = kernels.matrix64(targets.length, blockRows.length);
      kernels.multiply(fit.coefficients, terms, fitted, "Aᵀ B");
      predictions.forEach((prediction, target) => {
        for (let at = 0; at < blockRows.length; at++) {
          const predicted = fitted.values[target * fitted.stride + at];
          prediction.predicted[part.predicted[from + at]] = predicted;
          prediction.errors += (predicted - targets[target][blockRows[at]]) ** 2;
        }
      });
    });
    kernels.release(mark);
  }
  return predictions;
}

/**
 * Predicts each row y by the fit without it: y - r / (1 - h), with its residual r and its leverage h (Allen, 1974, "PRESS").
 * @returns for each target its predictions, with infinite errors where the fit only repeats the rows
 */
function* leaveRowsOut(
  problem: Problem,
  { factor, coefficients }: Solution,
): Generator<undefined, LeftOutPredictions[]> {
  const { targets, rows, kernels } = problem;
  const predictions = createPredictions(problem);
  let repeatedRowCount = 0;
  yield* forEachBlock(problem, (terms, blockRows, from) => {
    const fitted = kernels.matrix64(targets.length, blockRows.length);
    kernels.multiply(coefficients, terms, fitted, "Aᵀ B");
    kernels.solveLower(factor, terms);
    // The weight of each row's own value in its prediction.
    const leverages = new Float64Array(blockRows.length);
    for (let i = 0; i < terms.rows; i++) {
      const row = viewRow(terms, i);
      for (let at = 0; at < row.length; at++) leverages[at] += row[at] ** 2;
    }
    repeatedRowCount += leverages.filter((leverage) => leverage > MAX_LEVERAGE).length;
    predictions.forEach((prediction, target) => {
      for (let at = 0; at < blockRows.length; at++) {
        const value = targets[target][blockRows[at]];
        const residual = value - fitted.values[target * fitted.stride + at];
        const leverage = leverages[at];
        // Nothing but the mean can be said without a row that decides its own prediction.
        const predicted = leverage > MAX_LEVERAGE ? 0 : value - residual / (1 - leverage);
        prediction.predicted[from + at] = predicted;
        prediction.errors += (predicted - value) ** 2;
      }
    });
  });
  if (repeatedRowCount <= MAX_REPEATED_SHARE * rows.length) return predictions;
  return predictions.map((prediction) => ({ ...prediction, errors: Number.POSITIVE_INFINITY }));
}

const createPredictions = ({ targets, rows }: Problem): LeftOutPredictions[] =>
  targets.map(() => ({ predicted: new Float64Array(rows.length), errors: 0 }));
