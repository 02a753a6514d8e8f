import type { Digits } from "@understudy/shared/quantities/shown-unit.ts";
import type { Chart, ChartAxis, ChartMap, ChartReadout, Mark } from "../chart/chart.ts";
import { onLeft } from "../chart/right-axis.ts";
import { formatPlotted } from "./figure.ts";
import type { Palette } from "./palette.ts";
import { lineMark, namesAxis, numberAxis, pointsMark } from "./parts.ts";
import { createSpan, extent, padRange, type Range, spanValues } from "./ranges.ts";
import { computeEdges, graphTable, type ReadyGraph } from "./spec-graph-table.ts";

export type GraphTrace = ReadyGraph["figure"]["data"][number];
type GraphAxis = ReadyGraph["figure"]["layout"]["xaxis"];
type Place = (value: number | string | null) => number;

/** More lines than this cannot be distinguished: they are drawn thin, in one colour. */
const MAX_DISTINGUISHABLE_TRACES = 6;
/** The width of a bar over a category, which has the width 1. */
const BAR_WIDTH = 0.9;

const isOnRight = (trace: GraphTrace): boolean => trace.type === "scatter" && trace.yaxis === "y2";

/** The colour of each of a graph's traces. */
export const graphColors = ({ figure: { data } }: ReadyGraph, palette: Palette): string[] =>
  data.map((trace, at) => {
    if (data.length > MAX_DISTINGUISHABLE_TRACES)
      return isOnRight(trace) ? asFaint(palette.actual) : palette.faint;
    return palette.series[at % palette.series.length] ?? palette.prediction;
  });

/** Many lines of the second axis, as pale as those of the first. */
const asFaint = (color: string): string => `${color}59`;

/** A legend names the lines if few enough of them are drawn to be distinguished. */
export const hasLegend = ({ figure: { data, layout } }: ReadyGraph): boolean =>
  layout.showlegend && data.length <= MAX_DISTINGUISHABLE_TRACES;

/** A graph defined by a spec's manifest, in the page's colours, with axes that fit the data. */
export function specGraphChart(graph: ReadyGraph, palette: Palette): Chart {
  const { title, figure } = graph;
  const { data, layout } = figure;
  const categories = collectCategories(layout.xaxis, data);
  const toPosition: Place = (value) =>
    categories === null ? (value === null ? Number.NaN : Number(value)) : categories.indexOf(String(value));
  const colors = graphColors(graph, palette);
  const markAll = (place: Height) =>
    data.flatMap((trace, at) =>
      createMarks(
        trace,
        [toPosition, place(trace)],
        colors[at] ?? palette.prediction,
        data.length > MAX_DISTINGUISHABLE_TRACES,
      ),
    );
  const unplaced = markAll(() => (value) => value);
  const map = data.flatMap((trace) => (trace.type === "heatmap" ? [createMap(trace, categories)] : []))[0];
  const [x, y] = [layout.xaxis.title.text, layout.yaxis.title.text];
  const across = [
    ...unplaced.flatMap((mark) => (mark.kind === "rects" ? mark.x.flat() : mark.x)),
    ...(map?.columns ?? []),
  ];
  const isTight = map !== undefined;
  const titleColor = (isRight: boolean): Partial<ChartAxis> => {
    const [color, another] = data.flatMap((trace, at) =>
      isOnRight(trace) === isRight ? (colors[at] ?? []) : [],
    );
    return layout.yaxis2 === undefined || color === undefined || another !== undefined ? {} : { color };
  };
  const left = {
    ...createFittingAxis(layout.yaxis, [...listHeights(data, false), ...(map?.rows ?? [])], isTight),
    ...titleColor(false),
  };
  const right = layout.yaxis2 && {
    ...createFittingAxis(layout.yaxis2, listHeights(data, true), false),
    ...titleColor(true),
  };
  // Bars stand on the axis.
  const yAxis: ChartAxis = data.some(({ type }) => type === "bar")
    ? { ...left, range: [0, left.range[1]] }
    : left;
  const placeHeight: Height = (trace) => (value) =>
    right !== undefined && isOnRight(trace) ? onLeft(value, yAxis, right) : value;
  const marks = markAll(placeHeight);
  return {
    x:
      categories === null
        ? createFittingAxis(layout.xaxis, across, isTight)
        : { ...namesAxis(categories, "right"), name: x },
    y: yAxis,
    ...(right !== undefined && { right }),
    zones: [],
    marks,
    ...(map !== undefined && { map }),
    revision: `graph ${title}`,
    summary: `${title}: ${y}${right === undefined ? "" : ` and ${layout.yaxis2?.title.text}`} over ${x}, ${data.length} ${data.length === 1 ? "trace" : "traces"}.`,
    readout: createReadout(graph, [toPosition, placeHeight], colors, map),
    table: () => graphTable(graph),
  };
}

function collectCategories({ type }: GraphAxis, data: readonly GraphTrace[]): string[] | null {
  if (type !== "category") return null;
  return [...new Set(data.flatMap(({ x }) => x.flatMap((value) => (value === null ? [] : [String(value)]))))];
}

/** Puts the values of a trace onto the left axis. */
type Height = (trace: GraphTrace) => (value: number) => number;

/** The numbers along the axis of one side. */
const listHeights = (data: readonly GraphTrace[], isRight: boolean): number[] =>
  data
    .filter((trace) => isOnRight(trace) === isRight)
    .flatMap((trace) => {
      if (trace.type === "heatmap") return [];
      const values = trace.y.flatMap((value) => value ?? []);
      return trace.type === "bar" ? [0, ...values] : values;
    });

/** The name in the title of an axis, and the unit with which it ends. */
function nameAndUnit({ title: { text }, unit = "" }: GraphAxis): { name: string; unit: string } {
  const ending = `(${unit})`;
  const hasUnit = unit !== "" && text.endsWith(ending);
  return hasUnit ? { name: text.slice(0, -ending.length).trim(), unit } : { name: text, unit: "" };
}

function createFittingAxis(axis: GraphAxis, values: readonly number[], isTight: boolean): ChartAxis {
  const { type } = axis;
  const { name, unit } = nameAndUnit(axis);
  const isLog = type === "log";
  const valueRange = extent(isLog ? values.filter((value) => value > 0) : values);
  const range: Range = valueRange ?? (isLog ? [1, 10] : [0, 1]);
  const shown = isTight ? range : spanValues(createSpan(range, isLog ? "log" : "linear"));
  return numberAxis(name, unit, shown[0] < shown[1] ? shown : padRange(shown), {
    type: isLog ? "log" : "linear",
  });
}

function createMarks(
  trace: GraphTrace,
  [toPosition, toHeight]: readonly [Place, (value: number) => number],
  color: string,
  isThin: boolean,
): Mark[] {
  const { name } = trace;
  switch (trace.type) {
    case "scatter": {
      const mark = {
        name,
        x: trace.x.map(toPosition),
        y: trace.y.map((value) => (value === null ? null : toHeight(value))),
        color,
      };
      return trace.mode === "lines"
        ? [lineMark({ ...mark, width: isThin ? 1 : 2 })]
        : [pointsMark({ ...mark, radius: 3 })];
    }
    case "bar": {
      const half = (at: number) => (trace.width?.[at] ?? BAR_WIDTH) / 2;
      const x = trace.x.map((value, at): Range => {
        const middle = toPosition(value);
        return [middle - half(at), middle + half(at)];
      });
      return [{ kind: "rects", name, x, y: trace.y.map((value): Range => [0, value]), color }];
    }
    case "heatmap":
      return [];
  }
}

function createMap(trace: Extract<GraphTrace, { type: "heatmap" }>, categories: string[] | null): ChartMap {
  const { x, y, z } = trace;
  const values = z.flat();
  const count = z[0]?.length ?? 0;
  const name = trace.colorbar.title.text;
  return {
    columns:
      categories === null
        ? computeEdges(x.map(Number), count)
        : computeEdges(
            categories.map((_, at) => at),
            count,
          ),
    rows: computeEdges(y, z.length),
    values,
    range: extent(values.filter((value) => value !== null)) ?? [0, 1],
    colors: "viridis",
    name,
    unit: "",
    isFaded: false,
  };
}

/** All points of all traces; the pointer means the nearest. */
function createReadout(
  { figure }: ReadyGraph,
  [toPosition, placeHeight]: readonly [Place, Height],
  colors: readonly string[],
  map: ChartMap | undefined,
): ChartReadout {
  const { xaxis, yaxis, yaxis2 = yaxis } = figure.layout;
  const along = nameAndUnit(xaxis);
  const alongDigits = chooseDigits(
    figure.data.flatMap(({ x }) => [...x].flatMap((place) => (typeof place === "number" ? [place] : []))),
    along.unit,
  );
  const points = figure.data.flatMap((trace, at) => {
    const color = colors[at] ?? null;
    if (trace.type === "heatmap")
      return map === undefined ? [] : createCells(map, trace.colorbar.title.text, nameAndUnit(yaxis));
    const texts = trace.type === "scatter" ? trace.text : undefined;
    const up = nameAndUnit(isOnRight(trace) ? yaxis2 : yaxis);
    const digits = chooseDigits(
      trace.y.flatMap((value) => value ?? []),
      up.unit,
    );
    return trace.x.map((value, index) => ({
      x: toPosition(value),
      y: trace.y[index] == null ? null : placeHeight(trace)(trace.y[index]),
      shown: typeof value === "string" ? value : null,
      up: { label: up.name, text: shown(trace.y[index], up.unit, digits), color: null },
      more: { label: texts?.[index] ?? trace.name, text: "", color },
    }));
  });
  const parts = (at: number) => {
    const point = points[at];
    if (point === undefined) return [];
    return [
      point.more,
      { label: along.name, text: point.shown ?? shown(point.x, along.unit, alongDigits), color: null },
      point.up,
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

const computeMiddles = (edges: readonly number[]): number[] =>
  edges.slice(1).map((edge, at) => (edge + (edges[at] ?? edge)) / 2);

/** Counts and numbers of simulations have no digits behind the point. */
const chooseDigits = (values: readonly number[], unit: string): Digits =>
  unit === "" && values.every(Number.isInteger) ? "short" : "fixed";

const shown = (value: number | null | undefined, unit: string, digits: Digits): string =>
  value == null ? "" : formatPlotted(value, unit, digits);

function createCells({ columns, rows, values }: ChartMap, name: string, up: { name: string; unit: string }) {
  const across = computeMiddles(columns);
  const digits = chooseDigits(
    values.flatMap((value) => value ?? []),
    "",
  );
  return computeMiddles(rows).flatMap((y, row) =>
    across.map((x, column) => {
      const value = values[row * across.length + column] ?? null;
      const text = value === null ? "none" : formatPlotted(value, "", digits);
      return {
        x,
        y,
        shown: null,
        up: { label: up.name, text: formatPlotted(y, up.unit), color: null },
        more: { label: name, text, color: null },
      };
    }),
  );
}
