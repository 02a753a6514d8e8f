/** A response surface as a contour map. */
import type { Layout } from "plotly.js/lib/core";
import { formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { optionTicks, themeAxis, toLiteralText } from "./axis-theme.ts";
import {
  FAR_LABEL,
  FAR_OPACITY,
  placeValue,
  type ResponseSurface,
  type SurfaceAxis,
  type SurfaceGroup,
  type SurfaceLimit,
  type SurfaceTrace,
  toRows,
} from "./surface-model.ts";
import { layOutColorBar } from "./surface-ticks.ts";

const LEVEL_COUNT = 18;
const LABEL_PX = 10;
/** Marks are seen on all colours of the map. */
const MARK_EDGE = "#ffffff";
const MARK_STYLES = {
  rows: { symbol: "circle-open", size: 6, width: 1.5 },
  selected: { symbol: "circle", size: 9, width: 1.5 },
  sliders: { symbol: "cross", size: 13, width: 1.5 },
  design: { symbol: "diamond", size: 10, width: 1.5 },
} as const;

export function drawContours(surface: ResponseSurface, palette: Palette): SurfaceTrace[] {
  const { x, y, output, values, lower, upper, limits, showUncertainties, groups, isAtRest } = surface;
  const [zmin, zmax] = output.colorRange;
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
        ncontours: LEVEL_COUNT,
        contours: {
          // Areas of one colour are drawn several times as fast as a colour for each pixel.
          coloring: "fill",
          // The labels of exponents would be read as values. To place labels takes longer than all else.
          showlabels: isAtRest && !output.isLogarithmic,
          labelfont: { size: LABEL_PX, color: "#ffffff" },
        },
        line: { width: 0.75, color: "rgba(255,255,255,0.7)" },
        colorbar: layOutColorBar(surface, palette),
      },
      legend: { label: output.name, color: palette.prediction, kind: "band" },
      holds: "grid",
    },
    ...limits.flatMap((limit) => [
      drawLimit(surface, { ...limit, values, isBound: false }, palette),
      ...(showUncertainties
        ? [
            drawLimit(
              surface,
              { ...limit, values: limit.side === "lower" ? lower : upper, isBound: true },
              palette,
            ),
          ]
        : []),
    ]),
    ...drawFar(surface, palette),
    ...groups.map((group) => drawGroup(group)),
  ];
}

type LimitLine = SurfaceLimit & {
  readonly values: readonly number[];
  /** The bound, and not the prediction, meets the limit along the line. */
  readonly isBound: boolean;
};

/** The line along which the prediction, or its bound on the side of a limit, meets the limit. */
function drawLimit(
  surface: ResponseSurface,
  { side, value, values, isBound }: LimitLine,
  { actual }: Palette,
): SurfaceTrace {
  const level = placeValue(surface, value) ?? Number.NaN;
  const text = `${side === "lower" ? "Lower" : "Upper"} limit ${formatPlotted(value, surface.output.unit, "short")}`;
  const label = isBound ? `${text}, met by the 95% bound` : text;
  return {
    trace: {
      ...{ type: "contour", x: [...surface.x.places], y: [...surface.y.places], z: toRows(surface, values) },
      ...{ name: toLiteralText(label), hoverinfo: "skip", showscale: false, autocontour: false },
      contours: { start: level, end: level, size: 1, coloring: "none" },
      line: { color: actual, width: isBound ? 2 : 3, ...(isBound && { dash: "dash" }) },
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
