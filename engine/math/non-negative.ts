/** Non-negative least squares: Lawson and Hanson (1974), "Solving Least Squares Problems", chapter 23. */
import { factorise, solve } from "./cholesky.ts";
import type { Matrix } from "./matrix.ts";

/**
 * Computes the x >= 0 that minimises xᵀ G x / 2 - hᵀ x. R. Bro and S. de Jong (1997, "A fast non-negativity-constrained least squares
 * algorithm") put the algorithm into this form, whose cost does not depend on the number of rows.
 * @param gram G: n x n, positive definite
 * @param projections h: n
 * @returns x: n
 */
export function nonNegativeLeastSquares(gram: Matrix, projections: Float64Array): Float64Array {
  const n = gram.rows;
  const solution = new Float64Array(n);
  const free = new Set<number>();
  let largest = 0;
  for (const value of projections) largest = Math.max(largest, Math.abs(value));
  // Every step lowers the objective, so the sets cannot repeat; the limit is for rounding alone.
  for (let step = 0; step < 10 * n + 10; step++) {
    const next = steepest(gram, projections, solution, free, 1e-12 * largest);
    if (next === undefined) break;
    free.add(next);
    for (;;) {
      const unconstrained = solveFor(gram, projections, free);
      if (unconstrained === undefined) {
        free.delete(next);
        return solution;
      }
      let reach = 1;
      for (const i of free) {
        const [from, to] = [solution[i], unconstrained[i]];
        if (to <= 0) reach = Math.min(reach, from / (from - to || 1));
      }
      for (const i of free) solution[i] += reach * (unconstrained[i] - solution[i]);
      if (reach === 1) break;
      for (const i of [...free]) {
        if (solution[i] > 1e-15) continue;
        solution[i] = 0;
        free.delete(i);
      }
    }
  }
  return solution;
}

/** Returns the variable held at zero whose growth lowers the objective fastest. */
function steepest(
  gram: Matrix,
  projections: Float64Array,
  solution: Float64Array,
  free: ReadonlySet<number>,
  least: number,
): number | undefined {
  const n = solution.length;
  let best: number | undefined;
  let fastest = least;
  for (let i = 0; i < n; i++) {
    if (free.has(i)) continue;
    let slope = projections[i];
    for (const j of free) slope -= gram.at(i, j) * solution[j];
    if (slope <= fastest) continue;
    fastest = slope;
    best = i;
  }
  return best;
}

/** The unconstrained minimum over the free variables; undefined where rounding makes the matrix singular. */
function solveFor(
  gram: Matrix,
  projections: Float64Array,
  free: ReadonlySet<number>,
): Float64Array | undefined {
  const chosen = [...free];
  const factor = factorise(gram.gatherRows(chosen).gatherColumns(chosen));
  if (factor === null) return undefined;
  const x = Float64Array.from(chosen, (i) => projections[i]);
  solve(factor, x);
  const solution = new Float64Array(gram.rows);
  chosen.forEach((i, at) => {
    solution[i] = x[at];
  });
  return solution;
}
