/** A second vertical axis: its whole range lies beside the whole range of the first, so that both move together in a zoom. */
import type { Range } from "../figures/ranges.ts";
import type { ChartAxis } from "./chart.ts";
import { createScale, type Scale } from "./scales.ts";

const UNIT_RANGE: Range = [0, 1];

/** The value of the left axis beside a value of the right one. */
export function onLeft(value: number, left: ChartAxis, right: ChartAxis): number {
  return createScale(left, UNIT_RANGE).from(createScale(right, UNIT_RANGE).to(value));
}

/** The part of the right axis beside a part of the left one. */
const besideLeft = (part: Range, left: ChartAxis, right: ChartAxis): Range => {
  const [to, from] = [createScale(left, UNIT_RANGE).to, createScale(right, UNIT_RANGE).from];
  return [from(to(part[0])), from(to(part[1]))];
};

/** The right axis, cut to what lies beside the part of the left one that is seen. */
export function zoomRightAxis(left: ChartAxis, leftPart: Range, right: ChartAxis, pixels: Range) {
  const axis: ChartAxis = { ...right, range: besideLeft(leftPart, left, right) };
  const scale: Scale = createScale(axis, pixels);
  return { axis, scale };
}
