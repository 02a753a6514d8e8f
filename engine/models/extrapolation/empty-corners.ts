/**
 * Corners without training rows: of two features, the values beyond a limit of each, which no row has together. A point in such a
 * corner may be close to rows in all other features, which with many of them hides it from every distance.
 */

import type { Matrix } from "../../math/matrix.ts";

/** Arrays of two numbers a corner, one for each of its features. */
export interface EmptyCorners {
  features: Int32Array<ArrayBuffer>;
  /** 1 where the corner lies above the limit, -1 where it lies below it. */
  sides: Int32Array<ArrayBuffer>;
  /** On the standardised scale of the feature; the corner begins beyond it. */
  limits: Float64Array<ArrayBuffer>;
}

export const noEmptyCorners = (): EmptyCorners => ({
  features: new Int32Array(0),
  sides: new Int32Array(0),
  limits: new Float64Array(0),
});

/**
 * Tells which points lie in one of the corners.
 * @param encoded features x points, standardised
 * @returns for each point 1 where it lies in a corner, 0 elsewhere
 */
export function findPointsInCorners({ features, sides, limits }: EmptyCorners, encoded: Matrix): Uint8Array {
  const { columns: count } = encoded;
  const isInCorner = new Uint8Array(count);
  const isBeyond = (at: number, point: number): boolean =>
    sides[at] * (encoded.at(features[at], point) - limits[at]) > 0;
  for (let first = 0; first < features.length; first += 2)
    for (let i = 0; i < count; i++) if (isBeyond(first, i) && isBeyond(first + 1, i)) isInCorner[i] = 1;
  return isInCorner;
}
