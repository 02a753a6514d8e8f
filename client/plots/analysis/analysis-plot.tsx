import "./analysis-plot.css";
import { Skeleton, useMantineTheme } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ErrorBanner } from "#ui/load-states.tsx";
import type { ChartPlotProps } from "../chart/chart-plot.tsx";
import type { Zoom } from "../chart/layout.ts";
import { useFollowedView } from "../chart/plot-presence.ts";
import { PlotFrame, READOUT_HEIGHT_PX } from "../plot-frame.tsx";
import { usePalette } from "../use-palette.ts";
import { type AnalysisFigure, carryHidden, type PointReference } from "./analysis-figure.ts";
import { type AxesView, findZoom, zoomLayout } from "./axes-area.ts";
import { createChartFigure } from "./chart-figure.ts";
import type { ArrangedAxis, DrawnPlot } from "./drawn-plot.ts";
import { type Drawing, FigureCanvas } from "./figure-canvas.tsx";
import { chooseMode, type DragMode, FigureTools, LegendToggles } from "./figure-controls.tsx";
import type { FigurePicture } from "./picture-layer.tsx";
import { drawSelected, type PointSelection, togglePoints, useSelection } from "./selected-points.ts";
import { usePlotly } from "./use-plotly.ts";
import { NO_POINTS, type ReaderActions, useReader } from "./use-reader.ts";

type AnalysisPlotProps = {
  figure: AnalysisFigure;
  /** It covers the axes while the figure changes faster than plotly.js can draw it; left out, or null: the figure is up to date. */
  picture?: FigurePicture | null;
  /** The accessible name: a few words that say what the plot shows. */
  label: string;
  /** The height in pixels is reserved from the start, so that the layout does not shift when the plot appears. */
  height: number;
  /** The drawing is at least as wide, in pixels; left out: as wide as its frame. */
  minWidth?: number;
  /** Left out: the plot keeps its selection to itself. */
  selection?: PointSelection;
  /** Called with the point that is clicked, or on which Enter is pressed. */
  onChoose?: ((point: PointReference) => void) | undefined;
  onArrange?: ((axes: readonly ArrangedAxis[]) => void) | undefined;
  /** Called when the reader asks for all that the figure showed at first. */
  onReset?: (() => void) | undefined;
  /** Buttons of this plot alone. */
  tools?: ReactNode;
  /** Its data are still to come: a placeholder stands in its place. */
  isWaiting?: boolean;
  /** It is drawn at once, wherever it stands: the page is made to be printed. */
  isPrinted?: boolean;
};

/** A finger must be able to scroll past a plot. */
const startMode = (): DragMode => (window.matchMedia("(pointer: coarse)").matches ? false : "zoom");

/**
 * A figure drawn by plotly.js, which is loaded when the plot comes near the viewport: with zoom, selection and a legend that hides traces,
 * and with the readout, keyboard walk, text alternative and files of every plot.
 */
export function AnalysisPlot(props: AnalysisPlotProps) {
  const { figure, label, height, minWidth = 0, selection, onChoose, onArrange, onReset, tools } = props;
  const { picture = null, isWaiting = false, isPrinted = false } = props;
  const frame = useRef<HTMLElement>(null);
  const plot = useRef<DrawnPlot>(null);
  const { state, fail } = usePlotly(frame, isPrinted);
  const [chosenMode, setMode] = useState(startMode);
  const mode = chooseMode(figure.kind, chosenMode);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [resetCount, setResetCount] = useState(0);
  const axes = useSharedAxes(label, figure.layout);
  const { setFollowed } = axes;
  const choosing = useRef<ReaderActions>({});
  const reader = useReader(figure, hidden, plot, choosing);
  const { selected, onSelect, select, dragCount, clear } = useSelection(figure, selection, reader.announce);
  choosing.current = {
    onChoose,
    ...(figure.isSelectable && { onToggle: (points) => select(togglePoints(selected ?? [], points)) }),
  };
  const [current, setCurrent] = useState({ figure, changeCount: 0 });
  const { changeCount } = current;
  if (current.figure.source !== figure.source) {
    // The places of points and traces in the figure before mean others in this one.
    setCurrent({ figure, changeCount: changeCount + 1 });
    setHidden(carryHidden(hidden, current.figure.legend, figure.legend));
    clear();
    reader.forget();
  }
  useEffect(() => {
    if (changeCount > 0) plot.current?.leave();
  }, [changeCount]);

  const showAll = useCallback(() => {
    setResetCount((count) => count + 1);
    setFollowed(null);
  }, [setFollowed]);
  const reset = useCallback(() => {
    showAll();
    onSelect(null);
    onReset?.();
  }, [showAll, onSelect, onReset]);
  const toggle = (trace: number) => setHidden((before) => toggleTrace(before, trace));
  const drawing = useDrawing({
    figure,
    hidden,
    selected,
    mode,
    marked: reader.marked,
    resetCount,
    dragCount,
    followed: axes.followed,
  });
  const [read = null] = reader.parts.length > 0 ? reader.points : [];
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
          state.status === "ready" &&
          !isWaiting && (
            <FigureTools
              {...{ figure, label, drawing, selected, mode, frame, minWidth, tools, plotly: state.plotly }}
              height={canvasHeight}
              onMode={setMode}
              onReset={reset}
            />
          )
        }
      >
        {(state.status === "loading" || isWaiting) && <Skeleton className="plot-cover" height={height} />}
        {state.status === "failed" && <ErrorBanner message={MESSAGES.plotNotLoaded} onRetry={state.retry} />}
        {state.status === "ready" && !isWaiting && (
          <FigureCanvas
            {...{
              figure,
              picture,
              drawing,
              plot,
              plotly: state.plotly,
              height: canvasHeight,
              minWidth,
              label,
              read,
            }}
            area={axes.area}
            onView={axes.setView}
            onHover={reader.show}
            onSelect={select}
            onChoose={(point) => onChoose?.(point)}
            onDoubleClick={showAll}
            onArrange={(axes) => onArrange?.(axes)}
            onFailure={fail}
          />
        )}
      </PlotFrame>
      {figure.legend.length > 0 && <LegendToggles items={figure.legend} hidden={hidden} onToggle={toggle} />}
    </>
  );
}

const toggleTrace = (hidden: ReadonlySet<number>, trace: number): ReadonlySet<number> =>
  new Set(hidden.has(trace) ? [...hidden].filter((at) => at !== trace) : [...hidden, trace]);

/** The axes as they are drawn, whose zoom others see, and the zoom of the person whom the reader follows, or followed last. */
function useSharedAxes(label: string, layout: AnalysisFigure["layout"]) {
  const [view, setView] = useState<AxesView | null>(null);
  const [followed, setFollowed] = useState<Zoom>(null);
  const zoom = useMemo(() => view && findZoom(view, layout), [view, layout]);
  useFollowedView(label, zoom, setFollowed);
  return { area: view?.area ?? null, setView, followed, setFollowed };
}

type DrawingParts = {
  figure: AnalysisFigure;
  hidden: ReadonlySet<number>;
  selected: readonly PointReference[] | null;
  mode: DragMode;
  /** The points that the keyboard is on. */
  marked: readonly PointReference[];
  resetCount: number;
  dragCount: number;
  followed: Zoom;
};

/** The figure as it is drawn: without hidden traces, with what is selected, and with the chosen effect of a drag. */
function useDrawing(parts: DrawingParts): Drawing {
  const { figure, hidden, selected, mode, marked, resetCount, dragCount, followed } = parts;
  const { fontFamily } = useMantineTheme();
  const shownMarks = figure.mark === undefined ? NO_POINTS : marked;
  return useMemo(() => {
    const { data, layout, kind, isSelectable, raster, revision } = figure;
    const shown = selected === null ? data : (figure.leaveOut?.(selected) ?? data);
    const hasPale = isSelectable && raster === undefined && selected !== null;
    const drawn = (hasPale ? drawSelected(shown, selected) : shown).map((trace, at) => ({
      ...trace,
      ...(hidden.has(at) && { visible: "legendonly" as const }),
    }));
    return {
      ...{ hidden, selected },
      data: shownMarks.length === 0 ? drawn : (figure.mark?.(drawn, shownMarks) ?? drawn),
      layout: {
        ...(followed === null || kind !== "axes" ? layout : zoomLayout(layout, followed)),
        font: { ...layout.font, family: fontFamily },
        ...(kind === "scene"
          ? { scene: { ...layout.scene, dragmode: mode === "select" || mode === "lasso" ? false : mode } }
          : { dragmode: mode }),
        uirevision: `${revision} ${resetCount} ${JSON.stringify(followed)}`,
        // While this is the same, plotly.js keeps the box or lasso of a drag and what lies in it: until the drag ends.
        selectionrevision: `${dragCount} ${resetCount}`,
      },
    };
  }, [figure, hidden, selected, mode, resetCount, dragCount, followed, shownMarks, fontFamily]);
}

/** Rows of a chart's table, by their places. */
type ChartSelection = {
  /** null: none are selected, and all are drawn alike. */
  readonly places: readonly number[] | null;
  readonly onSelect: (places: readonly number[] | null) => void;
};

type AnalysisChartProps = Omit<ChartPlotProps, "isWaiting"> & {
  isWaiting?: boolean;
  /** The points are the rows of the chart's table, and can be selected. */
  isSelectable?: boolean;
  /** Points that the page holds as selected; left out: the chart keeps its selection to itself. */
  selection?: ChartSelection | undefined;
  /** The points come from it. Left out: charts of one revision have the same points, whatever their colours and values are. */
  source?: unknown;
  isPrinted?: boolean;
};

/** A chart that nothing redraws while it is looked at: plotly.js draws it, to be zoomed, moved and selected. */
export function AnalysisChart(props: AnalysisChartProps) {
  const { chart, isSelectable = false, source = chart.revision, selection, onChoose, ...rest } = props;
  const palette = usePalette();
  const figure = useMemo(
    () => createChartFigure(chart, { source, isSelectable }, palette),
    [chart, source, isSelectable, palette],
  );
  const places = selection?.places ?? null;
  const points = useMemo(() => {
    const stops = figure.stops(new Set());
    return places?.flatMap((place) => stops.at(place)) ?? null;
  }, [figure, places]);
  return (
    <AnalysisPlot
      {...rest}
      figure={figure}
      {...(selection !== undefined && {
        selection: {
          points,
          onSelect: (selected) => selection.onSelect(selected?.map(({ point }) => point) ?? null),
        },
      })}
      {...(onChoose !== undefined && { onChoose: ({ point }: PointReference) => onChoose(point) })}
    />
  );
}
