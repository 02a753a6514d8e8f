/** The points of a figure that are selected: the figure with the others pale, and the selection with points added or taken away. */
import { counted } from "@understudy/shared/counted.ts";
import type { Data } from "plotly.js/lib/core";
import { useCallback, useEffect, useState } from "react";
import { useClearByEscape } from "#ui/use-clear-by-escape.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";

/**
 * Draws the points that are not selected pale, and of those at one place a single one, or none where a selected point lies: many pale points
 * would together be as dark as a selected one.
 */
export const drawSelected = (data: readonly Data[], selected: readonly PointReference[]): Data[] =>
  data.map((trace, at) => {
    const selectedpoints = selected.flatMap(({ trace: place, point }) => (place === at ? [point] : []));
    const isDrawnAsPoints =
      (trace.type === "scatter" || trace.type === "scattergl") && trace.mode === "markers";
    if (!isDrawnAsPoints || trace.hoverinfo === "skip") return { ...trace, selectedpoints };
    const { x = [], y = [], marker } = trace;
    const places = Array.from({ length: x.length }, (_, point) => `${x[point]} ${y[point]}`);
    const opacity = typeof marker?.opacity === "number" ? marker.opacity : 1;
    const shares = hideCovered(places, new Set(selectedpoints));
    return {
      ...trace,
      selectedpoints,
      marker: { ...marker, opacity: shares.map((share) => share * opacity) },
    };
  });

/** Returns 0 for points that a selected or an earlier one covers, and 1 for the others. */
function hideCovered(places: readonly string[], selected: ReadonlySet<number>): number[] {
  const covered = new Set(places.filter((_, point) => selected.has(point)));
  return places.map((place, point) => {
    if (selected.has(point)) return 1;
    if (covered.has(place)) return 0;
    covered.add(place);
    return 1;
  });
}

/** Adds points to those that are selected, or takes them away where all of them are. null: none is left. */
export function togglePoints(
  selected: readonly PointReference[],
  points: readonly PointReference[],
): readonly PointReference[] | null {
  const isAmong = ({ trace, point }: PointReference, list: readonly PointReference[]) =>
    list.some((listed) => listed.trace === trace && listed.point === point);
  const remaining = selected.filter((reference) => !isAmong(reference, points));
  if (remaining.length + points.length > selected.length) return [...remaining, ...points];
  return remaining.length === 0 ? null : remaining;
}

/** Points that the page holds as selected, so that its other plots and tables show them too. */
export type PointSelection = {
  /** null: none are selected, and all are drawn alike. */
  readonly points: readonly PointReference[] | null;
  readonly onSelect: (points: readonly PointReference[] | null) => void;
};

/** The points that a drag has selected; the plot keeps them itself where the page does not. */
export function useSelection(
  figure: AnalysisFigure,
  selection: PointSelection | undefined,
  announce: (sentence: string) => void,
) {
  /** The number of drags that have selected points, or given up a selection. */
  const [dragCount, setDragCount] = useState(0);
  const [ownSelection, setOwnSelection] = useState<readonly PointReference[] | null>(null);
  const { points: selected, onSelect } = selection ?? { points: ownSelection, onSelect: setOwnSelection };
  const clear = useCallback(() => setOwnSelection(null), []);
  useClearByEscape(ownSelection !== null, clear);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what other plots select is not announced here
  useEffect(() => {
    // The page may have accepted fewer points than the drag met.
    if (dragCount > 0) announce(selected === null ? "" : describeSelection(figure, selected));
  }, [dragCount]);
  const select = (points: readonly PointReference[] | null) => {
    setDragCount((count) => count + 1);
    onSelect(points);
  };
  return { selected, onSelect, select, dragCount, clear };
}

const describeSelection = (figure: AnalysisFigure, selected: readonly PointReference[]): string =>
  `Selected: ${counted(figure.table(selected).rows.length, "point")}.`;
