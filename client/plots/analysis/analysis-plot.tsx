import "./analysis-plot.css";
import { Skeleton } from "@mantine/core";
import { counted } from "@understudy/shared/counted.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type KeyboardEvent, memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ErrorBanner } from "../../components/error-banner.tsx";
import { tableCsv } from "../csv.ts";
import { PlotFrame, READOUT_HEIGHT_PX } from "../plot-frame.tsx";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import { walkTo } from "../walk.ts";
import { type AnalysisFigure, carryHidden, describePoints, type PointReference } from "./analysis-figure.ts";
import { FILE_LEGEND } from "./axis-theme.ts";
import { type DrawnPlot, renderFigureSvg } from "./drawn-plot.ts";
import { type Drawing, FigureCanvas } from "./figure-canvas.tsx";
import { type DragMode, DrawingModes, LegendToggles } from "./figure-controls.tsx";
import { type Plotly, usePlotly } from "./use-plotly.ts";

type AnalysisPlotProps = {
  figure: AnalysisFigure;
  /** The accessible name: a few words that say what the plot shows. */
  label: string;
  /** The height in pixels is reserved from the start, so that the layout does not shift when the plot appears. */
  height: number;
};

/** In a file each trace may need a row of its own. */
const LEGEND_ROW_PX = 20;

/** A finger must be able to scroll past a plot. */
const startMode = (): DragMode => (window.matchMedia("(pointer: coarse)").matches ? false : "zoom");

/**
 * A figure drawn by plotly.js, which is loaded when the plot comes near the viewport: with zoom, selection and a legend that hides traces,
 * and with the readout, keyboard walk, text alternative and files of every plot.
 */
export function AnalysisPlot({ figure, label, height }: AnalysisPlotProps) {
  const frame = useRef<HTMLElement>(null);
  const plot = useRef<DrawnPlot>(null);
  const { state, fail } = usePlotly(frame);
  const [mode, setMode] = useState(startMode);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [resetCount, setResetCount] = useState(0);
  const [selected, setSelected] = useState<readonly PointReference[] | null>(null);
  const reader = useReader(figure, hidden, plot);
  const { announce } = reader;
  const [current, setCurrent] = useState({ figure, changeCount: 0 });
  const { changeCount } = current;
  if (current.figure !== figure) {
    // The places of points and traces in the figure before mean others in this one.
    setCurrent({ figure, changeCount: changeCount + 1 });
    setHidden(carryHidden(hidden, current.figure.legend, figure.legend));
    setSelected(null);
    reader.forget();
  }
  useEffect(() => {
    if (changeCount > 0) plot.current?.leave();
  }, [changeCount]);

  const select = useCallback(
    (points: readonly PointReference[] | null) => {
      setSelected(points);
      announce(points === null ? "" : `Selected: ${counted(points.length, "point")}.`);
    },
    [announce],
  );
  const reset = useCallback(() => {
    setResetCount((count) => count + 1);
    setSelected(null);
  }, []);
  const toggle = (trace: number) =>
    setHidden(
      (before) => new Set(before.has(trace) ? [...before].filter((at) => at !== trace) : [...before, trace]),
    );
  const drawing = useMemo(
    (): Drawing => ({
      data: figure.data.map((trace, at) => (hidden.has(at) ? { ...trace, visible: "legendonly" } : trace)),
      layout: {
        ...figure.layout,
        dragmode: mode,
        uirevision: `${figure.revision} ${resetCount}`,
        selectionrevision: `${changeCount} ${resetCount}`,
      },
    }),
    [figure, hidden, mode, resetCount, changeCount],
  );
  const canvasHeight = height - READOUT_HEIGHT_PX;
  return (
    <>
      <PlotFrame
        frame={frame}
        label={label}
        height={height}
        summary={figure.summary}
        parts={reader.parts}
        announcement={reader.announcement}
        onKeyDown={reader.walk}
        onBlur={reader.leave}
        tools={
          state.status === "ready" && (
            <FigureTools
              {...{ figure, label, drawing, selected, mode, frame, plotly: state.plotly }}
              height={canvasHeight}
              onMode={setMode}
              onReset={reset}
            />
          )
        }
      >
        {state.status === "loading" && <Skeleton className="plot-cover" height={height} />}
        {state.status === "failed" && <ErrorBanner message={MESSAGES.plotNotLoaded} onRetry={state.retry} />}
        {state.status === "ready" && (
          <FigureCanvas
            {...{ drawing, plot, plotly: state.plotly, height: canvasHeight }}
            onHover={reader.show}
            onSelect={select}
            onFailure={fail}
          />
        )}
      </PlotFrame>
      {figure.legend.length > 0 && <LegendToggles items={figure.legend} hidden={hidden} onToggle={toggle} />}
    </>
  );
}

/** The points that are read: those at the pointer, or those that the arrow keys have come to. */
function useReader(
  figure: AnalysisFigure,
  hidden: ReadonlySet<number>,
  plot: React.RefObject<DrawnPlot | null>,
) {
  const [points, show] = useState<readonly PointReference[]>([]);
  /** Read out only where the keyboard chose the points. */
  const [announcement, announce] = useState("");
  const [stop, setStop] = useState<number | null>(null);
  const stops = useMemo(() => figure.stops(hidden), [figure, hidden]);
  const parts = useMemo(() => figure.parts(points), [figure, points]);
  const forget = () => {
    setStop(null);
    show([]);
    announce("");
  };
  return {
    show,
    announce,
    announcement,
    parts,
    forget,
    walk: (event: KeyboardEvent) => {
      const target = walkTo({ count: stops.count, columns: stops.map?.columns }, stop, event.key);
      if (target === null) return;
      event.preventDefault();
      const next = stops.at(target);
      setStop(target);
      show(next);
      announce(describePoints(figure, next));
      plot.current?.hover(next, stops.map);
    },
    leave: () => {
      forget();
      plot.current?.leave();
    },
  };
}

type FigureToolsProps = {
  figure: AnalysisFigure;
  label: string;
  plotly: Plotly;
  drawing: Drawing;
  selected: readonly PointReference[] | null;
  mode: DragMode;
  /** Its width is that of the drawing. */
  frame: React.RefObject<HTMLElement | null>;
  height: number;
  onMode: (mode: DragMode) => void;
  onReset: () => void;
};

/**
 * The tools of the plot; a hover leaves them alone. Files show the traces that are not hidden, with the legend, which on the page stands
 * below the plot.
 */
const FigureTools = memo(function FigureTools(props: FigureToolsProps) {
  const { figure, label, plotly, drawing, selected, mode, frame, height, onMode, onReset } = props;
  const hasLegend = figure.legend.length > 0;
  const size = () => ({
    width: frame.current?.clientWidth ?? 0,
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
      <DrawingModes label={label} mode={mode} isSelectable={figure.isSelectable} onMode={onMode} />
    </PlotTools>
  );
});
