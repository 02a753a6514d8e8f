import type { Axis } from "../../designs/axes.ts";
import { cellOf, hasCells } from "../search-space.ts";

/** A variable, or the element of a Vector, that lies on an end of its range. */
export interface AtLimit {
  name: string;
  element: number | null;
  limit: "lower" | "upper";
}

/** Of an axis. */
const ON_LIMIT = 1e-6;

/** @param point of the cube */
export function limitsAt(axes: readonly Axis[], point: Float64Array): AtLimit[] {
  return axes.flatMap((axis, a): AtLimit[] => {
    if (axis.isChoice) return [];
    const [at, last] = hasCells(axis) ? [cellOf(axis, point[a]), axis.count - 1] : [point[a], 1];
    const { name, element } = axis;
    if (at <= ON_LIMIT) return [{ name, element, limit: "lower" }];
    return at >= last - ON_LIMIT ? [{ name, element, limit: "upper" }] : [];
  });
}
