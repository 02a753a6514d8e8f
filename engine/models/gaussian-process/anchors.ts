import { fillCovariances, type Points, priorVariance } from "./points.ts";

/** Unexplained variance below this is rounding. */
const MIN_RESIDUAL_VARIANCE = 1e-10;

/**
 * The rows that explain the others best, in descending order, at most `maxAnchors`: the pivots of an incomplete Cholesky
 * factorisation of their covariances (Fine and Scheinberg, 2001).
 */
export function* chooseAnchors(points: Points, maxAnchors: number): Generator<undefined, Int32Array> {
  const { strengths } = points;
  const count = points.scaled.columns;
  const residual = new Float64Array(count).fill(priorVariance(strengths));
  const scratch = new Float64Array(count);
  const chosen: number[] = [];
  const columns: Float64Array[] = [];
  while (chosen.length < Math.min(maxAnchors, count)) {
    let next = 0;
    for (let i = 1; i < count; i++) if (residual[i] > residual[next]) next = i;
    const pivot = residual[next];
    if (!(pivot > MIN_RESIDUAL_VARIANCE)) break;
    const column = new Float64Array(count);
    fillCovariances(points, next, points, column, scratch);
    for (const earlier of columns) {
      const share = earlier[next];
      for (let i = 0; i < count; i++) column[i] -= share * earlier[i];
    }
    const root = Math.sqrt(pivot);
    for (let i = 0; i < count; i++) {
      const value = column[i] / root;
      column[i] = value;
      residual[i] -= value * value;
    }
    residual[next] = 0;
    columns.push(column);
    chosen.push(next);
    yield;
  }
  return Int32Array.from(chosen);
}
