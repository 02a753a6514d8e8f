import type { Axis } from "../../designs/axes.ts";
import { findCell, hasCells } from "../search-space.ts";

/** A variable, or the element of a Vector, that lies on an end of its range. */
export interface AtLimit {
  name: string;
  element: number | null;
  limit: "lower" | "upper";
}

/** A point that is nearer to the end than this share of the axis lies on the limit. */
const MAX_LIMIT_DISTANCE = 1e-6;

/**
 * Finds the axes on whose limits a point lies.
 * @param point fractions in [0, 1], one per axis
 */
export function limitsAt(axes: readonly Axis[], point: Float64Array): AtLimit[] {
  return axes.flatMap((axis, a): AtLimit[] => {
    if (axis.isChoice) return [];
    const [position, last] = hasCells(axis) ? [findCell(axis, point[a]), axis.count - 1] : [point[a], 1];
    const { name, element } = axis;
    if (position <= MAX_LIMIT_DISTANCE) return [{ name, element, limit: "lower" }];
    return position >= last - MAX_LIMIT_DISTANCE ? [{ name, element, limit: "upper" }] : [];
  });
}
