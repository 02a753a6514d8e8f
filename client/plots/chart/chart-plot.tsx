import { Skeleton } from "@mantine/core";
import { type KeyboardEvent, type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { tableCsv } from "../csv.ts";
import { type Chart, describePoint } from "../model/chart.ts";
import { PlotFrame, READOUT_HEIGHT_PX } from "../plot-frame.tsx";
import { svgFileText } from "../plot-image.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import { usePalette } from "../use-palette.ts";
import { useWidth } from "../use-width.ts";
import { walkTo } from "../walk.ts";
import { Axes, ColourBar, Crosshair } from "./axes.tsx";
import { type ChartAxes, computeLayout } from "./layout.ts";
import { MapCanvas } from "./map-canvas.tsx";
import { Marks } from "./marks.tsx";
import { nearestIndex, nearestPoint } from "./nearest.ts";
import { PeoplePointers, PlotPins } from "./plot-pins.tsx";
import { useDrawnPlot, useSharedPointer } from "./plot-presence.ts";
import { type Brush, useZoom } from "./use-zoom.ts";

export type ChartPlotProps = {
  chart: Chart;
  /** The accessible name: a few words that say what the plot shows. */
  label: string;
  /** The height in pixels is reserved from the start, so that the layout does not shift when the plot appears. */
  height: number;
  /** Its data are still to come: a placeholder stands in its place. */
  isWaiting: boolean;
  /** Called with the point that is clicked, or on which Enter is pressed; left out: neither does anything. */
  onChoose?: (point: number) => void;
};

/** Pixels beyond the axes at which the pointer still means them. */
const POINTER_MARGIN_PX = 8;

/** A chart with a crosshair, a zoom and a text alternative, whose points can be walked through with the arrow keys. */
export function ChartPlot({ chart, label, height, isWaiting, onChoose }: ChartPlotProps) {
  const { ref, width } = useWidth();
  const svg = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [point, setPoint] = useState<number | null>(null);
  /** Read out only where the keyboard chose the point. */
  const [announcement, setAnnouncement] = useState("");
  const { readout } = chart;
  const shownPoint = point !== null && point < readout.count ? point : null;

  const walk = (event: KeyboardEvent) => {
    if (event.key === "Enter" && shownPoint !== null) onChoose?.(shownPoint);
    const target = walkTo(readout, point, event.key);
    if (target === null) return;
    event.preventDefault();
    setPoint(target);
    setAnnouncement(describePoint(readout, target));
  };
  const leave = () => {
    setPoint(null);
    setAnnouncement("");
  };
  const shown = useRef({ chart, width, height });
  shown.current = { chart, width, height: height - READOUT_HEIGHT_PX };
  const files = useMemo(
    (): PlotFiles => ({
      svg: async () => (svg.current === null ? "" : svgFileText(svg.current, canvas.current)),
      csv: () => tableCsv(shown.current.chart.table()),
      size: () => shown.current,
    }),
    [],
  );
  const drawing = useDrawing(chart, label, width, height - READOUT_HEIGHT_PX);

  return (
    <PlotFrame
      frame={ref}
      label={label}
      height={height}
      summary={chart.summary}
      parts={shownPoint === null ? [] : readout.parts(shownPoint)}
      announcement={announcement}
      onKeyDown={walk}
      onBlur={leave}
      tools={!isWaiting && <PlotTools label={label} onReset={drawing.zoom.reset} files={files} />}
    >
      {isWaiting ? (
        <Skeleton className="plot-cover" height={height} />
      ) : (
        <div className="plot-drawing">
          {chart.map !== undefined && <MapCanvas map={chart.map} layout={drawing.layout} canvas={canvas} />}
          <ChartSvg
            chart={chart}
            label={label}
            drawing={drawing}
            svg={svg}
            point={shownPoint}
            onPoint={setPoint}
            onChoose={onChoose}
          />
          <PeoplePointers plot={label} layout={drawing.layout} />
          <PlotPins plot={label} layout={drawing.layout} />
        </div>
      )}
    </PlotFrame>
  );
}

/** The frame stays the same object while only the data change. */
function useDrawing({ x, y, map, revision }: Chart, label: string, width: number, height: number) {
  const zoom = useZoom(revision, label);
  const axes = JSON.stringify({ x, y, hasMap: map !== undefined });
  const layout = useMemo(() => {
    const drawn: ChartAxes = JSON.parse(axes);
    return {
      ...computeLayout(drawn, zoom.zoom, width, height),
      xAxis: drawn.x,
      yAxis: drawn.y,
    };
  }, [axes, zoom.zoom, width, height]);
  return { width, height, zoom, layout };
}

type SvgProps = {
  chart: Chart;
  label: string;
  drawing: ReturnType<typeof useDrawing>;
  svg: React.RefObject<SVGSVGElement | null>;
  point: number | null;
  onPoint: (point: number | null) => void;
  onChoose: ChartPlotProps["onChoose"];
};

function ChartSvg({ chart, label, drawing, svg, point, onPoint, onChoose }: SvgProps) {
  const { width, height, zoom, layout } = drawing;
  const palette = usePalette();
  const clipId = useId();
  const { readout } = chart;
  const { left, right, top, bottom, place } = layout;

  useDrawnPlot(svg, label, layout);
  const sharePointer = useSharedPointer(label, layout);
  const follow = (event: PointerEvent) => {
    zoom.move(event);
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    sharePointer([x, y]);
    if (readout.count === 0) return;
    if (x < left - POINTER_MARGIN_PX || x > right + POINTER_MARGIN_PX) return onPoint(null);
    if (readout.nearest !== "both") return onPoint(nearestIndex(readout.x, place.x.from(x)));
    const isAmong = y >= top - POINTER_MARGIN_PX && y <= bottom + POINTER_MARGIN_PX;
    onPoint(isAmong ? nearestPoint(readout.x, readout.y, place, [x, y]) : null);
  };
  return (
    <svg
      ref={svg}
      className="plot-canvas"
      width={width}
      height={height}
      aria-hidden="true"
      data-plot=""
      onPointerDown={(event) => {
        zoom.start(event);
        // A tap reads a value, which stays until the plot is left; a mouse reads without a button.
        if (event.pointerType !== "mouse") follow(event);
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        const hasZoomed = zoom.end(layout);
        if (!hasZoomed && point !== null) onChoose?.(point);
      }}
      onPointerLeave={({ pointerType }) => {
        sharePointer(null);
        if (pointerType === "mouse") onPoint(null);
      }}
      onDoubleClick={zoom.reset}
    >
      <clipPath id={clipId}>
        <rect x={left} y={top} width={right - left} height={bottom - top} />
      </clipPath>
      <Axes
        x={layout.xAxis}
        y={layout.yAxis}
        hasMap={chart.map !== undefined}
        layout={layout}
        palette={palette}
      />
      {chart.map !== undefined && (
        <ColourBar
          low={chart.map.range[0]}
          high={chart.map.range[1]}
          colors={chart.map.colors}
          name={chart.map.name}
          unit={chart.map.unit}
          layout={layout}
          palette={palette}
        />
      )}
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
