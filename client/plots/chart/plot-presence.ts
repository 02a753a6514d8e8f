import { createContext, type RefObject, useEffect } from "react";
import type { ChartLayout, Zoom } from "./layout.ts";

/** A place of a plot that a comment is about. */
export type PlotPin = {
  readonly id: number;
  /** In values of the axes, as `y`. */
  readonly x: number;
  readonly y: number;
  /** The first letters of who began the thread, and their colour. */
  readonly initials: string;
  readonly color: string;
  /** The accessible name. */
  readonly label: string;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
};

/** The other people who look at the same plots. Plots are named by their labels. */
export type PlotPresence = {
  /** The job on whose page the plots are; null: nobody else sees them. */
  readonly jobId: number | null;
  /** The zoom of the person whom the reader follows; undefined: the reader follows nobody. */
  readonly useFollowedZoom: (plot: string) => Zoom | undefined;
  /** Called with the reader's pointer, in values of the axes; null: it left the plot. */
  readonly pointed: (plot: string, at: readonly [number, number] | null) => void;
  readonly zoomed: (plot: string, zoom: Zoom) => void;
  /** The places of a plot that comments are about. */
  readonly usePins: (plot: string) => readonly PlotPin[];
};

const NO_PINS: readonly PlotPin[] = [];

const NO_PRESENCE: PlotPresence = {
  jobId: null,
  useFollowedZoom: () => undefined,
  pointed: () => {},
  zoomed: () => {},
  usePins: () => NO_PINS,
};

/** On pages that nobody else looks at nothing is shown and nothing is sent. */
export const PlotPresenceContext = createContext(NO_PRESENCE);

/** A point of a plot, in values of its axes. */
export type PlotPoint = { readonly plot: string; readonly x: number; readonly y: number };

type Drawn = { readonly plot: string; readonly layout: ChartLayout };
const drawnPlots = new WeakMap<Element, Drawn>();

/** Lets `findPlotPoint` find a plot by its drawing. */
export function useDrawnPlot(svg: RefObject<SVGSVGElement | null>, plot: string, layout: ChartLayout): void {
  useEffect(() => {
    if (svg.current !== null) drawnPlots.set(svg.current, { plot, layout });
  }, [svg, plot, layout]);
}

/** The mark of the point that the keyboard has chosen in a plot; null: none. */
export const findChosenMark = (plot: Element): Element | null => plot.querySelector(".plot-crosshair circle");

/** The point of the plot that is drawn at a place of the window; null: there is no plot, or the place is outside its axes. */
export function findPlotPoint(element: Element, clientX: number, clientY: number): PlotPoint | null {
  const svg = element.closest("svg.plot-canvas");
  const drawn = svg === null ? undefined : drawnPlots.get(svg);
  if (svg === null || drawn === undefined) return null;
  const box = svg.getBoundingClientRect();
  const [left, top] = [clientX - box.left, clientY - box.top];
  const { plot, layout } = drawn;
  const isInside = left >= layout.left && left <= layout.right && top >= layout.top && top <= layout.bottom;
  const [x, y] = [layout.place.x.from(left), layout.place.y.from(top)];
  return isInside && Number.isFinite(x) && Number.isFinite(y) ? { plot, x, y } : null;
}
