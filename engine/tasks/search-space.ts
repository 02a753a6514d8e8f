/** The unit cube that is searched. Along axes of whole numbers and options it consists of cells, each worth one evaluation. */
import type { Axis } from "../designs/axes.ts";

/** `cell` and `edge` tell where the cells of a finite axis lie. */
export type SearchAxis = Pick<Axis, "count" | "isChoice" | "cell" | "edge">;

export type SearchSpace = readonly SearchAxis[];

export const hasCells = (axis: SearchAxis): boolean => Number.isFinite(axis.count);

/**
 * Computes the cell of a fraction; fractions outside [0, 1] count as its ends.
 * @param axis an axis of whole numbers or options
 * @param fraction the place along the axis, in [0, 1]
 * @returns the number of the cell, from 0
 */
export function findCell(axis: SearchAxis, fraction: number): number {
  const inside = Math.min(1, Math.max(0, fraction));
  return hasCells(axis) ? Math.min(axis.count - 1, axis.cell(inside)) : inside;
}

/** The fraction in the middle of a cell; of a real number the fraction itself. */
export const computeMiddle = (axis: SearchAxis, cell: number): number =>
  hasCells(axis) ? (axis.edge(cell) + axis.edge(cell + 1)) / 2 : cell;

/**
 * Brings a point into the cube and to the middle of its cells, in place.
 * @param space the axes of the unit cube
 * @param point dimensions; overwritten
 * @returns the same point
 */
export function snap(space: SearchSpace, point: Float64Array): Float64Array {
  space.forEach((axis, a) => {
    point[a] = computeMiddle(axis, findCell(axis, point[a]));
  });
  return point;
}

/** Points that lie one after the other in an array, as views of it. */
export const pointViews = (values: Float64Array, dimensions: number): Float64Array[] =>
  Array.from({ length: dimensions === 0 ? 0 : values.length / dimensions }, (_, i) =>
    values.subarray(i * dimensions, (i + 1) * dimensions),
  );

/**
 * Computes the number of different points; infinite as soon as one axis is of real numbers, and 1 where nothing
 * varies.
 */
export const computeCapacity = (space: SearchSpace): number =>
  space.reduce((product, { count }) => product * count, 1);

/** Creates a text that two points share if and only if they are the same point once snapped. */
export const createKey = (space: SearchSpace, point: Float64Array): string =>
  space.map((axis, a) => findCell(axis, point[a])).join(" ");

/**
 * Converts the number of a combination of cells to its point, reading the number in mixed radix with one digit an axis.
 * @param space axes that all have cells
 * @param number 0 .. capacity - 1
 * @returns dimensions, in the middle of its cells
 */
export function pointOfCell(space: SearchSpace, number: number): Float64Array {
  const point = new Float64Array(space.length);
  let rest = number;
  for (let a = space.length - 1; a >= 0; a--) {
    const { count } = space[a];
    point[a] = computeMiddle(space[a], rest % count);
    rest = Math.floor(rest / count);
  }
  return point;
}

/** A simple space for whoever has no variables: each axis of real numbers, or of so many equal cells. */
export const unitAxis = (count = Number.POSITIVE_INFINITY, isChoice = false): SearchAxis => ({
  count,
  isChoice,
  cell: (fraction) => (Number.isFinite(count) ? Math.floor(fraction * count) : fraction),
  edge: (at) => (Number.isFinite(count) ? at / count : at),
});
