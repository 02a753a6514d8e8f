/** Axis-parallel boxes of the cube: on axes of options, a set of them. */
import { computeMiddle, findCell, hasCells, type SearchSpace, snap } from "../search-space.ts";

/** Plain data. */
export interface BoxSide {
  /** Fractions of the axis; on axes of whole numbers the edges of cells. */
  lower: number;
  upper: number;
  /** Numbers of the options, ascending; null for numbers. */
  options: number[] | null;
}
export type Box = BoxSide[];

export function boxAround(space: SearchSpace, points: readonly Float64Array[]): Box {
  return space.map((axis, a) => {
    const values = points.map((point) => point[a]);
    const [low, high] = [least(values), -least(values.map((value) => -value))];
    if (axis.isChoice) {
      const options = [...new Set(values.map((value) => findCell(axis, value)))].sort((x, y) => x - y);
      return { lower: 0, upper: 1, options };
    }
    if (!hasCells(axis)) return { lower: low, upper: high, options: null };
    return {
      lower: axis.edge(findCell(axis, low)),
      upper: axis.edge(findCell(axis, high) + 1),
      options: null,
    };
  });
}

const least = (values: readonly number[]): number =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);

/** Its share of the cube. */
export const computeVolume = (space: SearchSpace, box: Box): number =>
  box.reduce(
    (product, { lower, upper, options }, a) =>
      product * (options === null ? upper - lower : options.length / space[a].count),
    1,
  );

/**
 * Widens a box on every side by a share of its width and by a fixed margin; whole numbers by a cell, options by all.
 * @param space the axes of the unit cube
 * @param box the bounds along each axis
 * @param share of the box's width, added on each side
 * @param extraMargin added on each side, in ranges
 */
export function widen(space: SearchSpace, box: Box, share: number, extraMargin: number): Box {
  return box.map(({ lower, upper, options }, a) => {
    const axis = space[a];
    if (options !== null)
      return { lower: 0, upper: 1, options: Array.from({ length: axis.count }, (_, cell) => cell) };
    const cell = hasCells(axis) ? 1 / axis.count : 0;
    const margin = Math.max(share * (upper - lower) + extraMargin, cell);
    return { lower: Math.max(0, lower - margin), upper: Math.min(1, upper + margin), options };
  });
}

/** @param fractions of the box @returns the snapped point of the cube */
export function pointIn(space: SearchSpace, box: Box, fractions: Float64Array): Float64Array {
  const point = Float64Array.from(box, ({ lower, upper, options }, a) =>
    options === null
      ? lower + fractions[a] * (upper - lower)
      : computeMiddle(
          space[a],
          options[Math.min(options.length - 1, Math.floor(fractions[a] * options.length))],
        ),
  );
  return snap(space, point);
}

export const isIn = (space: SearchSpace, box: Box, point: Float64Array): boolean =>
  box.every(({ lower, upper, options }, a) =>
    options === null
      ? point[a] >= lower && point[a] <= upper
      : options.includes(findCell(space[a], point[a])),
  );
