/** The correlation of an emulator's errors at two points, given its training rows. */
import { factorise, solveLower } from "../../math/cholesky.ts";

/** The variance that is left at a row, as in `error-field.ts`. */
const NUGGET_VARIANCE = 1e-7;
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
  between(first: Seen, second: Seen): number;
}

/**
 * Creates the correlation of a Matern 5/2 process given that it is 0 at the rows; smoother processes stay correlated
 * far beyond them.
 */
export function createCorrelation(rows: readonly Float64Array[], lengths: Float64Array): Correlation {
  const count = rows.length;
  const covariance = (first: Float64Array, second: Float64Array): number => {
    let squares = 0;
    for (let d = 0; d < lengths.length; d++) squares += ((first[d] - second[d]) / lengths[d]) ** 2;
    const distance = Math.sqrt(5 * squares);
    return (1 + distance + distance ** 2 / 3) * Math.exp(-distance);
  };
  const matrix = new Float64Array(count ** 2);
  rows.forEach((row, i) => {
    for (let j = 0; j <= i; j++)
      matrix[i * count + j] = covariance(row, rows[j]) + (i === j ? NUGGET_VARIANCE : 0);
  });
  const factor = new Float64Array(count ** 2);
  // The smallest eigenvalue is the nugget.
  factorise(matrix, factor, count);
  const seenFrom = (point: Float64Array): Seen => {
    const whitened = Float64Array.from(rows, (row) => covariance(row, point));
    solveLower(factor, whitened, count);
    const explainedVariance = whitened.reduce((sum, component) => sum + component * component, 0);
    return {
      point,
      whitened,
      deviation: Math.sqrt(Math.max(MIN_VARIANCE, 1 + NUGGET_VARIANCE - explainedVariance)),
    };
  };
  return {
    see: (points) => points.map(seenFrom),
    between: (first, second) => {
      let rest = covariance(first.point, second.point);
      for (let i = 0; i < count; i++) rest -= first.whitened[i] * second.whitened[i];
      return rest / (first.deviation * second.deviation);
    },
  };
}
