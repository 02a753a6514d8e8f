/** The normal equations of a linear regression, X Xᵀ B = X Yᵀ, with the terms X (size x rows) and the targets Y (targets x rows). */
import type { Matrix64 } from "./kernels/arena.ts";
import type { Kernels } from "./kernels/kernels.ts";

/** Fewer rows at a time take more calls of the kernels, more rows take more memory. */
const ROWS_PER_BLOCK = 512;

/** The terms that explain the targets. */
export interface Design {
  /** The number of terms, the constant included. */
  size: number;
  /** Writes the terms of some rows, size x rows; the first is the constant. */
  fill(rows: Int32Array, design: Matrix64): void;
}

/** A regression of several targets on the same terms. */
export interface Problem {
  design: Design;
  /** Each with one value for every row of the design. */
  targets: readonly Float64Array[];
  /** The rows that are fitted. */
  rows: Int32Array;
  kernels: Kernels;
}

/** The two sides of the equations, in the memory of the kernels. */
export interface NormalEquations {
  /** X Xᵀ: size x size, its upper triangle. */
  system: Matrix64;
  /** X Yᵀ: size x targets. */
  projections: Matrix64;
}

export interface Solution {
  /** The Cholesky factor of the system with its ridge: upper triangular. */
  factor: Matrix64;
  /** size x targets. */
  coefficients: Matrix64;
}

/** Sums the equations of the rows. Yields after each block of rows. */
export function* sumEquations(problem: Problem): Generator<undefined, NormalEquations> {
  const { design, targets, kernels } = problem;
  const system = kernels.matrix64(design.size, design.size);
  const projections = kernels.matrix64(design.size, targets.length);
  yield* forEachBlock(problem, (terms, blockRows) => {
    kernels.symmetricRankUpdate(terms, system);
    const values = kernels.matrix64(targets.length, blockRows.length);
    targets.forEach((target, at) => {
      for (let i = 0; i < blockRows.length; i++) values.values[at * values.stride + i] = target[blockRows[i]];
    });
    kernels.multiply(terms, values, projections, "A Bᵀ", 1);
  });
  return { system, projections };
}

/** Subtracts the equations of some rows from those of all. */
export const subtractEquations = (
  all: NormalEquations,
  part: NormalEquations,
  kernels: Kernels,
): NormalEquations => ({
  system: subtract(all.system, part.system, kernels),
  projections: subtract(all.projections, part.projections, kernels),
});

function subtract(a: Matrix64, b: Matrix64, kernels: Kernels): Matrix64 {
  const result = kernels.matrix64(a.rows, a.columns);
  for (let at = 0; at < result.values.length; at++) result.values[at] = a.values[at] - b.values[at];
  return result;
}

/**
 * Solves the equations with a ridge.
 * @param ridge is added to the diagonal of the system, for all terms but the constant
 * @returns null where the system is not positive definite
 */
export function solveEquations(
  { system, projections }: NormalEquations,
  ridge: number,
  kernels: Kernels,
): Solution | null {
  const factor = kernels.matrix64(system.rows, system.rows);
  factor.values.set(system.values);
  for (let i = 1; i < factor.rows; i++) {
    const diagonal = i * (factor.stride + 1);
    factor.values[diagonal] += ridge;
  }
  if (!kernels.cholesky(factor)) return null;
  const coefficients = kernels.matrix64(projections.rows, projections.columns);
  coefficients.values.set(projections.values);
  kernels.solveLower(factor, coefficients);
  kernels.solveUpper(factor, coefficients);
  return { factor, coefficients };
}

/**
 * Visits the rows block by block. Yields after each block, and frees what the visit took of the memory of the kernels.
 * @param visit gets the terms of the block (size x rows), which it may overwrite, its rows, and the position of its first row
 */
export function* forEachBlock(
  { design, rows, kernels }: Omit<Problem, "targets">,
  visit: (terms: Matrix64, rows: Int32Array, from: number) => void,
): Generator<undefined, void> {
  for (let from = 0; from < rows.length; from += ROWS_PER_BLOCK) {
    const blockRows = rows.subarray(from, from + ROWS_PER_BLOCK);
    const mark = kernels.mark();
    const terms = kernels.matrix64(design.size, blockRows.length);
    design.fill(blockRows, terms);
    visit(terms, blockRows, from);
    kernels.release(mark);
    yield;
  }
}
