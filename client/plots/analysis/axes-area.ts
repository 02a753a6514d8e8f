/** The axes of a figure as plotly.js has drawn them, for what the page places above the drawing and shows to others. */
import type { Layout, LayoutAxis } from "plotly.js/lib/core";
import { z } from "zod";
import type { PlotArea, Zoom } from "../chart/layout.ts";
import { createScale } from "../chart/scales.ts";
import type { Range } from "../model/ranges.ts";

export type AxesView = {
  readonly area: PlotArea;
  /** The ends of the axes, in values. */
  readonly shown: NonNullable<Zoom>;
  /** plotly.js has chosen both axes so that they hold all points. */
  readonly isAutomatic: boolean;
};

const numberAxis = z.object({
  type: z.enum(["linear", "log"]).default("linear"),
  /** On a logarithmic axis in exponents of ten. */
  range: z.tuple([z.number(), z.number()]),
  autorange: z.unknown().optional(),
});
type NumberAxis = z.infer<typeof numberAxis>;

const toValues = ({ type, range: [from, to] }: NumberAxis): Range =>
  type === "log" ? [10 ** from, 10 ** to] : [from, to];

/**
 * @param layout as plotly.js has completed it
 * @returns null for a figure without one pair of axes of numbers
 */
export function readAxes(element: Element, { xaxis, yaxis }: Partial<Layout>): AxesView | null {
  const [frame, second] = element.querySelectorAll(".nsewdrag");
  const [x, y] = [numberAxis.safeParse(xaxis), numberAxis.safeParse(yaxis)];
  if (frame === undefined || second !== undefined || !x.success || !y.success) return null;
  const readPixels = (name: string) => Number(frame.getAttribute(name));
  const [left, top] = [readPixels("x"), readPixels("y")];
  const [right, bottom] = [left + readPixels("width"), top + readPixels("height")];
  const shown = { x: toValues(x.data), y: toValues(y.data) };
  return {
    area: {
      ...{ left, right, top, bottom },
      place: {
        x: createScale({ type: x.data.type, range: shown.x }, [left, right]),
        y: createScale({ type: y.data.type, range: shown.y }, [bottom, top]),
      },
    },
    shown,
    isAutomatic: x.data.autorange === true && y.data.autorange === true,
  };
}

/**
 * The part of the axes that the reader sees; null: all of them.
 * @param layout as the figure declares it
 */
export function findZoom({ shown, isAutomatic }: AxesView, { xaxis, yaxis }: Partial<Layout>): Zoom {
  const [x, y] = [numberAxis.safeParse(xaxis), numberAxis.safeParse(yaxis)];
  const declared = x.success && y.success ? { x: toValues(x.data), y: toValues(y.data) } : null;
  return isAutomatic || JSON.stringify(declared) === JSON.stringify(shown) ? null : shown;
}

/** @param place from the left and the top of the drawing, in pixels */
export const isWithin = (
  { left, right, top, bottom }: PlotArea,
  [x, y]: readonly [number, number],
): boolean => x >= left && x <= right && y >= top && y <= bottom;

/** The layout with the part of its axes that another person looks at. */
export function zoomLayout(layout: Partial<Layout>, zoom: NonNullable<Zoom>): Partial<Layout> {
  const zoomAxis = (axis: Partial<LayoutAxis> | undefined, [from, to]: Range): Partial<LayoutAxis> => ({
    ...axis,
    range: axis?.type === "log" ? [Math.log10(from), Math.log10(to)] : [from, to],
  });
  return { ...layout, xaxis: zoomAxis(layout.xaxis, zoom.x), yaxis: zoomAxis(layout.yaxis, zoom.y) };
}
