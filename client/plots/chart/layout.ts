import type { Range } from "../figures/ranges.ts";
import type { ChartAxis, Tick } from "./chart.ts";
import type { Place } from "./paths.ts";
import { seenRight } from "./right-axis.ts";
import { scaleOf, ticksOf } from "./scales.ts";

const MARGIN = { left: 64, right: 16, top: 8, bottom: 46 } as const;
/** Pixels from one mark of an axis to the next, at least. */
const ROOM = { x: 84, y: 44 } as const;

/** What part of the axes is seen; null: all of them. */
export type Zoom = { readonly x: Range; readonly y: Range } | null;

/** Of a category's name, in pixels; longer names are cut short. */
const CHARACTER = 6.2;
export const MAX_NAME = { x: 16, y: 26 } as const;
/** Room for the title of the axis beside its numbers, and by what the whole grows, in pixels. */
const TITLE = 26;
const STEP = 16;
/** Of the colour bar of a map with its numbers, in pixels. */
const COLOUR_BAR = 84;

/** Beside the axis: room for its numbers, or for the names of its categories. */
function leftOf({ categories }: ChartAxis, ticks: readonly Tick[], width: number): number {
  if (categories === null) {
    const digits = Math.max(0, ...ticks.map(({ label }) => label.length));
    // In steps: an axis does not tremble while its numbers change.
    return Math.max(MARGIN.left, Math.ceil((TITLE + digits * CHARACTER) / STEP) * STEP);
  }
  const longest = Math.max(4, ...categories.map(({ length }) => Math.min(length, MAX_NAME.y)));
  return Math.min(width * 0.4, 16 + longest * CHARACTER);
}

export type Drawn = {
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly right?: ChartAxis | undefined;
  readonly hasMap: boolean;
};

/** The inner frame of a chart, in pixels, with its scales. */
export type ChartLayout = {
  readonly width: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly place: Place;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  /** The marks of a second vertical axis, with their pixels; none where there is none. */
  readonly rightTicks: readonly (Tick & { readonly at: number })[];
};

const seen = (axis: ChartAxis, range: Range | undefined): ChartAxis =>
  range === undefined ? axis : { ...axis, range };

/** @param width of the whole drawing, as `height`, in pixels */
export function layoutOf({ x, y, right: second, hasMap }: Drawn, zoom: Zoom, width: number, height: number) {
  const [top, bottom] = [MARGIN.top, Math.max(MARGIN.top + 1, height - MARGIN.bottom)];
  const [xAxis, yAxis] = [seen(x, zoom?.x), seen(y, zoom?.y)];
  const count = Math.max(2, Math.floor((bottom - top) / ROOM.y));
  const yTicks = ticksOf(yAxis, count);
  const rightSide = second && seenRight(y, yAxis.range, second, [bottom, top]);
  const rightTicks = rightSide === undefined ? [] : ticksOf(rightSide.axis, count);
  const left = leftOf(y, yTicks, width);
  const room = rightSide === undefined ? MARGIN.right : leftOf(rightSide.axis, rightTicks, width);
  const right = Math.max(left + 1, width - (hasMap ? COLOUR_BAR : room));
  const layout: ChartLayout = {
    width,
    left,
    right,
    top,
    bottom,
    place: { x: scaleOf(xAxis, [left, right]), y: scaleOf(yAxis, [bottom, top]) },
    xTicks: ticksOf(xAxis, Math.max(2, Math.floor((right - left) / ROOM.x))),
    yTicks,
    rightTicks: rightTicks.map((tick) => ({ ...tick, at: rightSide?.scale.to(tick.value) ?? 0 })),
  };
  return layout;
}
