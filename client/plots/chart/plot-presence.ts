import type { SharedPage } from "@understudy/shared/live/presence.ts";
import { createContext, type RefObject, useContext, useEffect, useRef } from "react";
import type { PlotArea, Zoom } from "./layout.ts";

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
  /** The page that the plots are on; null: nobody else sees them. */
  readonly page: SharedPage | null;
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
  page: null,
  useFollowedZoom: () => undefined,
  pointed: () => {},
  zoomed: () => {},
  usePins: () => NO_PINS,
};

/** On pages that nobody else looks at nothing is shown and nothing is sent. */
export const PlotPresenceContext = createContext(NO_PRESENCE);

/** A point of a plot, in values of its axes. */
export type PlotPoint = { readonly plot: string; readonly x: number; readonly y: number };

type Drawn = { readonly plot: string; readonly area: PlotArea };
const drawnPlots = new WeakMap<Element, Drawn>();

/**
 * Lets `findPlotPoint` find a plot by its drawing.
 * @param drawing an element with the attribute `data-plot`
 * @param area null: the drawing has no axes yet, or none of numbers
 */
export function useDrawnPlot(drawing: RefObject<Element | null>, plot: string, area: PlotArea | null): void {
  useEffect(() => {
    const element = drawing.current;
    if (element === null) return;
    if (area === null) drawnPlots.delete(element);
    else drawnPlots.set(element, { plot, area });
  }, [drawing, plot, area]);
}

/**
 * Shows others the part of the axes that the reader looks at, and the reader the part of a person whom they follow.
 * @param zoom the reader's own
 * @param setZoom called with the zoom of the followed person
 */
export function useFollowedView(plot: string, zoom: Zoom, setZoom: (zoom: Zoom) => void): void {
  const presence = useContext(PlotPresenceContext);
  const followed = presence.useFollowedZoom(plot);
  useEffect(() => {
    if (followed !== undefined) setZoom(followed);
  }, [followed, setZoom]);
  useEffect(() => presence.zoomed(plot, zoom), [presence, plot, zoom]);
  // Apart from the effect above: between two zooms the whole plot is not shown to followers.
  useEffect(() => () => presence.zoomed(plot, null), [presence, plot]);
}

/** @returns a function that shows others the place of the reader's pointer, in pixels of the drawing; null: it left the plot */
export function useSharedPointer(
  plot: string,
  area: PlotArea | null,
): (place: readonly [number, number] | null) => void {
  const presence = useContext(PlotPresenceContext);
  const isPointed = useRef(false);
  useEffect(
    () => () => {
      // The pointer may be in another plot by now.
      if (isPointed.current) presence.pointed(plot, null);
    },
    [presence, plot],
  );
  return (place) => {
    const point = place === null || area === null ? null : findValues(area, place);
    isPointed.current = point !== null;
    presence.pointed(plot, point);
  };
}

/** The values at a place of the drawing, in pixels; null: it lies outside the axes. */
function findValues(
  { left, right, top, bottom, place }: PlotArea,
  [x, y]: readonly [number, number],
): readonly [number, number] | null {
  const isInside = x >= left && x <= right && y >= top && y <= bottom;
  return isInside ? [place.x.from(x), place.y.from(y)] : null;
}

/** The mark of the point that the keyboard has chosen in a plot; null: none. */
export const findChosenMark = (plot: Element): Element | null =>
  plot.querySelector(".plot-crosshair circle, .plot-ring");

/** The point of the plot that is drawn at a place of the window; null: there is no plot, or the place is outside its axes. */
export function findPlotPoint(element: Element, clientX: number, clientY: number): PlotPoint | null {
  // Rings, pins and pointers lie beside the element that a library draws into.
  const drawing =
    element.closest("[data-plot]") ?? element.closest(".plot-drawing")?.querySelector("[data-plot]") ?? null;
  const drawn = drawing === null ? undefined : drawnPlots.get(drawing);
  if (drawing === null || drawn === undefined) return null;
  const box = drawing.getBoundingClientRect();
  const [x, y] = findValues(drawn.area, [clientX - box.left, clientY - box.top]) ?? [];
  return x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y)
    ? { plot: drawn.plot, x, y }
    : null;
}
