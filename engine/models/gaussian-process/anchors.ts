import { covariancesOf, type Points, priorVariance } from "./points.ts";

/** Less than this unexplained is rounding. */
const LEAST_REST = 1e-10;

/**
 * The rows that explain the others best, one after the other, at most so many: the pivots of an incomplete Cholesky
 * factorisation of their covariances (Fine and Scheinberg, 2001).
 */
export function* chooseAnchors(points: Points, most: number): Generator<undefined, Int32Array> {
  const { count, strengths } = points;
  const rest = new Float64Array(count).fill(priorVariance(strengths));
  const scratch = new Float64Array(count);
  const chosen: number[] = [];
  const columns: Float64Array[] = [];
  while (chosen.length < Math.min(most, count)) {
    let next = 0;
    for (let i = 1; i < count; i++) if ((rest[i] ?? 0) > (rest[next] ?? 0)) next = i;
    const pivot = rest[next] ?? 0;
    if (!(pivot > LEAST_REST)) break;
    const column = new Float64Array(count);
    covariancesOf(points, next, points, column, scratch);
    for (const earlier of columns) {
      const share = earlier[next] ?? 0;
      for (let i = 0; i < count; i++) column[i] = (column[i] ?? 0) - share * (earlier[i] ?? 0);
    }
    const root = Math.sqrt(pivot);
    for (let i = 0; i < count; i++) {
      const value = (column[i] ?? 0) / root;
      column[i] = value;
      rest[i] = (rest[i] ?? 0) - value * value;
    }
    rest[next] = 0;
    columns.push(column);
    chosen.push(next);
    yield;
  }
  return Int32Array.from(chosen);
}
