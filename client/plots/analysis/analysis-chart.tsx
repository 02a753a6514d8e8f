import { useMemo } from "react";
import type { ChartPlotProps } from "../chart/chart-plot.tsx";
import { usePalette } from "../use-palette.ts";
import type { PointReference } from "./analysis-figure.ts";
import { AnalysisPlot } from "./analysis-plot.tsx";
import { createChartFigure } from "./chart-figure.ts";

/** The points of the chart that the page holds as selected, by their places. */
export type ChartSelection = {
  /** null: none are selected, and all are drawn alike. */
  readonly points: readonly number[] | null;
  readonly onSelect: (points: readonly number[] | null) => void;
};

type AnalysisChartProps = Omit<ChartPlotProps, "isWaiting"> & {
  isWaiting?: boolean;
  /** Left out: the points cannot be selected. Where they can, they are the rows of the chart's table. */
  selection?: ChartSelection;
  /** The object that the points come from; left out: the chart. */
  source?: unknown;
  isPrinted?: boolean;
};

/** A chart that nothing redraws while it is looked at: plotly.js draws it, to be zoomed, moved and selected. */
export function AnalysisChart(props: AnalysisChartProps) {
  const { chart, selection, source = chart, onChoose, ...rest } = props;
  const palette = usePalette();
  const isSelectable = selection !== undefined;
  const figure = useMemo(
    () => createChartFigure(chart, { source, isSelectable }, palette),
    [chart, source, isSelectable, palette],
  );
  return (
    <AnalysisPlot
      {...rest}
      figure={figure}
      {...(selection !== undefined && { selection: toFigureSelection(figure.stops(NONE_HIDDEN).at, selection) })}
      {...(onChoose !== undefined && { onChoose: ({ point }: PointReference) => onChoose(point) })}
    />
  );
}

const NONE_HIDDEN: ReadonlySet<number> = new Set();

function toFigureSelection(
  findReferences: (point: number) => readonly PointReference[],
  { points, onSelect }: ChartSelection,
) {
  return {
    points: points?.flatMap((point) => findReferences(point)) ?? null,
    onSelect: (references: readonly PointReference[] | null) => {
      const [first] = findReferences(0);
      const selected = references?.flatMap(({ trace, point }) => (trace === first?.trace ? [point] : []));
      onSelect(selected === undefined || selected.length === 0 ? null : selected);
    },
  };
}
