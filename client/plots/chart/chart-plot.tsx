import "../plot.css";
import { Skeleton, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { tableCsv } from "../csv.ts";
import { svgFileText } from "../plot-image.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import { usePalette } from "../use-palette.ts";
import { walkTo } from "../walk.ts";
import { Axes } from "./axes.tsx";
import type { Chart } from "./chart.ts";
import { Crosshair, ReadoutLine } from "./crosshair.tsx";
import { layoutOf } from "./layout.ts";
import { Marks } from "./marks.tsx";
import { nearestIndex } from "./nearest.ts";
import { type Brush, useZoom } from "./use-zoom.ts";

export type ChartPlotProps = {
  chart: Chart;
  /** What the plot shows, in a few words: its accessible name. */
  label: string;
  /** In pixels, reserved from the start so that the layout does not shift when the plot appears. */
  height: number;
  /** Its data are still to come: a placeholder stands in its place. */
  isWaiting: boolean;
};

/** Of the line above the axes, in pixels. */
const READOUT_HEIGHT = 22;

/** A chart with a crosshair, a zoom and a text alternative, whose points can be walked through with the arrow keys. */
export function ChartPlot({ chart, label, height, isWaiting }: ChartPlotProps) {
  const { ref, width } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const summaryId = useId();
  const [point, setPoint] = useState<number | null>(null);
  /** Read out only where the keyboard chose the point. */
  const [said, setSaid] = useState("");
  const { readout } = chart;
  const shownPoint = point !== null && point < readout.count ? point : null;

  const walk = (event: KeyboardEvent) => {
    const target = walkTo(readout, point, event.key);
    if (target === null) return;
    event.preventDefault();
    setPoint(target);
    setSaid(readout.describe(target));
  };
  const leave = () => {
    setPoint(null);
    setSaid("");
  };
  const shown = useRef({ chart, width, height });
  shown.current = { chart, width, height: height - READOUT_HEIGHT };
  const files = useMemo(
    (): PlotFiles => ({
      svg: async () => (svg.current === null ? "" : svgFileText(svg.current)),
      csv: () => tableCsv(shown.current.chart.table()),
      size: () => shown.current,
    }),
    [],
  );
  const drawing = useDrawing(chart, width, height - READOUT_HEIGHT);

  return (
    <figure className="plot" ref={ref} aria-labelledby={summaryId}>
      <section
        className="plot-walk"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are walked through with the arrow keys
        tabIndex={0}
        aria-label={label}
        aria-describedby={summaryId}
        onKeyDown={walk}
        onBlur={leave}
        style={{ height }}
      >
        <ReadoutLine readout={readout} point={shownPoint} />
        {isWaiting ? (
          <Skeleton className="plot-cover" height={height} />
        ) : (
          <ChartSvg chart={chart} drawing={drawing} svg={svg} point={shownPoint} onPoint={setPoint} />
        )}
      </section>
      {!isWaiting && <PlotTools label={label} onReset={drawing.zoom.reset} files={files} />}
      <VisuallyHidden component="figcaption" id={summaryId}>
        {chart.summary}
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </figure>
  );
}

/** The frame stays the same object while only the data change. */
function useDrawing({ x, y, revision }: Chart, width: number, height: number) {
  const zoom = useZoom(revision);
  const axes = JSON.stringify([x, y]);
  const layout = useMemo(() => {
    const [xAxis, yAxis]: [Chart["x"], Chart["y"]] = JSON.parse(axes);
    return { ...layoutOf({ x: xAxis, y: yAxis }, zoom.zoom, width, height), xAxis, yAxis };
  }, [axes, zoom.zoom, width, height]);
  return { width, height, zoom, layout };
}

type SvgProps = {
  chart: Chart;
  drawing: ReturnType<typeof useDrawing>;
  svg: React.RefObject<SVGSVGElement | null>;
  point: number | null;
  onPoint: (point: number | null) => void;
};

function ChartSvg({ chart, drawing, svg, point, onPoint }: SvgProps) {
  const { width, height, zoom, layout } = drawing;
  const palette = usePalette();
  const clipId = useId();
  const { readout } = chart;
  const { left, right, top, bottom, place } = layout;

  const follow = (event: PointerEvent) => {
    zoom.move(event);
    if (readout.count === 0) return;
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onPoint(x < left - 8 || x > right + 8 ? null : nearestIndex(readout.x, place.x.from(x)));
  };
  return (
    <svg
      ref={svg}
      className="plot-canvas"
      width={width}
      height={height}
      aria-hidden="true"
      onPointerDown={zoom.start}
      onPointerMove={follow}
      onPointerUp={() => zoom.end(layout)}
      onPointerLeave={() => onPoint(null)}
      onDoubleClick={zoom.reset}
    >
      <clipPath id={clipId}>
        <rect x={left} y={top} width={right - left} height={bottom - top} />
      </clipPath>
      <Axes x={layout.xAxis} y={layout.yAxis} layout={layout} palette={palette} />
      <g clipPath={`url(#${clipId})`}>
        <Marks marks={chart.marks} zones={chart.zones} layout={layout} />
      </g>
      {point !== null && <Crosshair readout={readout} point={point} layout={layout} palette={palette} />}
      {zoom.brush !== null && <BrushBox brush={zoom.brush} color={palette.band} />}
    </svg>
  );
}

function BrushBox({ brush: { x, y }, color }: { brush: Brush; color: string }) {
  return (
    <rect
      x={Math.min(...x)}
      y={Math.min(...y)}
      width={Math.abs(x[1] - x[0])}
      height={Math.abs(y[1] - y[0])}
      fill={color}
      pointerEvents="none"
    />
  );
}
