/** A panel for each pair of parameters below a diagonal of histograms: the rows as points, or the densest regions of samples. */
import type { BarData, Data, HeatmapData, Layout, LayoutAxis, ScatterData } from "plotly.js/lib/core";
import {
  barText,
  type CornerChart,
  type CornerPair,
  type CornerParameter,
  cellText,
  cornerAxis,
  cornerTable,
  findRegions,
  traceOutlines,
} from "../figures/corner.ts";
import { type PairChart, pairTable, sampleParts } from "../figures/pair-plots.ts";
import type { ChartAxis } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { createSpan, spanValues } from "../model/ranges.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { themeLayout } from "./axis-theme.ts";
import { HOVERED_TRACE, IGNORED_TRACE, layOutAxis } from "./chart-figure.ts";
import { chooseType } from "./point-cloud.ts";

/** The opacity of each region, the densest first. */
export const REGION_OPACITIES = [0.95, 0.62, 0.36, 0.16] as const;
/** Pixels of a point that stands for one row: the fewer rows there are the larger, and of one that stands for very many. */
const POINT_DIAMETERS_PX = { least: 3, most: 6, many: 16 } as const;
const RING_DIAMETERS_PX = { ofOtherRows: 9, read: 12 } as const;
/** Up to so many rows points of the largest diameter hardly cover each other. */
const MAX_ROWS_AT_LARGEST = 150;
/** The part of the drawing's width and height that lies between two panels. */
const GAP_SHARE = 0.02;
/** More marks of an axis would not find room below a panel of a phone. */
const MAX_TICKS = 5;
/** The tallest bar leaves this part of its panel free. */
const BAR_HEADROOM = 1.06;

/** plotly.js's names of axes: for up to five parameters. A column and a row share theirs; each histogram has one of its own. */
const X_NAMES = ["x", "x2", "x3", "x4", "x5"] as const;
const Y_NAMES = ["y", "y2", "y3", "y4", "y5", "y6", "y7", "y8", "y9"] as const;
const xName = (column: number) => X_NAMES[column] ?? "x";
/** The first row is the histogram alone. */
const yName = (row: number) => Y_NAMES[row - 1] ?? "y";
const countName = (at: number, count: number) => Y_NAMES[count + at - 1] ?? "y";
const layoutKey = (name: string) => `${name.slice(0, 1)}axis${name.slice(1)}`;

type NamedAxis = [name: string, axis: Partial<LayoutAxis>];

type Panels = {
  readonly traces: readonly Data[];
  /** Points at the ends of an axis need room. */
  readonly arePoints: boolean;
  /** Names in the plural what histograms count. */
  readonly countedNoun: string;
};

/** An axis of points reaches beyond them: WebGL cuts off what lies outside of it. */
function createAxis(parameter: CornerParameter, arePoints: boolean): ChartAxis {
  const axis = cornerAxis(parameter);
  return arePoints ? { ...axis, range: spanValues(createSpan(axis.range, parameter.spacing)) } : axis;
}

function layOutPanels(
  parameters: readonly CornerParameter[],
  { arePoints }: Panels,
  palette: Palette,
): Partial<Layout> {
  const count = parameters.length;
  const size = (1 - GAP_SHARE * (count - 1)) / count;
  const findStretch = (place: number): [number, number] => {
    const start = place * (size + GAP_SHARE);
    return [start, Math.min(1, start + size)];
  };
  const last = count - 1;
  const axes = parameters.flatMap((parameter, at): NamedAxis[] => {
    const theme = {
      ...layOutAxis(createAxis(parameter, arePoints), true, palette),
      nticks: MAX_TICKS,
      showspikes: false,
    };
    const anchor = at === last ? countName(at, count) : yName(last);
    const up = findStretch(last - at);
    const counts: Partial<LayoutAxis> = {
      ...{ anchor: xName(at), domain: up, range: [0, BAR_HEADROOM * Math.max(1, ...parameter.counts)] },
      ...{ showticklabels: false, showgrid: false, zeroline: false, showline: true, linecolor: palette.axis },
    };
    const along: Partial<LayoutAxis> = { ...theme, anchor, domain: findStretch(at) };
    const across: Partial<LayoutAxis> = { ...theme, anchor: "x", domain: up };
    return [
      [xName(at), along],
      ...(at === 0 ? [] : [[yName(at), across] satisfies NamedAxis]),
      [countName(at, count), counts],
    ];
  });
  return {
    ...themeLayout(palette),
    barmode: "overlay",
    hovermode: "closest",
    ...Object.fromEntries(axes.map(([name, axis]) => [layoutKey(name), axis])),
    shapes: parameters.flatMap(({ marks, options }, at) =>
      (options === null ? marks : []).map((value, mark) => ({
        ...{ type: "line", xref: xName(at), x0: value, x1: value },
        ...{ yref: `${countName(at, count)} domain` as const, y0: 0, y1: 1 },
        // The middle one is the median.
        line: { color: palette.actual, width: mark === 1 ? 1.75 : 1, dash: mark === 1 ? "solid" : "dash" },
      })),
    ),
  };
}

/** The bars of a histogram. Along a logarithmic axis plotly.js measures their widths in exponents of ten. */
function drawHistogram(
  { edges, counts, spacing }: CornerParameter,
  [at, count]: readonly [number, number],
  color: string,
): Partial<BarData> {
  const bins = counts.map((_, bin) => [edges[bin] ?? 0, edges[bin + 1] ?? 0] as const);
  const isLog = spacing === "log";
  return {
    ...{ type: "bar", xaxis: xName(at), yaxis: countName(at, count), y: [...counts] },
    ...{ marker: { color, line: { width: 0 } }, unselected: IGNORED_TRACE.unselected },
    x: bins.map(([low, high]) => (isLog ? Math.sqrt(low * high) : (low + high) / 2)),
    width: bins.map(([low, high]) => (isLog ? Math.log10(high / low) : high - low)),
  };
}

/** The figures of both kinds of panels share these parts. */
function createFigure(parameters: readonly CornerParameter[], panels: Panels, palette: Palette) {
  const count = parameters.length;
  const histograms = parameters.map((parameter, at) => ({
    ...drawHistogram(parameter, [at, count], palette.faint),
    ...HOVERED_TRACE,
  }));
  return {
    kind: "axes" as const,
    data: [...panels.traces, ...histograms],
    layout: layOutPanels(parameters, panels, palette),
    revision: `corner ${parameters.map(({ name }) => name).join(" ")}`,
    legend: [],
    names: parameters.map(({ name }) => name).join(", "),
    /** Describes a bar; null: the point is none. */
    barParts: ({ trace, point }: PointReference) => {
      const parameter = parameters[trace - panels.traces.length];
      return parameter === undefined
        ? null
        : [{ label: "", text: barText(parameter, point, panels.countedNoun), color: null }];
    },
  };
}

/** The distribution of each parameter on the diagonal, and those of all pairs below it. */
export function createCornerFigure(chart: CornerChart, palette: Palette): AnalysisFigure {
  const { parameters, pairs } = chart;
  const traces = pairs.map((pair) => ({ ...drawCells(pair), ...HOVERED_TRACE }));
  const { barParts, names, ...figure } = createFigure(
    parameters,
    { traces, arePoints: false, countedNoun: "samples" },
    palette,
  );
  const bars = parameters.flatMap(({ counts }, at) =>
    counts.map((_, point) => ({ trace: pairs.length + at, point })),
  );
  return {
    ...figure,
    data: [...figure.data, ...pairs.flatMap((pair) => drawRegions(pair, palette))],
    source: chart,
    isSelectable: false,
    summary: `The distributions of ${names}, and of each pair of them. The table of parameters holds their medians and intervals.`,
    stops: () => ({ count: bars.length, at: (index) => bars.slice(index, index + 1) }),
    parts: ([reference]) => {
      const pair = reference && pairs[reference.trace];
      if (reference === undefined || pair === undefined) return reference ? (barParts(reference) ?? []) : [];
      const columns = pair.x.length - 1;
      const [column, row] = [reference.point % columns, Math.floor(reference.point / columns)];
      return [{ label: "", text: cellText(chart, pair, column, row), color: null }];
    },
    mark: (data, [bar]) => {
      const at = (bar?.trace ?? 0) - pairs.length;
      const parameter = parameters[at];
      if (bar === undefined || parameter === undefined) return data;
      const counts = parameter.counts.map((count, bin) => (bin === bar.point ? count : 0));
      const marked = drawHistogram({ ...parameter, counts }, [at, parameters.length], palette.prediction);
      return [...data, { ...marked, ...IGNORED_TRACE }];
    },
    table: () => cornerTable(chart),
  };
}

/** The cells of a pair, which take the pointer and are not seen. */
const drawCells = ({ first, second, x, y, counts }: CornerPair): Partial<HeatmapData> => ({
  ...{ type: "heatmap", xaxis: xName(first), yaxis: yName(second), x: [...x], y: [...y] },
  z: y.slice(1).map((_, row) => counts.slice(row * (x.length - 1), (row + 1) * (x.length - 1))),
  ...{ opacity: 0, showscale: false },
});

/** The densest regions of a pair, as areas that stay sharp in files and in print. */
function drawRegions({ first, second, x, y, counts }: CornerPair, palette: Palette): Partial<ScatterData>[] {
  const regions = findRegions(counts);
  return REGION_OPACITIES.map((opacity, region) => {
    const corners = traceOutlines(
      regions.map((cellRegion) => cellRegion === region),
      x.length - 1,
    ).flatMap((outline) => [...outline, null]);
    return {
      ...{ type: "scatter", mode: "lines", xaxis: xName(first), yaxis: yName(second), line: { width: 0 } },
      x: corners.map((corner) => corner && (x[corner.column] ?? null)),
      y: corners.map((corner) => corner && (y[corner.row] ?? null)),
      ...{ fill: "toself", fillcolor: palette.prediction, opacity },
      ...IGNORED_TRACE,
    };
  });
}

/** The figure of rows, and the way from rows to its points and back. */
export type PairFigure = AnalysisFigure & {
  /** The points of rows in all panels. @param rows by their places in the chart */
  readonly findReferences: (rows: readonly number[]) => PointReference[];
  /** The place of a point's row in the chart; null: it is a bar. */
  readonly findRow: (reference: PointReference) => number | null;
};

/** The histogram of each parameter on the diagonal, and the rows as points over each pair below it. */
export function createPairFigure(chart: PairChart, palette: Palette): PairFigure {
  const { parameters, rows, values } = chart;
  const places = parameters.flatMap((_, row) =>
    Array.from({ length: row }, (_, column) => [column, row] as const),
  );
  const type = chooseType(rows.length * places.length);
  const drawPanels = (listValues: (parameter: number) => readonly number[]) =>
    places.map(([column, row]) => ({
      ...{ mode: "markers" as const, xaxis: xName(column), yaxis: yName(row) },
      ...{ x: [...listValues(column)], y: [...listValues(row)] },
    }));
  const drawRings = (listValues: (parameter: number) => readonly number[], size: number, width: number) =>
    drawPanels(listValues).map(
      (panel): Partial<ScatterData> => ({
        ...{ ...panel, type: "scatter", cliponaxis: false },
        marker: { color: palette.actual, size, symbol: "circle-open", line: { width } },
        ...IGNORED_TRACE,
      }),
    );
  const traces = drawPanels((at) => values[at] ?? []).map((panel) => ({
    ...{ ...panel, type, ...HOVERED_TRACE, ...(type === "scatter" && { cliponaxis: false }) },
    marker: {
      color: palette.prediction,
      opacity: 0.75,
      // plotly.js draws points of different sizes with a white outline.
      line: { width: 0 },
      size: computeDiameters(panel.x, panel.y),
    },
  }));
  const { barParts, names, ...figure } = createFigure(
    parameters,
    { traces, arePoints: true, countedNoun: "training rows" },
    palette,
  );
  const findRow = ({ trace, point }: PointReference) => (trace < places.length ? point : null);
  const findReferences = (listed: readonly number[]) =>
    listed.flatMap((point) => places.map((_, trace) => ({ trace, point })));
  const rings = drawRings((at) => chart.ringed[at] ?? [], RING_DIAMETERS_PX.ofOtherRows, 1.5);
  return {
    ...figure,
    data: chart.ringed.some(({ length }) => length > 0) ? [...figure.data, ...rings] : figure.data,
    source: rows,
    isSelectable: true,
    summary: `Histograms of ${names}, and ${rows.length} training rows over each pair of them.`,
    stops: () => ({ count: rows.length, at: (row) => findReferences([row]) }),
    parts: ([reference, second]) => {
      if (reference === undefined) return [];
      // The keyboard comes to a row in all panels at once, the pointer in one of them.
      const shown = second === undefined ? places[reference.trace] : parameters.map((_, at) => at);
      return shown === undefined ? (barParts(reference) ?? []) : sampleParts(chart, reference.point, shown);
    },
    mark: (data, [reference]) => {
      const row = reference === undefined ? null : findRow(reference);
      if (row === null) return data;
      return [
        ...data,
        ...drawRings((at) => values[at]?.slice(row, row + 1) ?? [], RING_DIAMETERS_PX.read, 2),
      ];
    },
    table: (points) => {
      const listed = points && new Set(points.map(findRow));
      const { header, rows: lines } = pairTable(chart);
      return { header, rows: lines.filter((_, row) => listed?.has(row) ?? true) };
    },
    findReferences,
    findRow,
  };
}

/** The diameter of each point, whose area grows with the number of rows at its place. */
function computeDiameters(x: readonly number[], y: readonly number[]): number[] {
  const counts = new Map<string, number>();
  const keys = x.map((value, row) => `${value} ${y[row]}`);
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  const { least, most, many } = POINT_DIAMETERS_PX;
  const single = Math.max(least, most * Math.min(1, Math.sqrt(MAX_ROWS_AT_LARGEST / Math.max(1, x.length))));
  return keys.map((key) => Math.min(many, single * Math.sqrt(counts.get(key) ?? 1)));
}
