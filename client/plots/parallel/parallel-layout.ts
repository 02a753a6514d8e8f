/** The positions of the axes and lines of parallel coordinates, in pixels. */
import { createScale } from "../chart/scales.ts";
import type { ParallelAxis, ParallelChart, ParallelLine } from "../figures/parallel-coordinates.ts";
import type { Range } from "../figures/ranges.ts";

const MARGINS_PX = { side: 56, top: 30, bottom: 30 } as const;
/** Axes are at least this far apart: with more axes than fit, the drawing is wider than its frame. */
const MIN_AXIS_GAP_PX = 92;

export type ParallelLayout = {
  readonly width: number;
  readonly top: number;
  readonly bottom: number;
  /** The horizontal position of each axis. */
  readonly left: readonly number[];
  readonly to: (axis: number, value: number) => number;
  readonly from: (axis: number, pixel: number) => number;
};

/** @param width of the frame, as `height`, in pixels */
export function parallelLayout(axes: readonly ParallelAxis[], width: number, height: number): ParallelLayout {
  const gaps = Math.max(1, axes.length - 1);
  const drawingWidth = Math.max(width, 2 * MARGINS_PX.side + gaps * MIN_AXIS_GAP_PX);
  const step = (drawingWidth - 2 * MARGINS_PX.side) / gaps;
  const [top, bottom] = [MARGINS_PX.top, height - MARGINS_PX.bottom];
  const scales = axes.map(({ range }) => createScale({ type: "linear", range }, [bottom, top]));
  return {
    width: drawingWidth,
    top,
    bottom,
    left: axes.map((_, at) => MARGINS_PX.side + at * step),
    to: (axis, value) => scales[axis]?.to(value) ?? Number.NaN,
    from: (axis, pixel) => scales[axis]?.from(pixel) ?? Number.NaN,
  };
}

/** Rounds to tenths of a pixel, which are finer than any screen. */
const roundToTenths = (pixels: number): number => Math.round(pixels * 10) / 10;

/** The path of a line, in parts where it has gaps. */
export function linePath({ values }: Pick<ParallelLine, "values">, layout: ParallelLayout): string {
  let isDown = false;
  return values
    .map((value, axis) => {
      const left = layout.left[axis];
      if (value === null || left === undefined) {
        isDown = false;
        return "";
      }
      const command = isDown ? "L" : "M";
      isDown = true;
      return `${command}${roundToTenths(left)} ${roundToTenths(layout.to(axis, value))}`;
    })
    .join("");
}

/** Pixels within which a line is meant. */
const MAX_POINTER_DISTANCE_PX = 12;

/** The line nearest to a place; null where none is near. */
export function nearestLine(
  { lines }: ParallelChart,
  layout: ParallelLayout,
  [x, y]: readonly [number, number],
): string | null {
  const right = layout.left.findIndex((left) => left >= x);
  const at = right === -1 ? layout.left.length - 1 : Math.max(1, right);
  const [from = 0, to = 0] = [layout.left[at - 1], layout.left[at]];
  const part = to === from ? 0 : Math.min(1, Math.max(0, (x - from) / (to - from)));
  let nearestKey: string | null = null;
  let least = MAX_POINTER_DISTANCE_PX;
  for (const { key, values } of lines) {
    const [leftValue, rightValue] = [values[at - 1] ?? null, values[at] ?? null];
    if (leftValue === null || rightValue === null) continue;
    const height = layout.to(at - 1, leftValue) * (1 - part) + layout.to(at, rightValue) * part;
    const distance = Math.abs(height - y);
    if (distance >= least) continue;
    least = distance;
    nearestKey = key;
  }
  return nearestKey;
}

/** A shorter drag is a click. */
const MIN_DRAG_PX = 5;

/** The stretch of an axis between two heights in pixels; null for a click. */
export function findStretch(layout: ParallelLayout, axis: number, from: number, to: number): Range | null {
  if (Math.abs(from - to) < MIN_DRAG_PX) return null;
  const clampToAxis = (pixel: number) => Math.min(layout.bottom, Math.max(layout.top, pixel));
  const [startValue, endValue] = [layout.from(axis, clampToAxis(from)), layout.from(axis, clampToAxis(to))];
  return [Math.min(startValue, endValue), Math.max(startValue, endValue)];
}
