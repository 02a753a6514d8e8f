/** How alike an emulator's errors are at two points, given that it was trained at others. */
import { factorise, solveLower } from "../../math/cholesky.ts";

/** The variance that is left at a row, as in `error-field.ts`. */
const NUGGET = 1e-7;
const MIN_VARIANCE = 1e-12;

/** A point as the rows see it. */
export interface Seen {
  point: Float64Array;
  whitened: Float64Array;
  /** That is left given the rows. */
  deviation: number;
}

export interface Correlation {
  see(points: readonly Float64Array[]): Seen[];
  between(one: Seen, other: Seen): number;
}

/** Of a Matérn covariance (5/2) given that the process is 0 at the rows: smoother ones err alike far beyond them. */
export function correlationGiven(rows: readonly Float64Array[], lengths: Float64Array): Correlation {
  const count = rows.length;
  const covariance = (one: Float64Array, other: Float64Array): number => {
    let squares = 0;
    for (let d = 0; d < lengths.length; d++) squares += ((one[d] - other[d]) / lengths[d]) ** 2;
    const distance = Math.sqrt(5 * squares);
    return (1 + distance + distance ** 2 / 3) * Math.exp(-distance);
  };
  const matrix = new Float64Array(count ** 2);
  rows.forEach((row, i) => {
    for (let j = 0; j <= i; j++) matrix[i * count + j] = covariance(row, rows[j]) + (i === j ? NUGGET : 0);
  });
  const factor = new Float64Array(count ** 2);
  // The smallest eigenvalue is the nugget.
  factorise(matrix, factor, count);
  const seenFrom = (point: Float64Array): Seen => {
    const whitened = Float64Array.from(rows, (row) => covariance(row, point));
    solveLower(factor, whitened, count);
    const known = whitened.reduce((sum, one) => sum + one * one, 0);
    return { point, whitened, deviation: Math.sqrt(Math.max(MIN_VARIANCE, 1 + NUGGET - known)) };
  };
  return {
    see: (points) => points.map(seenFrom),
    between: (one, other) => {
      let rest = covariance(one.point, other.point);
      for (let i = 0; i < count; i++) rest -= one.whitened[i] * other.whitened[i];
      return rest / (one.deviation * other.deviation);
    },
  };
}
