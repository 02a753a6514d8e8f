/** One output over two inputs, as a contour map or as a surface in a scene: the figure of a response surface. */
import type { Data, Layout } from "plotly.js/lib/core";
import { FAR_PART, withBounds } from "../figures/output-curve.ts";
import type { ChartTable, ReadoutPart } from "../model/chart.ts";
import { formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { themeLayout } from "./axis-theme.ts";
import { drawContours, layOutMap } from "./surface-map.ts";
import { placeValue, type ResponseSurface, type SurfaceAxis, type SurfaceGroup } from "./surface-model.ts";
import { drawMarkedCell, drawSheets, layOutScene } from "./surface-scene.ts";

const formatPlace = ({ options, unit }: SurfaceAxis, place: number | undefined): string =>
  options === null ? formatPlotted(place, unit) : (options[place ?? -1] ?? "");

function describeCell(surface: ResponseSurface, cell: number, palette: Palette): ReadoutPart[] {
  const { x, y, output, values, lower, upper, far, showUncertainties } = surface;
  const width = x.places.length;
  const value = values[cell];
  if (value === undefined) return [];
  const format = (number: number | undefined) => formatPlotted(number, output.unit);
  const bounds = showUncertainties ? ([format(lower[cell]), format(upper[cell])] as const) : null;
  return [
    { label: x.name, text: formatPlace(x, x.places[cell % width]), color: null },
    { label: y.name, text: formatPlace(y, y.places[Math.floor(cell / width)]), color: null },
    { label: output.name, text: withBounds(format(value), bounds), color: palette.prediction },
    ...(far[cell] ? [FAR_PART] : []),
  ];
}

function describePoint({ x, y, output }: ResponseSurface, group: SurfaceGroup, at: number): ReadoutPart[] {
  const point = group.points[at];
  if (point === undefined) return [];
  return [
    { label: point.label, text: "", color: group.color },
    { label: x.name, text: formatPlace(x, point.x), color: null },
    { label: y.name, text: formatPlace(y, point.y), color: null },
    ...(point.z === null
      ? []
      : [{ label: output.name, text: formatPlotted(point.z, output.unit), color: null }]),
  ];
}

/** Says the lowest and the highest value with their places, for those who do not see the surface. */
function summarise(surface: ResponseSurface): string {
  const { x, y, output, values, far, limits, groups } = surface;
  const [low, high] = [
    values.indexOf(Math.min(...values.filter(Number.isFinite))),
    values.indexOf(Math.max(...values.filter(Number.isFinite))),
  ];
  const place = (cell: number) =>
    `${formatPlotted(values[cell], output.unit)} at ${x.name} ${formatPlace(x, x.places[cell % x.places.length])} and ${y.name} ${formatPlace(y, y.places[Math.floor(cell / x.places.length)])}`;
  const rowCount = groups.find(({ kind }) => kind === "rows")?.points.length ?? 0;
  const limitTexts = limits.map(({ side, value }) => ` ${side} limit ${formatPlotted(value, output.unit)}.`);
  const farCount = far.filter(Boolean).length;
  const farText = farCount === 0 ? "" : ` ${farCount} of ${values.length} values far from the training data.`;
  return `${output.name} over ${x.name} and ${y.name}, ${x.places.length} by ${y.places.length} values: lowest ${place(low)}, highest ${place(high)}.${limitTexts.join("")}${farText} ${rowCount} training rows nearby.`;
}

function createTable({ x, y, output, values, lower, upper, far }: ResponseSurface): ChartTable {
  const cellText = ({ options }: SurfaceAxis, place: number) =>
    options === null ? place : (options[place] ?? null);
  return {
    header: [
      formatAxisTitle(x.name, x.unit),
      formatAxisTitle(y.name, y.unit),
      formatAxisTitle(output.name, output.unit),
      "Lower bound",
      "Upper bound",
      "Far from the training data",
    ],
    rows: y.places.flatMap((up, row) =>
      x.places.map((along, column) => {
        const cell = row * x.places.length + column;
        const numbers = [values[cell] ?? null, lower[cell] ?? null, upper[cell] ?? null];
        return [cellText(x, along), cellText(y, up), ...numbers, far[cell] ? "yes" : "no"];
      }),
    ),
  };
}

/** A scatter point is read within so many pixels; elsewhere the surface is. */
const POINT_DISTANCE_PX = 10;

/** The bar of colours above a narrow map with its title and ticks, below the buttons for fingers, which reach into the drawing. */
const HORIZONTAL_BAR_HEIGHT_PX = 92;

export function createSurfaceFigure(surface: ResponseSurface, palette: Palette): AnalysisFigure {
  const { isScene, x, y, output } = surface;
  const traces = isScene ? drawSheets(surface, palette) : drawContours(surface, palette);
  // A reader hides traces by their places in the legend, which come first.
  const drawn = [
    ...traces.filter(({ legend }) => legend !== null),
    ...traces.filter(({ legend }) => legend === null),
  ];
  const width = x.places.length;
  const stops = createStops(surface);
  const base = themeLayout(palette);
  const layout: Partial<Layout> = isScene
    ? { ...base, ...layOutScene(surface, palette) }
    : {
        ...base,
        ...layOutMap(surface, palette),
        hoverdistance: POINT_DISTANCE_PX,
        ...(surface.isNarrow && { margin: { ...base.margin, t: HORIZONTAL_BAR_HEIGHT_PX } }),
      };
  return {
    kind: isScene ? "scene" : "axes",
    data: drawn.map(({ trace }) => trace),
    layout,
    revision: `surface ${output.name} ${x.name} ${y.name} ${isScene} ${output.isLogarithmic}`,
    source: surface.source,
    isSelectable: false,
    summary: summarise(surface),
    legend: drawn.flatMap(({ legend }) => legend ?? []),
    stops: () => stops,
    parts: ([reference]) => {
      const holds = reference && drawn[reference.trace]?.holds;
      if (reference === undefined || holds == null) return [];
      return holds === "grid"
        ? describeCell(surface, reference.point, palette)
        : describePoint(surface, holds, reference.point);
    },
    ...(!isScene && {
      locate: ({ trace, point }: PointReference) =>
        drawn[trace]?.holds === "grid" ? stops.map.findMiddle(point) : null,
    }),
    ...(isScene && {
      mark: (data: readonly Data[], [reference]: readonly PointReference[]) => {
        if (reference === undefined || drawn[reference.trace]?.holds !== "grid") return data;
        const place = placeValue(surface, surface.values[reference.point]);
        const column = x.places[reference.point % width];
        const row = y.places[Math.floor(reference.point / width)];
        if (place === null || column === undefined || row === undefined) return data;
        return [...data, drawMarkedCell([column, row, place], palette)];
      },
    }),
    table: () => createTable(surface),
  };
}

/** The cells from the upper left one on, so that the arrow keys lead where they point. */
function createStops({ x, y }: ResponseSurface) {
  const [width, height] = [x.places.length, y.places.length];
  const toCell = (index: number) => (height - 1 - Math.floor(index / width)) * width + (index % width);
  return {
    count: width * height,
    map: {
      columns: width,
      findMiddle: (cell: number) =>
        [x.places[cell % width] ?? Number.NaN, y.places[Math.floor(cell / width)] ?? Number.NaN] as const,
    },
    at: (index: number) => [{ trace: 0, point: toCell(index) }],
  };
}
