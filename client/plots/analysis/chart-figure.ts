/** A chart, which is data that any renderer can draw, as a figure of plotly.js. */
import type { BarData, Data, LayoutAxis, ScatterData } from "plotly.js/lib/core";
import { colorAt } from "../chart/map-colors.ts";
import {
  type BandMark,
  type Chart,
  type ChartAxis,
  type ChartMap,
  describePoint,
  formatAxisTitle,
  type LineMark,
  type Mark,
  type PointsMark,
  type RectsMark,
} from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { linspace } from "../model/ranges.ts";
import type { AnalysisFigure } from "./analysis-figure.ts";
import { themeAxis, themeColorBar, themeLayout, toLiteralText } from "./axis-theme.ts";

/** A name beside an axis is cut short after this many characters; the line of values has all of it. */
const MAX_TICK_LENGTH = 26;
/** plotly.js interpolates between so many colours of a scale: with fewer the middle of it would be seen to differ. */
const COLOR_COUNT = 16;

export type ChartPoints = {
  /** Holds the points: see `AnalysisFigure.source`. */
  readonly source: unknown;
  /** The points are the rows of the chart's table, in their order, and can be selected. */
  readonly isSelectable: boolean;
};

export function createChartFigure(
  chart: Chart,
  { source, isSelectable }: ChartPoints,
  palette: Palette,
): AnalysisFigure {
  const { x, y, map, marks, zones, readout, revision, summary, table } = chart;
  const findPlace = (point: number) =>
    [readout.x[point] ?? 0, readout.y[point] ?? Math.min(...y.range)] as const;
  const pointed = findPointedMark(chart);
  const drawn = [
    ...(map === undefined ? [] : [drawMap(map, palette)]),
    ...marks.map((mark, at) => drawMark(mark, at === pointed ? HOVERED_TRACE : IGNORED_TRACE)),
    ...(map === undefined && pointed === null
      ? [drawInvisiblePoints(readout.x.map((_, point) => findPlace(point)))]
      : []),
  ];
  const trace = map === undefined ? (pointed ?? marks.length) : 0;
  const isAlongX = readout.nearest !== "both";
  return {
    kind: "axes",
    data: drawn,
    layout: {
      ...themeLayout(palette),
      barmode: "overlay",
      hovermode: isAlongX ? "x" : "closest",
      xaxis: layOutAxis(x, map !== undefined, palette),
      yaxis: { ...layOutAxis(y, map !== undefined, palette), ...(isAlongX && { showspikes: false }) },
      shapes: zones.map(({ from, to, color }) => ({
        ...{ type: "rect", layer: "below", yref: "paper", y0: 0, y1: 1, x0: from, x1: to },
        ...{ fillcolor: color, line: { width: 0 } },
      })),
    },
    revision,
    source,
    isSelectable,
    summary,
    legend: [],
    stops: () => ({
      count: readout.count,
      ...(readout.columns !== undefined && { map: { columns: readout.columns, findMiddle: findPlace } }),
      at: (point) => [{ trace, point }],
    }),
    parts: ([reference]) => (reference === undefined ? [] : readout.parts(reference.point)),
    describe: ([reference]) => (reference === undefined ? "" : describePoint(readout, reference.point)),
    locate: ({ point }) => findPlace(point),
    table: (selected) => {
      const { header, rows } = table();
      const isListed = selected && new Set(selected.map(({ point }) => point));
      return { header, rows: rows.filter((_, at) => isListed?.has(at) ?? true) };
    },
  };
}

/** The values are said above the axes, where they cover nothing. */
export const HOVERED_TRACE = { hoverinfo: "none" } as const;
/** A selection makes only those points pale that can be selected. */
export const IGNORED_TRACE = { hoverinfo: "skip", unselected: { marker: { opacity: 1 } } } as const;
type TraceReaction = typeof HOVERED_TRACE | typeof IGNORED_TRACE;

/** The place of the mark that is drawn at the points of the readout; null: none is, as bars are read at their ends. */
function findPointedMark({ marks, readout }: Chart): number | null {
  const place = marks.findIndex(
    (mark) => mark.kind === "points" && mark.x === readout.x && mark.y === readout.y,
  );
  return place === -1 ? null : place;
}

const drawInvisiblePoints = (places: readonly (readonly [number, number])[]): Data => ({
  ...{ type: "scatter", mode: "markers", marker: { opacity: 0 }, ...HOVERED_TRACE },
  x: places.map(([x]) => x),
  y: places.map(([, y]) => y),
});

export function layOutAxis(axis: ChartAxis, hasMap: boolean, palette: Palette): Partial<LayoutAxis> {
  const { name, unit, type, range, categories } = axis;
  if (type === "accuracy") throw new RangeError("plotly.js has no axis of accuracies");
  const [low, high] = type === "log" ? range.map(Math.log10) : range;
  const theme = themeAxis(palette, unit);
  const names = categories?.map((label) =>
    toLiteralText(label.length > MAX_TICK_LENGTH ? `${label.slice(0, MAX_TICK_LENGTH - 1)}…` : label),
  );
  return {
    ...theme,
    type,
    range: [low ?? 0, high ?? 1],
    title: { ...theme.title, text: toLiteralText(formatAxisTitle(name, unit)) },
    // Lines of a grid would cover the cells of a map, and say nothing between names.
    showgrid: !hasMap && categories === null,
    ...(names !== undefined && { tickmode: "array", tickvals: names.map((_, at) => at), ticktext: names }),
  };
}

function drawMap({ columns, rows, values, range, colors, name, unit }: ChartMap, palette: Palette): Data {
  const width = columns.length - 1;
  const bar = themeColorBar(palette);
  return {
    ...{ type: "heatmap", ...HOVERED_TRACE },
    x: [...columns],
    y: [...rows],
    z: rows.slice(1).map((_, row) => values.slice(row * width, (row + 1) * width)),
    zmin: range[0],
    zmax: range[1],
    colorscale: linspace(0, 1, COLOR_COUNT).map((share): [number, string] => [share, colorAt(colors, share)]),
    colorbar: { ...bar, title: { ...bar.title, text: toLiteralText(formatAxisTitle(name, unit)) } },
  };
}

function drawMark(mark: Mark, reaction: TraceReaction): Data {
  switch (mark.kind) {
    case "line":
      return { ...drawLine(mark), ...reaction };
    case "band":
      return { ...drawBand(mark), ...reaction };
    case "points":
      return { ...drawPoints(mark), ...reaction };
    case "rects":
      return { ...drawRects(mark), ...reaction };
  }
}

/** Shorter dashes are dots. */
const MIN_DASH_PX = 3;
const RING_RADIUS_PX = 3;
const RING_WIDTH_PX = 1.5;

const drawLine = ({ name, x, y, color, width, dash, hasPoints }: LineMark): Partial<ScatterData> => ({
  ...{ type: "scatter", name: toLiteralText(name), x: [...x], y: [...y] },
  mode: hasPoints ? "lines+markers" : "lines",
  line: {
    color,
    width,
    dash: dash === null ? "solid" : Number.parseFloat(dash) < MIN_DASH_PX ? "dot" : "dash",
  },
  marker: { symbol: "circle-open", color, size: 2 * RING_RADIUS_PX, line: { color, width: RING_WIDTH_PX } },
});

/** The stretches of a band without a gap; `to` is the place behind the last one. */
function splitBand(upper: BandMark["upper"], lower: BandMark["lower"]): { from: number; to: number }[] {
  const gaps = upper.flatMap((value, at) => (value === null || (lower[at] ?? null) === null ? [at] : []));
  return [-1, ...gaps]
    .map((gap, place) => ({ from: gap + 1, to: gaps[place] ?? upper.length }))
    .filter(({ from, to }) => from < to);
}

/** The outline of each stretch of the band: along its upper side, and back along its lower one. */
const drawBand = ({ name, x, lower, upper, color }: BandMark): Partial<ScatterData> => {
  const outline = splitBand(upper, lower).flatMap(({ from, to }) => {
    const places = Array.from({ length: to - from }, (_, at) => from + at);
    return [
      ...places.map((at) => [x[at], upper[at]] as const),
      ...places.toReversed().map((at) => [x[at], lower[at]] as const),
      [null, null] as const,
    ];
  });
  return {
    ...{ type: "scatter", mode: "lines", name: toLiteralText(name), fill: "toself", fillcolor: color },
    x: outline.map(([place]) => place ?? null),
    y: outline.map(([, height]) => height ?? null),
    line: { width: 0 },
  };
};

const drawPoints = ({ name, x, y, color, radius, isHollow, bars }: PointsMark): Partial<ScatterData> => ({
  ...{ type: "scatter", mode: "markers", name: toLiteralText(name), x: [...x], y: [...y] },
  marker: {
    color,
    size: 2 * radius,
    symbol: isHollow ? "circle-open" : "circle",
    line: { color, width: isHollow ? RING_WIDTH_PX : 0 },
  },
  ...(bars !== null &&
    (bars.isHorizontal === true
      ? { error_x: createErrorBars(x, bars, { thickness: 1.25, width: 4 }) }
      : { error_y: createErrorBars(y, bars, { thickness: 2, width: 0 }) })),
});

const createErrorBars = (
  values: readonly (number | null)[],
  { lower, upper, color }: NonNullable<PointsMark["bars"]>,
  style: { readonly thickness: number; readonly width: number },
) => ({
  ...{ type: "data" as const, visible: true, symmetric: false, color, ...style },
  array: values.map((value, at) => (upper[at] ?? Number.NaN) - (value ?? Number.NaN)),
  arrayminus: values.map((value, at) => (value ?? Number.NaN) - (lower[at] ?? Number.NaN)),
});

const drawRects = ({ name, x, y, color }: RectsMark): Partial<BarData> => ({
  ...{ type: "bar", orientation: "h", name: toLiteralText(name), marker: { color, line: { width: 0 } } },
  base: x.map(([from]) => from),
  x: x.map(([from, to]) => to - from),
  y: y.map(([low, high]) => (low + high) / 2),
  width: y.map(([low, high]) => high - low),
});
