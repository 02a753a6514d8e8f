import { useMemo } from "react";
import type { ChartPlotProps } from "../chart/chart-plot.tsx";
import { usePalette } from "../use-palette.ts";
import type { PointReference } from "./analysis-figure.ts";
import { AnalysisPlot } from "./analysis-plot.tsx";
import { createChartFigure } from "./chart-figure.ts";

type AnalysisChartProps = Omit<ChartPlotProps, "isWaiting"> & {
  isWaiting?: boolean;
  /** The points are the rows of the chart's table, and can be selected. */
  isSelectable?: boolean;
  /** The object that the points come from; left out: the chart. */
  source?: unknown;
  isPrinted?: boolean;
};

/** A chart that nothing redraws while it is looked at: plotly.js draws it, to be zoomed, moved and selected. */
export function AnalysisChart(props: AnalysisChartProps) {
  const { chart, isSelectable = false, source = chart, onChoose, ...rest } = props;
  const palette = usePalette();
  const figure = useMemo(
    () => createChartFigure(chart, { source, isSelectable }, palette),
    [chart, source, isSelectable, palette],
  );
  return (
    <AnalysisPlot
      {...rest}
      figure={figure}
      {...(onChoose !== undefined && { onChoose: ({ point }: PointReference) => onChoose(point) })}
    />
  );
}
