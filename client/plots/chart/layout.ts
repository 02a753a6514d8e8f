import type { ChartAxis, Tick } from "../model/chart.ts";
import type { Range } from "../model/ranges.ts";
import type { Place } from "./paths.ts";
import { createScale, createTicks, type Scale } from "./scales.ts";

const MARGINS_PX = { left: 64, right: 16, top: 8, bottom: 46 } as const;
/** Pixels from one mark of an axis to the next, at least. */
const MIN_TICK_GAP_PX = { x: 84, y: 44 } as const;

/** The visible part of the axes; null: all of them. */
export type Zoom = { readonly x: Range; readonly y: Range } | null;

/** Width of a character of a category's name, in pixels; longer names are cut short. */
const CHARACTER_WIDTH_PX = 6.2;
export const MAX_NAME = { x: 16, y: 26 } as const;
/** Room for the title of the axis beside its numbers, and the step by which the margin grows. */
const TITLE_WIDTH_PX = 26;
const MARGIN_STEP_PX = 16;
/** Width of a map's colour bar with its numbers. */
const COLOUR_BAR_WIDTH_PX = 84;

/** Computes the room beside an axis for its numbers, or for the names of its categories. */
function computeSideMargin({ categories }: ChartAxis, ticks: readonly Tick[], width: number): number {
  if (categories === null) {
    const digits = Math.max(0, ...ticks.map(({ label }) => label.length));
    // In steps: an axis does not tremble while its numbers change.
    return Math.max(
      MARGINS_PX.left,
      Math.ceil((TITLE_WIDTH_PX + digits * CHARACTER_WIDTH_PX) / MARGIN_STEP_PX) * MARGIN_STEP_PX,
    );
  }
  const longest = Math.max(4, ...categories.map(({ length }) => Math.min(length, MAX_NAME.y)));
  return Math.min(width * 0.4, 16 + longest * CHARACTER_WIDTH_PX);
}

/** Computes by how much the numbers below an axis would reach beyond the drawing, in whole steps. */
function computeOverhang(ticks: readonly Tick[], scale: Scale, width: number): number {
  const ends = ticks.map(({ value, label }) => scale.to(value) + (label.length * CHARACTER_WIDTH_PX) / 2);
  return Math.ceil(Math.max(0, ...ends.map((end) => end - width)) / MARGIN_STEP_PX) * MARGIN_STEP_PX;
}

export type ChartAxes = {
  readonly x: ChartAxis;
  readonly y: ChartAxis;
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
};

/** The inner frame of a plot with the scales of its axes: all that is needed to place something above it. */
export type PlotArea = Pick<ChartLayout, "left" | "right" | "top" | "bottom" | "place">;

const zoomAxis = (axis: ChartAxis, range: Range | undefined): ChartAxis =>
  range === undefined ? axis : { ...axis, range };

/** @param width of the whole drawing, as `height`, in pixels */
export function computeLayout({ x, y, hasMap }: ChartAxes, zoom: Zoom, width: number, height: number) {
  const [top, bottom] = [MARGINS_PX.top, Math.max(MARGINS_PX.top + 1, height - MARGINS_PX.bottom)];
  const [xAxis, yAxis] = [zoomAxis(x, zoom?.x), zoomAxis(y, zoom?.y)];
  const count = Math.max(2, Math.floor((bottom - top) / MIN_TICK_GAP_PX.y));
  const yTicks = createTicks(yAxis, count);
  const left = computeSideMargin(y, yTicks, width);
  const plainRight = Math.max(left + 1, width - (hasMap ? COLOUR_BAR_WIDTH_PX : MARGINS_PX.right));
  const xTicks = createTicks(xAxis, Math.max(2, Math.floor((plainRight - left) / MIN_TICK_GAP_PX.x)));
  const overhang =
    x.categories === null ? computeOverhang(xTicks, createScale(xAxis, [left, plainRight]), width) : 0;
  const right = Math.max(left + 1, plainRight - overhang);
  const layout: ChartLayout = {
    width,
    left,
    right,
    top,
    bottom,
    place: { x: createScale(xAxis, [left, right]), y: createScale(yAxis, [bottom, top]) },
    xTicks,
    yTicks,
  };
  return layout;
}
