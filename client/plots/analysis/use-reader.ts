import { type KeyboardEvent, type RefObject, useMemo, useState } from "react";
import { walkTo } from "../walk.ts";
import { type AnalysisFigure, describePoints, type PointReference } from "./analysis-figure.ts";
import type { DrawnPlot } from "./drawn-plot.ts";

export type ReaderActions = {
  /** Called with the first of the points when Enter is pressed. */
  readonly onChoose?: ((point: PointReference) => void) | undefined;
  /** Called with the points when the space bar is pressed: they are selected, or no longer. */
  readonly onToggle?: ((points: readonly PointReference[]) => void) | undefined;
};

export const NO_POINTS: readonly PointReference[] = [];

/**
 * The points that are read: those at the pointer, or those that the arrow keys have come to.
 * @param hidden the places of the traces that are not drawn, whose points the arrow keys leave out
 * @param plot the drawn figure, whose crosshair follows the arrow keys
 * @param actions of the keys that do more than walk
 */
export function useReader(
  figure: AnalysisFigure,
  hidden: ReadonlySet<number>,
  plot: RefObject<DrawnPlot | null>,
  actions: RefObject<ReaderActions>,
) {
  const stops = useMemo(() => figure.stops(hidden), [figure, hidden]);
  const [hovered, setHovered] = useState({ points: NO_POINTS, stopCount: 0 });
  const show = (points: readonly PointReference[]) => setHovered({ points, stopCount: stops.count });
  /** Read out only where the keyboard chose the points. */
  const [announcement, announce] = useState("");
  const [chosenStop, setStop] = useState<number | null>(null);
  // A refreshed figure may have fewer points.
  const stop = chosenStop === null || stops.count === 0 ? null : Math.min(chosenStop, stops.count - 1);
  /** The points that the arrow keys have come to. The pointer may read others meanwhile. */
  const marked = useMemo(() => (stop === null ? NO_POINTS : stops.at(stop)), [stops, stop]);
  const isHovered = hovered.points.length > 0 && hovered.stopCount <= stops.count;
  const points = isHovered ? hovered.points : marked;
  const parts = useMemo(() => figure.parts(points), [figure, points]);
  const forget = () => {
    setStop(null);
    show([]);
    announce("");
  };
  return {
    points,
    show,
    announce,
    announcement,
    parts,
    marked,
    forget,
    walk: (event: KeyboardEvent) => {
      const [point] = marked;
      const { onChoose, onToggle } = actions.current;
      if (event.key === "Enter" && point !== undefined) onChoose?.(point);
      if (event.key === " " && point !== undefined && onToggle !== undefined) {
        // The space bar would scroll the page.
        event.preventDefault();
        onToggle(marked);
      }
      const target = walkTo({ count: stops.count, columns: stops.map?.columns }, stop, event.key);
      if (target === null) return;
      event.preventDefault();
      const next = stops.at(target);
      setStop(target);
      show(next);
      announce(describePoints(figure, next));
      const { mark, raster, lines } = figure;
      if (mark === undefined && raster === undefined && lines === undefined)
        plot.current?.hover(next, stops.map);
    },
    leave: () => {
      forget();
      plot.current?.leave();
    },
  };
}
