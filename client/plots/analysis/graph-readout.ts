/** This module describes the points of a graph, in the order in which a reader walks through them. */
import { countGraphPoints, type GraphFigure, type GraphTrace } from "@understudy/shared/api/graph-figure.ts";
import type { Digits } from "@understudy/shared/quantities/shown-unit.ts";
import type { ChartTable, ReadoutPart } from "../model/chart.ts";
import { formatPlotted } from "../model/chart.ts";
import type { CellRows, PointReference, Stops } from "./analysis-figure.ts";
import { isOnRight, splitTitle } from "./graph-units.ts";

type HeatmapTrace = Extract<GraphTrace, { type: "heatmap" }>;
type SeriesTrace = Exclude<GraphTrace, HeatmapTrace>;

/** More traces than this are read one by one: their values would not fit the line above the axes. */
const MAX_READ_TOGETHER = 6;

/** The traces of few lines over the same places are read together, such as gain and phase at one frequency. */
export function areReadTogether(data: readonly GraphTrace[]): boolean {
  const [first] = data;
  if (first === undefined || data.length < 2 || data.length > MAX_READ_TOGETHER) return false;
  return data.every(
    ({ type, x }) =>
      type === "scatter" && x.length === first.x.length && x.every((value, at) => value === first.x[at]),
  );
}

/** The points of the traces that are not hidden, in their order. */
export function createStops({ data }: GraphFigure, hidden: ReadonlySet<number>): Stops {
  const shown = data.flatMap((trace, at) => (hidden.has(at) ? [] : [{ at, count: countGraphPoints(trace) }]));
  if (areReadTogether(data))
    return {
      count: shown[0]?.count ?? 0,
      at: (index) => shown.map(({ at }) => ({ trace: at, point: index })),
    };
  const [map] = data;
  return {
    count: shown.reduce((sum, { count }) => sum + count, 0),
    ...(map?.type === "heatmap" && { map: createRows(map) }),
    at: (index) => {
      let point = index;
      for (const { at, count } of shown) {
        if (point < count) return [{ trace: at, point }];
        point -= count;
      }
      return [];
    },
  };
}

/** Finds a point among the left axes; null: it is a gap, has the name of a category, or belongs to the right axis. */
export function locateGraphPoint(
  { data }: GraphFigure,
  { trace: at, point }: PointReference,
): readonly [number, number] | null {
  const trace = data[at];
  if (trace === undefined || isOnRight(trace)) return null;
  if (trace.type === "heatmap") return createRows(trace).findMiddle(point);
  const [x, y] = [trace.x[point], trace.y[point]];
  return typeof x === "number" && typeof y === "number" ? [x, y] : null;
}

function createRows({ x, y, z }: HeatmapTrace): CellRows {
  const columns = z[0]?.length ?? 1;
  return {
    columns,
    findMiddle: (point) => {
      const [row, column] = [Math.floor(point / columns), point % columns];
      const place = placeOfCell(x, column, columns);
      return [typeof place === "number" ? place : column, Number(placeOfCell(y, row, z.length))];
    },
  };
}

/** Counts and numbers of simulations have no digits behind the point. */
const chooseDigits = (values: readonly number[], unit: string): Digits =>
  unit === "" && values.every(Number.isInteger) ? "short" : "fixed";

/** Formats the values along an axis. */
function createFormat(values: readonly (number | string | null)[], unit: string) {
  const numbers = values.flatMap((value) => (typeof value === "number" ? [value] : []));
  const digits = chooseDigits(numbers, unit);
  return (value: number | string | null | undefined): string =>
    typeof value === "string" ? value : value == null ? "" : formatPlotted(value, unit, digits);
}

/**
 * Creates the function that describes points which are read together: by their names, their place along x, and their values.
 * @param colors one for each trace
 */
export function createParts(
  { data, layout }: GraphFigure,
  colors: readonly string[],
): (points: readonly PointReference[]) => ReadoutPart[] {
  const { xaxis, yaxis, yaxis2 = yaxis, meta } = layout;
  const along = splitTitle(xaxis.title.text, meta.units.xaxis);
  const formatAlong = createFormat(
    data.flatMap(({ x }) => [...x]),
    along.unit,
  );
  const up = (trace: GraphTrace) =>
    isOnRight(trace)
      ? splitTitle(yaxis2.title.text, meta.units.yaxis2)
      : splitTitle(yaxis.title.text, meta.units.yaxis);
  const heights = data.map((trace) => createFormat(trace.y, up(trace).unit));
  const cellFormats = data.map((trace) => createFormat(trace.type === "heatmap" ? trace.z.flat() : [], ""));
  const partsOfCell = (trace: HeatmapTrace, at: number, point: number): ReadoutPart[] => {
    const columns = trace.z[0]?.length ?? 1;
    const [row, column] = [Math.floor(point / columns), point % columns];
    const value = trace.z[row]?.[column] ?? null;
    const height = placeOfCell(trace.y, row, trace.z.length);
    return [
      {
        label: trace.colorbar.title.text,
        text: value === null ? "none" : (cellFormats[at]?.(value) ?? ""),
        color: null,
      },
      { label: along.name, text: formatAlong(placeOfCell(trace.x, column, columns)), color: null },
      { label: up(trace).name, text: heights[at]?.(height) ?? "", color: null },
    ];
  };
  const readAlong = (trace: SeriesTrace, point: number): ReadoutPart => ({
    label: along.name,
    text: formatAlong(trace.x[point]),
    color: null,
  });
  return (points) => {
    const [first] = points;
    const trace = first && data[first.trace];
    if (first === undefined || trace === undefined) return [];
    if (trace.type === "heatmap") return partsOfCell(trace, first.trace, first.point);
    if (points.length === 1) {
      const texts = trace.type === "scatter" ? trace.text : undefined;
      const text = heights[first.trace]?.(trace.y[first.point]) ?? "";
      const [name, label, color] = [
        texts?.[first.point] ?? trace.name,
        up(trace).name,
        colors[first.trace] ?? null,
      ];
      return [
        ...(name === label ? [] : [{ label: name, text: "", color }]),
        readAlong(trace, first.point),
        { label, text, color: name === label ? color : null },
      ];
    }
    return [
      readAlong(trace, first.point),
      ...inOrder(points).flatMap(({ trace: at, point }) => {
        const series = data[at];
        if (series === undefined || series.type === "heatmap") return [];
        const { name } = splitTitle(series.name, up(series).unit);
        return [{ label: name, text: heights[at]?.(series.y[point]) ?? "", color: colors[at] ?? null }];
      }),
    ];
  };
}

/** The pointer names the nearest trace first. */
const inOrder = (points: readonly PointReference[]): PointReference[] =>
  points.toSorted((left, right) => left.trace - right.trace);

/** The place of a cell: halfway between its edges where these are given, else its middle or its name. */
function placeOfCell(
  places: readonly (number | string)[],
  at: number,
  count: number,
): number | string | null {
  const place = places[at] ?? null;
  const next = places[at + 1];
  return places.length === count + 1 && typeof place === "number" && typeof next === "number"
    ? (place + next) / 2
    : place;
}

/** The points of a graph, one a line: those of `points`, or all of them. */
export function createGraphTable(
  { data, layout }: GraphFigure,
  points: readonly PointReference[] | null,
): ChartTable {
  const hasCells = data.some(({ type }) => type === "heatmap");
  const [x, left] = [layout.xaxis.title.text || "x", layout.yaxis.title.text || "y"];
  // The names of the series tell which unit a value has.
  const y = layout.yaxis2 === undefined ? left : `${left}, ${layout.yaxis2.title.text || "y"}`;
  const isListed = createFilter(points);
  return {
    header: ["series", x, y, ...(hasCells ? ["value"] : [])],
    rows: data.flatMap((trace, at) =>
      trace.type === "heatmap"
        ? trace.z.flatMap((row, line) =>
            row.map((value, column) => [trace.name, trace.x[column] ?? null, trace.y[line] ?? null, value]),
          )
        : trace.x.flatMap((value, point) =>
            isListed(at, point) ? [[trace.name, value, trace.y[point] ?? null]] : [],
          ),
    ),
  };
}

function createFilter(points: readonly PointReference[] | null): (trace: number, point: number) => boolean {
  if (points === null) return () => true;
  const keys = new Set(points.map(({ trace, point }) => `${trace} ${point}`));
  return (trace, point) => keys.has(`${trace} ${point}`);
}
