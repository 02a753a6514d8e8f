import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import type { Chart, ChartAxis, ChartMap, ChartReadout, Mark } from "../chart/chart.ts";
import type { Palette } from "./palette.ts";
import { lineMark, namesAxis, numberAxis, pointsMark } from "./parts.ts";
import { extent, padded, type Range, spanOf, spanValues } from "./ranges.ts";
import { edgesOf, graphTable, type ReadyGraph } from "./spec-graph-table.ts";

export type GraphTrace = ReadyGraph["figure"]["data"][number];
type GraphAxis = ReadyGraph["figure"]["layout"]["xaxis"];
type Place = (value: number | string | null) => number;

/** More lines than this cannot be distinguished: they are drawn thin, in one colour. */
const TOLD_APART = 6;
/** Of a bar over a category, which has the width 1. */
const BAR_WIDTH = 0.9;

/** The colour of each of a graph's traces. */
export const graphColors = ({ figure: { data } }: ReadyGraph, palette: Palette): string[] =>
  data.map((_, at) =>
    data.length > TOLD_APART
      ? palette.faint
      : (palette.series[at % palette.series.length] ?? palette.prediction),
  );

/** Whether its lines are told apart by a legend. */
export const hasLegend = ({ figure: { data, layout } }: ReadyGraph): boolean =>
  layout.showlegend && data.length <= TOLD_APART;

/** A graph defined by a spec's manifest, in the page's colours, with axes that fit the data. */
export function specGraphChart(graph: ReadyGraph, palette: Palette): Chart {
  const { title, figure } = graph;
  const { data, layout } = figure;
  const categories = categoriesOf(layout.xaxis, data);
  const placeOf: Place = (value) =>
    categories === null ? (value === null ? Number.NaN : Number(value)) : categories.indexOf(String(value));
  const colors = graphColors(graph, palette);
  const marks = data.flatMap((trace, at) =>
    markOf(trace, placeOf, colors[at] ?? palette.prediction, data.length > TOLD_APART),
  );
  const map = data.flatMap((trace) => (trace.type === "heatmap" ? [mapOf(trace, categories)] : []))[0];
  const [x, y] = [layout.xaxis.title.text, layout.yaxis.title.text];
  const rects = marks.filter((mark) => mark.kind === "rects");
  const across = [
    ...marks.flatMap((mark) => (mark.kind === "rects" ? mark.x.flat() : mark.x)),
    ...(map?.columns ?? []),
  ];
  const up = [
    ...marks.flatMap((mark) => ("y" in mark && mark.kind !== "rects" ? mark.y : [])),
    ...rects.flatMap((mark) => mark.y.flat()),
    ...(map?.rows ?? []),
  ].flatMap((value) => (value === null ? [] : [value]));
  const yAxis = fitting(y, layout.yaxis.type, up, map !== undefined);
  return {
    x:
      categories === null
        ? fitting(x, layout.xaxis.type, across, map !== undefined)
        : { ...namesAxis(categories, "right"), name: x },
    // Bars stand on the axis.
    y: rects.length > 0 ? { ...yAxis, range: [0, yAxis.range[1]] } : yAxis,
    zones: [],
    marks,
    ...(map !== undefined && { map }),
    revision: `graph ${title}`,
    summary: `${title}: ${y} over ${x}, ${data.length} ${data.length === 1 ? "trace" : "traces"}.`,
    readout: readoutOf(graph, placeOf, colors, map),
    table: () => graphTable(graph),
  };
}

function categoriesOf({ type }: GraphAxis, data: readonly GraphTrace[]): string[] | null {
  if (type !== "category") return null;
  return [...new Set(data.flatMap(({ x }) => x.flatMap((value) => (value === null ? [] : [String(value)]))))];
}

function fitting(
  name: string,
  type: GraphAxis["type"],
  values: readonly number[],
  isTight: boolean,
): ChartAxis {
  const isLog = type === "log";
  const found = extent(isLog ? values.filter((value) => value > 0) : values);
  const range: Range = found ?? (isLog ? [1, 10] : [0, 1]);
  const shown = isTight ? range : spanValues(spanOf(range, isLog ? "log" : "linear"));
  return numberAxis(name, "", shown[0] < shown[1] ? shown : padded(shown), {
    type: isLog ? "log" : "linear",
  });
}

function markOf(trace: GraphTrace, placeOf: Place, color: string, isThin: boolean): Mark[] {
  const { name } = trace;
  switch (trace.type) {
    case "scatter": {
      const mark = { name, x: trace.x.map(placeOf), y: trace.y, color };
      return trace.mode === "lines"
        ? [lineMark({ ...mark, width: isThin ? 1 : 2 })]
        : [pointsMark({ ...mark, radius: 3 })];
    }
    case "bar": {
      const half = (at: number) => (trace.width?.[at] ?? BAR_WIDTH) / 2;
      const x = trace.x.map((value, at): Range => {
        const middle = placeOf(value);
        return [middle - half(at), middle + half(at)];
      });
      return [{ kind: "rects", name, x, y: trace.y.map((value): Range => [0, value]), color }];
    }
    case "heatmap":
      return [];
  }
}

function mapOf(trace: Extract<GraphTrace, { type: "heatmap" }>, categories: string[] | null): ChartMap {
  const { x, y, z } = trace;
  const values = z.flat();
  const count = z[0]?.length ?? 0;
  const name = trace.colorbar.title.text;
  return {
    columns:
      categories === null
        ? edgesOf(x.map(Number), count)
        : edgesOf(
            categories.map((_, at) => at),
            count,
          ),
    rows: edgesOf(y, z.length),
    values,
    range: extent(values.filter((value) => value !== null)) ?? [0, 1],
    colors: "viridis",
    name,
    unit: "",
    isFaded: false,
  };
}

/** All points of all traces; the pointer means the nearest. */
function readoutOf(
  { figure }: ReadyGraph,
  placeOf: Place,
  colors: readonly string[],
  map: ChartMap | undefined,
): ChartReadout {
  const { xaxis, yaxis } = figure.layout;
  const points = figure.data.flatMap((trace, at) => {
    const color = colors[at] ?? null;
    if (trace.type === "heatmap") return map === undefined ? [] : cellsOf(map, trace.colorbar.title.text);
    const texts = trace.type === "scatter" ? trace.text : undefined;
    return trace.x.map((value, index) => ({
      x: placeOf(value),
      y: trace.y[index] ?? null,
      shown: typeof value === "string" ? value : null,
      more: { label: texts?.[index] ?? trace.name, text: "", color },
    }));
  });
  const shown = (value: number | null | undefined) => (value == null ? "" : formatValue(value));
  const parts = (at: number) => {
    const point = points[at];
    if (point === undefined) return [];
    return [
      point.more,
      { label: xaxis.title.text, text: point.shown ?? shown(point.x), color: null },
      { label: yaxis.title.text, text: shown(point.y), color: null },
    ];
  };
  return {
    x: points.map(({ x }) => x),
    y: points.map(({ y }) => y),
    count: points.length,
    nearest: "both",
    ...(map !== undefined && { columns: map.columns.length - 1 }),
    parts,
    describe: (at) =>
      parts(at)
        .map(({ label, text }) => `${label} ${text}`.trim())
        .join(", "),
  };
}

const middles = (edges: readonly number[]): number[] =>
  edges.slice(1).map((edge, at) => (edge + (edges[at] ?? edge)) / 2);

function cellsOf({ columns, rows, values }: ChartMap, name: string) {
  const across = middles(columns);
  return middles(rows).flatMap((y, row) =>
    across.map((x, column) => {
      const value = values[row * across.length + column] ?? null;
      const text = value === null ? "none" : formatValue(value);
      return { x, y, shown: null, more: { label: name, text, color: null } };
    }),
  );
}
