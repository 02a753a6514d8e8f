import { type PointerEvent, useCallback, useState } from "react";
import type { Range } from "../model/ranges.ts";
import type { ChartLayout, Zoom } from "./layout.ts";
import { useFollowedView } from "./plot-presence.ts";
import type { Scale } from "./scales.ts";
import { useSharedZoom } from "./shared-zoom.ts";

/** Corners of the rectangle that is being drawn, in pixels of the chart. */
export type Brush = { readonly x: Range; readonly y: Range };

/** A shorter drag is a click, or a stretch along one axis only. */
const MIN_PIXELS = 6;

const sortRange = ([a, b]: Range): Range => (a < b ? [a, b] : [b, a]);
/** Converts pixels to values, from left to right or from the bottom to the top, as the axis itself. */
const invertRange = (scale: Scale, [from, to]: Range): Range => [scale.from(from), scale.from(to)];
const isWide = ([a, b]: Range): boolean => Math.abs(a - b) >= MIN_PIXELS;

/** The rectangle's stretch of both axes; an axis along which it is thin stays whole. Null for a click. */
export function zoomTo({ x, y }: Brush, layout: ChartLayout): Zoom {
  if (!isWide(x) && !isWide(y)) return null;
  const { left, right, top, bottom, place } = layout;
  return {
    x: invertRange(place.x, isWide(x) ? sortRange(x) : [left, right]),
    y: invertRange(place.y, isWide(y) ? [Math.max(...y), Math.min(...y)] : [bottom, top]),
  };
}

/**
 * The part of the axes that the reader looks at: drawn with the mouse, kept until the chart's revision changes, or shared by a
 * group. It follows the zoom of a person whom the reader follows.
 * @param plot the label of the plot
 */
export function useZoom(revision: string, plot: string) {
  const [zoomState, setZoomState] = useState<{ revision: string; zoom: Zoom }>({ revision, zoom: null });
  const [brush, setBrush] = useState<Brush | null>(null);
  const shared = useSharedZoom();
  const localZoom = zoomState.revision === revision ? zoomState.zoom : null;
  const [zoom, setShared] = shared ?? [localZoom, null];
  const setZoom = useCallback(
    (next: Zoom) => (setShared === null ? setZoomState({ revision, zoom: next }) : setShared(next)),
    [revision, setShared],
  );
  useFollowedView(plot, zoom, setZoom);
  const at = (event: PointerEvent) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top] as const;
  };
  return {
    zoom,
    brush,
    reset: useCallback(() => setZoom(null), [setZoom]),
    start: (event: PointerEvent) => {
      // A finger must be able to scroll past a plot.
      if (event.pointerType !== "mouse" || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const [x, y] = at(event);
      setBrush({ x: [x, x], y: [y, y] });
    },
    move: (event: PointerEvent) => {
      if (brush === null) return;
      const [x, y] = at(event);
      setBrush({ x: [brush.x[0], x], y: [brush.y[0], y] });
    },
    /** @returns whether a stretch was drawn: otherwise it was a click */
    end: (layout: ChartLayout): boolean => {
      const next = brush === null ? null : zoomTo(brush, layout);
      if (next !== null) setZoom(next);
      setBrush(null);
      return next !== null;
    },
  };
}
