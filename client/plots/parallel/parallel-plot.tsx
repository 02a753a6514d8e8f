import "../plot.css";
import { VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { ScrollFrame } from "../../components/scroll-frame.tsx";
import {
  type Brushes,
  type ParallelChart,
  type ParallelLine,
  parallelCsv,
  passes,
} from "../figures/parallel-coordinates.ts";
import { svgFileText } from "../plot-image.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import { usePalette } from "../use-palette.ts";
import { ParallelAxes } from "./parallel-axes.tsx";
import {
  findStretch,
  linePath,
  nearestLine,
  type ParallelLayout,
  parallelLayout,
} from "./parallel-layout.ts";
import classes from "./parallel-plot.module.css";

type Props = {
  chart: ParallelChart;
  label: string;
  /** The height in pixels. */
  height: number;
  brushes: Brushes;
  /** The key of the line that is marked; null: none. */
  selected: string | null;
  onBrush: (brushes: Brushes) => void;
  onSelect: (key: string) => void;
};

/** Pixels beside an axis in which a drag brushes it. */
const BRUSH_REACH_PX = 22;
/** More pale lines than this are drawn paler: otherwise they would cover each other. */
const MAX_OPAQUE_LINES = 100;
const LINE_OPACITIES = { filtered: 0.07, pale: 0.28, full: 0.85 } as const;

/** Designs as lines over parallel axes, each of which can be brushed. */
export function ParallelPlot({ chart, label, height, brushes, selected, onBrush, onSelect }: Props) {
  const { ref, width } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const summaryId = useId();
  const layout = useMemo(() => parallelLayout(chart.axes, width, height), [chart.axes, width, height]);
  const drag = useBrush(layout, brushes, onBrush, (at) => {
    const key = nearestLine(chart, layout, at);
    if (key !== null) onSelect(key);
  });
  const shown = useRef({ chart, layout, height });
  shown.current = { chart, layout, height };
  const files = useMemo(
    (): PlotFiles => ({
      svg: async () => (svg.current === null ? "" : svgFileText(svg.current)),
      csv: () => parallelCsv(shown.current.chart),
      size: () => ({ width: shown.current.layout.width, height: shown.current.height }),
    }),
    [],
  );
  const names = chart.axes.map(({ name }) => name).join(", ");
  return (
    <figure className="plot" ref={ref} aria-labelledby={summaryId}>
      <ScrollFrame label={label}>
        <svg
          ref={svg}
          className={classes.canvas}
          width={layout.width}
          height={height}
          aria-hidden="true"
          onPointerDown={drag.start}
          onPointerMove={drag.move}
          onPointerUp={drag.end}
        >
          <Lines lines={chart.lines} layout={layout} brushes={brushes} selected={selected} />
          <ParallelAxes axes={chart.axes} layout={layout} brushes={drag.brushes} />
        </svg>
      </ScrollFrame>
      <PlotTools label={label} onReset={() => onBrush({})} files={files} />
      <VisuallyHidden component="figcaption" id={summaryId}>
        {`${chart.lines.length} designs as lines over ${names}. The table holds the same values.`}
      </VisuallyHidden>
    </figure>
  );
}

type LinesProps = {
  lines: readonly ParallelLine[];
  layout: ParallelLayout;
  brushes: Brushes;
  selected: string | null;
};

function Lines({ lines, layout, brushes, selected }: LinesProps) {
  const palette = usePalette();
  const ordered = [...lines].sort((a, b) => Number(b.isPale) - Number(a.isPale));
  const marked = lines.find(({ key }) => key === selected);
  const share = Math.min(1, Math.sqrt(MAX_OPAQUE_LINES / Math.max(1, lines.length)));
  const computeOpacity = (line: ParallelLine): number => {
    if (!passes(line, brushes)) return share * LINE_OPACITIES.filtered;
    return line.isPale ? share * LINE_OPACITIES.pale : LINE_OPACITIES.full;
  };
  return (
    <g fill="none" strokeWidth={1.5}>
      {ordered.map((line) => (
        <path
          key={line.key}
          className="plot-line"
          d={linePath(line, layout)}
          stroke={line.color ?? palette.prediction}
          opacity={computeOpacity(line)}
        />
      ))}
      {marked !== undefined && (
        <path d={linePath(marked, layout)} stroke={palette.actual} strokeWidth={2.5} />
      )}
    </g>
  );
}

type Drag = { readonly axis: number | null; readonly from: readonly [number, number]; readonly to: number };

/** Brushing along an axis; a click on one clears its brush, a click elsewhere chooses a line. */
function useBrush(
  layout: ParallelLayout,
  brushes: Brushes,
  onBrush: (brushes: Brushes) => void,
  onClick: (at: readonly [number, number]) => void,
) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const at = (event: PointerEvent): [number, number] => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const stretch =
    drag === null || drag.axis === null ? null : findStretch(layout, drag.axis, drag.from[1], drag.to);
  const drawn = drag?.axis != null && stretch !== null ? { ...brushes, [drag.axis]: stretch } : brushes;
  return {
    /** The brushes, with the one that is being drawn. */
    brushes: drawn,
    start: (event: PointerEvent) => {
      const from = at(event);
      const axis = layout.left.findIndex((left) => Math.abs(left - from[0]) <= BRUSH_REACH_PX);
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ axis: axis === -1 ? null : axis, from, to: from[1] });
    },
    move: (event: PointerEvent) => {
      if (drag !== null) setDrag({ ...drag, to: at(event)[1] });
    },
    end: () => {
      if (drag === null) return;
      setDrag(null);
      if (stretch !== null) return onBrush(drawn);
      const { axis } = drag;
      if (axis === null || brushes[axis] === undefined) return onClick(drag.from);
      const { [axis]: _, ...remainingBrushes } = brushes;
      onBrush(remainingBrushes);
    },
  };
}
