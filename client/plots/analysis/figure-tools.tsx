import { memo, type ReactNode } from "react";
import { tableCsv } from "../csv.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { FILE_LEGEND } from "./axis-theme.ts";
import { renderFigureSvg } from "./drawn-plot.ts";
import type { Drawing } from "./figure-canvas.tsx";
import { type DragMode, DrawingModes } from "./figure-controls.tsx";
import type { Plotly } from "./use-plotly.ts";

/** In a file each trace may need a row of its own. */
const LEGEND_ROW_PX = 20;

type FigureToolsProps = {
  figure: AnalysisFigure;
  label: string;
  plotly: Plotly;
  drawing: Drawing;
  selected: readonly PointReference[] | null;
  mode: DragMode;
  /** Its width is that of the drawing. */
  frame: React.RefObject<HTMLElement | null>;
  minWidth: number;
  height: number;
  onMode: (mode: DragMode) => void;
  onReset: () => void;
  tools: ReactNode;
};

/**
 * The tools of the plot; a hover leaves them alone. Files show the traces that are not hidden, with the legend, which on the page stands
 * below the plot.
 */
export const FigureTools = memo(function FigureTools(props: FigureToolsProps) {
  const { figure, label, plotly, drawing, selected, mode, frame, minWidth, height, onMode, onReset, tools } =
    props;
  const hasLegend = figure.legend.length > 0;
  const size = () => ({
    width: Math.max(minWidth, frame.current?.clientWidth ?? 0),
    height: height + (hasLegend ? LEGEND_ROW_PX * figure.legend.length : 0),
  });
  const files: PlotFiles = {
    svg: () =>
      renderFigureSvg(plotly, drawing.data, { ...drawing.layout, ...(hasLegend && FILE_LEGEND) }, size()),
    csv: () => tableCsv(figure.table(null)),
    size,
  };
  const selection = selected && { count: selected.length, csv: () => tableCsv(figure.table(selected)) };
  return (
    <PlotTools label={label} onReset={onReset} files={files} selection={selection}>
      {tools}
      <DrawingModes {...{ label, mode, onMode }} kind={figure.kind} isSelectable={figure.isSelectable} />
    </PlotTools>
  );
});
