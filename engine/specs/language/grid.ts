/** The grid of a coordinate: where all curves over it have their values. */
import type { CoordinateGrid } from "@understudy/shared/domain/spec-manifest.ts";

/** Ascending; the first and last are exactly `from` and `to`. */
export function gridValues(grid: CoordinateGrid): Float64Array {
  if (Array.isArray(grid)) return Float64Array.from(grid);
  const { from, to, points } = grid;
  const last = points - 1;
  const isLog = isLogarithmic(grid);
  // To the base of 10, which makes round numbers of decades.
  const [low, high] = isLog ? [Math.log10(from), Math.log10(to)] : [from, to];
  return Float64Array.from({ length: points }, (_, i) => {
    if (i === 0) return from;
    if (i === last) return to;
    const value = low + ((high - low) * i) / last;
    return isLog ? 10 ** value : value;
  });
}

/** Tests whether curves are straight between points on a logarithmic scale of the coordinate. */
export const isLogarithmic = (grid: CoordinateGrid): boolean =>
  !Array.isArray(grid) && grid.spacing === "log";

export const gridLength = (grid: CoordinateGrid): number => (Array.isArray(grid) ? grid.length : grid.points);
