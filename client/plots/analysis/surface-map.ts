/** A response surface as a contour map. */
import type { Layout } from "plotly.js/lib/core";
import { formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { optionTicks, themeAxis, toLiteralText } from "./axis-theme.ts";
import {
  chooseLevels,
  FAR_LABEL,
  FAR_OPACITY,
  placeValue,
  type ResponseSurface,
  type SurfaceAxis,
  type SurfaceGroup,
  type SurfaceTrace,
  toRows,
} from "./surface-model.ts";
import { layOutColorBar } from "./surface-ticks.ts";

const LABEL_PX = 10;
/** The lines between two colours. */
export const LEVEL_COLOR = "#ffffff";
export const LEVEL_OPACITY = 0.7;
/** Marks are seen on all colours of the map. */
export const MARK_EDGE = "#ffffff";
export const MARK_STYLES = {
  rows: { symbol: "circle-open", size: 6, width: 1.5 },
  selected: { symbol: "circle", size: 9, width: 1.5 },
  sliders: { symbol: "cross", size: 13, width: 1.5 },
  design: { symbol: "diamond", size: 10, width: 1.5 },
} as const;

export function drawContours(surface: ResponseSurface, palette: Palette): SurfaceTrace[] {
  const { x, y, output, values, groups } = surface;
  const [zmin, zmax] = output.colorRange;
  const { start, size, count } = chooseLevels(surface);
  return [
    {
      trace: {
        type: "contour",
        x: [...x.places],
        y: [...y.places],
        z: toRows(surface, values),
        name: toLiteralText(output.name),
        hoverinfo: "none",
        zauto: false,
        zmin,
        zmax,
        colorscale: "Viridis",
        autocontour: false,
        contours: {
          ...{ start, size, end: start + (count - 1) * size },
          // Areas of one colour are drawn several times as fast as a colour for each pixel.
          coloring: "fill",
          // The labels of exponents would be read as values.
          showlabels: !output.isLogarithmic,
          labelfont: { size: LABEL_PX, color: "#ffffff" },
        },
        line: { width: 0.75, color: `rgba(255,255,255,${LEVEL_OPACITY})` },
        colorbar: layOutColorBar(surface, palette),
      },
      legend: { label: output.name, color: palette.prediction, kind: "band" },
      holds: "grid",
    },
    ...listLimitLines(surface).map((line) => drawLimit(surface, line, palette)),
    ...drawFar(surface, palette),
    ...groups.map((group) => drawGroup(group)),
  ];
}

/** The line along which the prediction, or its bound on the side of a limit, meets the limit. */
export type LimitLine = {
  readonly label: string;
  /** The position of the limit on the axis of the output. */
  readonly level: number;
  /** The numbers of the grid that meet it. */
  readonly values: readonly number[];
  /** The bound, and not the prediction, meets the limit along the line. */
  readonly isBound: boolean;
};

export function listLimitLines(surface: ResponseSurface): LimitLine[] {
  const { limits, values, lower, upper, showUncertainties, output } = surface;
  return limits.flatMap(({ side, value }) => {
    const level = placeValue(surface, value) ?? Number.NaN;
    const label = `${side === "lower" ? "Lower" : "Upper"} limit ${formatPlotted(value, output.unit, "short")}`;
    const line = { label, level, values, isBound: false };
    const boundLine = { label: `${label}, met by the 95% bound`, level, isBound: true };
    return showUncertainties ? [line, { ...boundLine, values: side === "lower" ? lower : upper }] : [line];
  });
}

export const LIMIT_WIDTHS_PX = { bound: 2, prediction: 3 } as const;

function drawLimit(
  surface: ResponseSurface,
  { label, level, values, isBound }: LimitLine,
  { actual }: Palette,
): SurfaceTrace {
  const width = LIMIT_WIDTHS_PX[isBound ? "bound" : "prediction"];
  return {
    trace: {
      ...{ type: "contour", x: [...surface.x.places], y: [...surface.y.places], z: toRows(surface, values) },
      ...{ name: toLiteralText(label), hoverinfo: "skip", showscale: false, autocontour: false },
      contours: { start: level, end: level, size: 1, coloring: "none" },
      line: { color: actual, width, ...(isBound && { dash: "dash" }) },
    },
    legend: { label, color: actual, kind: isBound ? "dashes" : "line" },
    holds: null,
  };
}

/** A veil over the cells that are far from the training data; none where all are near. */
function drawFar({ x, y, far }: ResponseSurface, { muted }: Palette): SurfaceTrace[] {
  if (!far.includes(true)) return [];
  return [
    {
      trace: {
        ...{ type: "heatmap", x: [...x.places], y: [...y.places], name: FAR_LABEL },
        z: y.places.map((_, row) =>
          x.places.map((__, column) => (far[row * x.places.length + column] ? 1 : null)),
        ),
        colorscale: [
          [0, muted],
          [1, muted],
        ],
        ...{ showscale: false, hoverinfo: "skip", opacity: FAR_OPACITY },
      },
      legend: { label: FAR_LABEL, color: muted, kind: "band" },
      holds: null,
    },
  ];
}

function drawGroup(group: SurfaceGroup): SurfaceTrace {
  const { name, kind, color, points } = group;
  const { symbol, size, width } = MARK_STYLES[kind];
  return {
    trace: {
      ...{ type: "scatter", mode: "markers", name: toLiteralText(name), hoverinfo: "none" },
      x: points.map(({ x }) => x),
      y: points.map(({ y }) => y),
      marker: { symbol, size, color, line: { width, color: kind === "rows" ? color : MARK_EDGE } },
    },
    legend: { label: name, color, kind: kind === "rows" ? "point" : "disc" },
    holds: group,
  };
}

export function layOutMap({ x, y }: ResponseSurface, palette: Palette): Partial<Layout> {
  const layOutAxis = (axis: SurfaceAxis) => {
    const theme = themeAxis(palette, axis.unit);
    const range: [number, number] = [axis.range[0], axis.range[1]];
    const title = { ...theme.title, text: toLiteralText(formatAxisTitle(axis.name, axis.unit)) };
    return { ...theme, ...optionTicks(axis), range, title, showgrid: false };
  };
  return { hovermode: "closest", xaxis: layOutAxis(x), yaxis: layOutAxis(y) };
}
