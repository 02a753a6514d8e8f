/** The predictions of rows by regressions without them: of each row by itself in closed form, of parts of the rows together. */
import { viewRow } from "./kernels/arena.ts";
import {
  forEachBlock,
  type NormalEquations,
  type Problem,
  type Solution,
  solveEquations,
  subtractEquations,
  sumEquations,
} from "./normal-equations.ts";

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
export type PartEquations = NormalEquations & LeftOutPart;

/** The predictions of one target by fits without the rows that are predicted. */
export interface LeftOutPredictions {
  /** One a fitted row. */
  predicted: Float64Array;
  /** The sum of squared errors. */
  errors: number;
}

/** Sums the normal equations of each part. */
export function* sumPartEquations(
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
export function* leavePartsOut(
  problem: Problem,
  equations: NormalEquations,
  parts: readonly PartEquations[],
  ridge: number,
): Generator<undefined, LeftOutPredictions[] | null> {
  const { targets, rows, kernels } = problem;
  const predictions = createPredictions(problem);
  for (const part of parts) {
    const mark = kernels.mark();
    const withoutPart = subtractEquations(equations, part, kernels);
    const fit = solveEquations(withoutPart, ridge * (rows.length - part.leftOut.length), kernels);
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
export function* leaveRowsOut(
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
