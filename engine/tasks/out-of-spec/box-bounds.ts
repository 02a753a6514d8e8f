/** Boxes of the cube as bounds on the variables. */
import type { BoxBound } from "@understudy/shared/api/out-of-spec.ts";
import type { Axis } from "../../designs/axes.ts";
import { cellOf, hasCells } from "../search-space.ts";
import type { Box, BoxSide } from "./box.ts";

/** Of an axis: a side this near to the end of the range does not narrow it. */
const NEAR_END = 0.005;
/** Of an axis, from the edge of a cell into it. */
const INTO = 1e-9;

/** Only what narrows the ranges. */
export const boundsOf = (axes: readonly Axis[], box: Box): BoxBound[] =>
  axes.flatMap((axis, a) => boundOf(axis, box[a]) ?? []);

function boundOf(axis: Axis, { lower, upper, options }: BoxSide): BoxBound | null {
  const { name, element } = axis;
  const bound = { name, element, lower: null, upper: null, is_integer: false, options: null };
  if (options !== null) {
    if (options.length === axis.count) return null;
    return { ...bound, options: options.map((option) => axis.value(option)) };
  }
  const isInteger = hasCells(axis);
  const [first, last] = isInteger ? [cellOf(axis, lower + INTO), cellOf(axis, upper - INTO)] : [lower, upper];
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
