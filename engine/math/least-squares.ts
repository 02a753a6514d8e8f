/**
 * Ridge regression of several targets on the same terms. Each row is predicted exactly as by a fit without it (Allen, 1974, "PRESS"), and
 * the errors of these predictions choose the ridge of each target.
 */
import { type Matrix64, viewRow } from "./kernels/arena.ts";
import type { Kernels } from "./kernels/kernels.ts";

/** With a larger leverage, a row's prediction without it is lost in rounding. */
const MAX_LEVERAGE = 0.999;
/** A fit with a larger share of rows beyond `MAX_LEVERAGE` only repeats the rows, and is not taken. */
const MAX_REPEATED_SHARE = 0.05;
/** Fewer rows at a time take more calls of the kernels, more rows take more memory. */
const ROWS_PER_BLOCK = 512;

/** The terms that explain the targets. */
export interface Design {
  /** The number of terms, the constant included. */
  size: number;
  /** Writes the terms of some rows, size x rows; the first is the constant. */
  fill(rows: Int32Array, design: Matrix64): void;
}

export interface Regression {
  /** targets x size. */
  coefficients: Float64Array;
  /** The predictions of the rows by fits without them, for each target; empty where no rows were left out. */
  leftOut: Float64Array[];
}

/** Rows that are left out of one fit together, and those of them that it predicts; positions among the fitted rows. */
export interface LeftOutPart {
  leftOut: Int32Array;
  predicted: Int32Array;
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
  const { size } = design;
  const begin = kernels.mark();
  const system = kernels.matrix64(size, size);
  const projections = kernels.matrix64(size, targets.length);
  yield* addRows(design, targets, rows, { system, projections }, kernels);

  const regression =
    typeof ridges === "number"
      ? computeCoefficients({ system, projections }, ridges * rows.length, kernels)
      : yield* chooseRidges(design, targets, rows, ridges, { system, projections }, kernels, leavesOut);
  kernels.release(begin);
  return regression;
}

/** Adds the normal equations of some rows. */
function* addRows(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  { system, projections }: Normal,
  kernels: Kernels,
): Generator<undefined, void> {
  yield* forEachBlock(design, rows, kernels, (terms, blockRows) => {
    kernels.symmetricRankUpdate(terms, system);
    const values = kernels.matrix64(targets.length, blockRows.length);
    targets.forEach((target, at) => {
      for (let i = 0; i < blockRows.length; i++) values.values[at * values.stride + i] = target[blockRows[i]];
    });
    kernels.multiply(terms, values, projections, "A Bᵀ", 1);
  });
}

/** The normal equations of the rows: size x size, its upper triangle, and size x targets. */
interface Normal {
  system: Matrix64;
  projections: Matrix64;
}

function computeCoefficients(
  { system, projections }: Normal,
  ridge: number,
  kernels: Kernels,
): Regression | null {
  const fit = solve(system, projections, ridge, kernels);
  if (fit === null) return null;
  const { rows: size, columns: count, stride, values } = fit.coefficients;
  const coefficients = new Float64Array(count * size);
  for (let target = 0; target < count; target++)
    for (let at = 0; at < size; at++) coefficients[target * size + at] = values[at * stride + target];
  return { coefficients, leftOut: [] };
}

function* chooseRidges(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  ridges: readonly number[],
  { system, projections }: Normal,
  kernels: Kernels,
  leavesOut: LeavesOut,
): Generator<undefined, Regression | null> {
  const { size } = design;
  const parts =
    leavesOut === "row by row" ? null : yield* createParts(design, targets, rows, leavesOut, kernels);
  const best: Regression = {
    coefficients: new Float64Array(targets.length * size),
    leftOut: targets.map(() => new Float64Array(rows.length)),
  };
  const leastErrors = targets.map(() => Number.POSITIVE_INFINITY);
  for (const ridge of ridges) {
    const mark = kernels.mark();
    const fit = solve(system, projections, ridge * rows.length, kernels);
    const predictions =
      fit &&
      (parts === null
        ? yield* leaveRowsOut(design, targets, rows, fit, kernels)
        : yield* leavePartsOut(design, targets, rows, { system, projections }, parts, ridge, kernels));
    predictions?.forEach(({ errors, predicted }, target) => {
      if (!(errors < leastErrors[target])) return;
      leastErrors[target] = errors;
      best.leftOut[target] = predicted;
      const { values, stride } = fit?.coefficients ?? projections;
      for (let at = 0; at < size; at++) best.coefficients[target * size + at] = values[at * stride + target];
    });
    kernels.release(mark);
  }
  return leastErrors.every(Number.isFinite) ? best : null;
}

/** Rows that are left out together, and their share of the normal equations. */
type Part = Normal & LeftOutPart;

function* createParts(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  leftOutParts: readonly LeftOutPart[],
  kernels: Kernels,
): Generator<undefined, Part[]> {
  const parts: Part[] = [];
  for (const { leftOut, predicted } of leftOutParts) {
    const system = kernels.matrix64(design.size, design.size);
    const projections = kernels.matrix64(design.size, targets.length);
    yield* addRows(
      design,
      targets,
      leftOut.map((at) => rows[at]),
      { system, projections },
      kernels,
    );
    parts.push({ leftOut, predicted, system, projections });
  }
  return parts;
}

/**
 * Predicts each part by the fit to the others, whose normal equations are those of all rows less its own.
 * @returns null where one of the systems is singular
 */
function* leavePartsOut(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  normalEquations: Normal,
  parts: readonly Part[],
  ridge: number,
  kernels: Kernels,
): Generator<undefined, LeftOut[] | null> {
  const predictions = targets.map(() => ({ predicted: new Float64Array(rows.length), errors: 0 }));
  for (const part of parts) {
    const mark = kernels.mark();
    const system = subtract(normalEquations.system, part.system, kernels);
    const projections = subtract(normalEquations.projections, part.projections, kernels);
    const fit = solve(system, projections, ridge * (rows.length - part.leftOut.length), kernels);
    if (fit === null) {
      kernels.release(mark);
      return null;
    }
    const { coefficients } = fit;
    yield* forEachBlock(
      design,
      part.predicted.map((at) => rows[at]),
      kernels,
      (terms, block, from) => {
        const fitted = kernels.matrix64(targets.length, block.length);
        kernels.multiply(coefficients, terms, fitted, "Aᵀ B");
        predictions.forEach((prediction, target) => {
          for (let at = 0; at < block.length; at++) {
            const predicted = fitted.values[target * fitted.stride + at];
            prediction.predicted[part.predicted[from + at]] = predicted;
            prediction.errors += (predicted - targets[target][block[at]]) ** 2;
          }
        });
      },
    );
    kernels.release(mark);
  }
  return predictions;
}

function subtract(a: Matrix64, b: Matrix64, kernels: Kernels): Matrix64 {
  const result = kernels.matrix64(a.rows, a.columns);
  for (let at = 0; at < result.values.length; at++) result.values[at] = a.values[at] - b.values[at];
  return result;
}

interface Solution {
  /** Upper triangular, of the system with its ridge. */
  factor: Matrix64;
  /** size x targets. */
  coefficients: Matrix64;
}

function solve(system: Matrix64, projections: Matrix64, ridge: number, kernels: Kernels): Solution | null {
  const factor = kernels.matrix64(system.rows, system.rows);
  factor.values.set(system.values);
  for (let i = 1; i < factor.rows; i++) {
    const at = i * (factor.stride + 1);
    factor.values[at] += ridge;
  }
  if (!kernels.cholesky(factor)) return null;
  const coefficients = kernels.matrix64(projections.rows, projections.columns);
  coefficients.values.set(projections.values);
  kernels.solveLower(factor, coefficients);
  kernels.solveUpper(factor, coefficients);
  return { factor, coefficients };
}

interface LeftOut {
  predicted: Float64Array;
  /** The sum of squared errors. */
  errors: number;
}

function* leaveRowsOut(
  design: Design,
  targets: readonly Float64Array[],
  rows: Int32Array,
  { factor, coefficients }: Solution,
  kernels: Kernels,
): Generator<undefined, LeftOut[]> {
  const results = targets.map(() => ({ predicted: new Float64Array(rows.length), errors: 0 }));
  let repeatedRowCount = 0;
  yield* forEachBlock(design, rows, kernels, (terms, blockRows, from) => {
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
    results.forEach((result, target) => {
      for (let at = 0; at < blockRows.length; at++) {
        const value = targets[target][blockRows[at]];
        const residual = value - fitted.values[target * fitted.stride + at];
        const leverage = leverages[at];
        // Nothing but the mean can be said without a row that decides its own prediction.
        const predicted = leverage > MAX_LEVERAGE ? 0 : value - residual / (1 - leverage);
        result.predicted[from + at] = predicted;
        result.errors += (predicted - value) ** 2;
      }
    });
  });
  if (repeatedRowCount <= MAX_REPEATED_SHARE * rows.length) return results;
  return results.map((result) => ({ ...result, errors: Number.POSITIVE_INFINITY }));
}

/** Visits the rows block by block with their terms, which the visitor may overwrite. */
function* forEachBlock(
  { size, fill }: Design,
  rows: Int32Array,
  kernels: Kernels,
  visit: (terms: Matrix64, rows: Int32Array, from: number) => void,
): Generator<undefined, void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_BLOCK) {
    const blockRows = rows.subarray(from, from + ROWS_PER_BLOCK);
    const mark = kernels.mark();
    const terms = kernels.matrix64(size, blockRows.length);
    fill(blockRows, terms);
    visit(terms, blockRows, from);
    kernels.release(mark);
    yield;
  }
}
