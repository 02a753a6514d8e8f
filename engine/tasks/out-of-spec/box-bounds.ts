/** Boxes of the cube as bounds on the variables. */
import type { BoxBound } from "@understudy/shared/api/out-of-spec.ts";
import type { Axis } from "../../designs/axes.ts";
import { findCell, hasCells } from "../search-space.ts";
import type { Box, BoxSide } from "./box.ts";

/** A side that is nearer to the end of the range than this share of the axis does not narrow it. */
const NEAR_END = 0.005;
/** The step from the edge of a cell into the cell, as a share of an axis. */
const STEP_INTO_CELL = 1e-9;

/** Lists the bounds of a box that narrow the ranges of the axes. */
export const computeBounds = (axes: readonly Axis[], box: Box): BoxBound[] =>
  axes.flatMap((axis, a) => computeBound(axis, box[a]) ?? []);

function computeBound(axis: Axis, { lower, upper, options }: BoxSide): BoxBound | null {
  const { name, element } = axis;
  const bound = { name, element, lower: null, upper: null, is_integer: false, options: null };
  if (options !== null) {
    if (options.length === axis.count) return null;
    return { ...bound, options: options.map((option) => axis.value(option)) };
  }
  const isInteger = hasCells(axis);
  const [first, last] = isInteger
    ? [findCell(axis, lower + STEP_INTO_CELL), findCell(axis, upper - STEP_INTO_CELL)]
    : [lower, upper];
  const narrowsBelow = isInteger ? first > 0 : lower > NEAR_END;
  const narrowsAbove = isInteger ? last < axis.count - 1 : upper < 1 - NEAR_END;
  if (!narrowsBelow && !narrowsAbove) return null;
  return {
    ...bound,
    lower: narrowsBelow ? Number(axis.value(first)) : null,
    upper: narrowsAbove ? Number(axis.value(last)) : null,
    is_integer: isInteger,
  };
}
