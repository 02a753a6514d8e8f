import type { Range } from "../figures/ranges.ts";
import type { Chart, ChartAxis } from "./chart.ts";
import type { Place } from "./paths.ts";
import { scaleOf, type Tick, ticksOf } from "./scales.ts";

const MARGIN = { left: 64, right: 16, top: 8, bottom: 46 } as const;
/** Pixels from one mark of an axis to the next, at least. */
const ROOM = { x: 84, y: 44 } as const;

/** What part of the axes is seen; null: all of them. */
export type Zoom = { readonly x: Range; readonly y: Range } | null;

/** The inner frame of a chart, in pixels, with its scales. */
export type ChartLayout = {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly place: Place;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
};

const seen = (axis: ChartAxis, range: Range | undefined): ChartAxis =>
  range === undefined ? axis : { ...axis, range };

/** @param width of the whole drawing, as `height`, in pixels */
export function layoutOf({ x, y }: Pick<Chart, "x" | "y">, zoom: Zoom, width: number, height: number) {
  const [left, right] = [MARGIN.left, Math.max(MARGIN.left + 1, width - MARGIN.right)];
  const [top, bottom] = [MARGIN.top, Math.max(MARGIN.top + 1, height - MARGIN.bottom)];
  const [xAxis, yAxis] = [seen(x, zoom?.x), seen(y, zoom?.y)];
  const layout: ChartLayout = {
    left,
    right,
    top,
    bottom,
    place: { x: scaleOf(xAxis, [left, right]), y: scaleOf(yAxis, [bottom, top]) },
    xTicks: ticksOf(xAxis, Math.max(2, Math.floor((right - left) / ROOM.x))),
    yTicks: ticksOf(yAxis, Math.max(2, Math.floor((bottom - top) / ROOM.y))),
  };
  return layout;
}
