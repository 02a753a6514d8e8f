/** A response surface in a scene that can be turned, with its bounds as sheets and its limits as planes. */
import type { Data, Layout } from "plotly.js/lib/core";
import { colorAt, mixColors } from "../chart/map-colors.ts";
import { formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { optionTicks, themeSceneAxis, toLiteralText } from "./axis-theme.ts";
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
import { formatSurfaceTicks, layOutColorBar } from "./surface-ticks.ts";

const SHEET_OPACITY = 0.3;
const PLANE_OPACITY = 0.4;
/** Shading by a lamp would change the colours, which stand for values. */
const SURFACE_LIGHTING = { ambient: 0.9, diffuse: 0.3, specular: 0.02 } as const;
const MARK_STYLES = {
  rows: { symbol: "circle", size: 3 },
  selected: { symbol: "circle", size: 6 },
  sliders: { symbol: "cross", size: 6 },
  design: { symbol: "diamond", size: 6 },
} as const;

export function drawSheets(surface: ResponseSurface, palette: Palette): SurfaceTrace[] {
  const { values, lower, upper, limits, showUncertainties, groups } = surface;
  return [
    drawPrediction(surface, palette),
    ...(showUncertainties
      ? [
          drawSheet(surface, { name: "Upper bound", values: upper, color: palette.muted }),
          drawSheet(surface, { name: "Lower bound", values: lower, color: palette.muted }),
        ]
      : []),
    ...limits.map((limit) => drawPlane(surface, limit, palette)),
    ...drawFar(surface, palette),
    ...groups
      .filter(({ points }) => points.some(({ z }) => z !== null))
      .map((group) => drawGroup(surface, group)),
  ].map((drawn) => (values.length > 0 ? drawn : { ...drawn, holds: null }));
}

/** The prediction where it is near the training data; the rest is a sheet of its own. */
function drawPrediction(surface: ResponseSurface, palette: Palette): SurfaceTrace {
  const { x, y, output, values, far } = surface;
  const near = values.map((value, cell) => (far[cell] ? Number.NaN : value));
  return {
    trace: {
      ...{ type: "surface", x: [...x.places], y: [...y.places], z: toRows(surface, near) },
      ...{ name: toLiteralText(output.name), hoverinfo: "none", colorscale: "Viridis" },
      ...{ cmin: output.colorRange[0], cmax: output.colorRange[1] },
      contours: cutByLimits(surface, palette),
      colorbar: layOutColorBar(surface, palette),
      lighting: SURFACE_LIGHTING,
    },
    legend: { label: output.name, color: palette.prediction, kind: "band" },
    holds: "grid",
  };
}

/** plotly.js blends the colours between these: with fewer steps they stray from those of the near cells. */
const FAR_COLOR_STEPS = 16;

/** The prediction where it is far from the training data, in muted colours; none where all is near. */
function drawFar(surface: ResponseSurface, palette: Palette): SurfaceTrace[] {
  const { x, y, output, values, far } = surface;
  if (!far.includes(true)) return [];
  const width = x.places.length;
  const isFar = (row: number, column: number): boolean =>
    column >= 0 && column < width && far[row * width + column] === true;
  // plotly.js draws no area at a corner without a value: the near cells around belong to the far sheet too, so that none is missing.
  const isDrawn = (cell: number): boolean => {
    const [row, column] = [Math.floor(cell / width), cell % width];
    return [-1, 0, 1].some((up) => [-1, 0, 1].some((along) => isFar(row + up, column + along)));
  };
  const drawn = values.map((value, cell) => (isDrawn(cell) ? value : Number.NaN));
  return [
    {
      trace: {
        ...{
          type: "surface",
          x: [...x.places],
          y: [...y.places],
          z: toRows(surface, drawn),
          name: FAR_LABEL,
        },
        ...{ hoverinfo: "none", showscale: false, cmin: output.colorRange[0], cmax: output.colorRange[1] },
        colorscale: Array.from({ length: FAR_COLOR_STEPS + 1 }, (_, step): [number, string] => {
          const share = step / FAR_COLOR_STEPS;
          return [share, mixColors(colorAt("viridis", share), palette.muted, FAR_OPACITY)];
        }),
        contours: cutByLimits(surface, palette),
        lighting: SURFACE_LIGHTING,
      },
      legend: { label: FAR_LABEL, color: palette.muted, kind: "band" },
      holds: "grid",
    },
  ];
}

/** The lines along which the limits cut the surface. */
function cutByLimits(surface: ResponseSurface, { actual }: Palette) {
  const quiet = { show: false, highlight: false };
  const levels = surface.limits
    .flatMap(({ value }) => placeValue(surface, value) ?? [])
    .sort((a, b) => a - b);
  const [start, end = start] = levels;
  if (start === undefined || end === undefined) return { x: quiet, y: quiet, z: quiet };
  const size = end > start ? end - start : 1;
  // plotly.js draws the levels below the end.
  const levelsOnly = { start, end: end + size / 2, size };
  const z = { ...levelsOnly, show: true, color: actual, width: 4, usecolormap: false, highlight: false };
  return { x: quiet, y: quiet, z };
}

type Sheet = { readonly name: string; readonly values: readonly number[]; readonly color: string };

function drawSheet(surface: ResponseSurface, { name, values, color }: Sheet): SurfaceTrace {
  const quiet = { highlight: false };
  return {
    trace: {
      ...{
        type: "surface",
        x: [...surface.x.places],
        y: [...surface.y.places],
        z: toRows(surface, values),
        name,
      },
      ...{ hoverinfo: "none", showscale: false, opacity: SHEET_OPACITY },
      colorscale: [
        [0, color],
        [1, color],
      ],
      contours: { x: quiet, y: quiet, z: quiet },
    },
    legend: { label: name, color, kind: "band" },
    // A reader who points at a bound reads the cell below it.
    holds: "grid",
  };
}

function drawPlane(
  surface: ResponseSurface,
  { side, value }: SurfaceLimit,
  { actual }: Palette,
): SurfaceTrace {
  const level = placeValue(surface, value);
  const label = `${side === "lower" ? "Lower" : "Upper"} limit ${formatPlotted(value, surface.output.unit, "short")}`;
  const ends = ({ places }: SurfaceAxis) => [places[0] ?? 0, places.at(-1) ?? 1];
  const quiet = { highlight: false };
  return {
    trace: {
      ...{ type: "surface", x: ends(surface.x), y: ends(surface.y), name: toLiteralText(label) },
      z: [
        [level, level],
        [level, level],
      ],
      ...{ hoverinfo: "skip", showscale: false, opacity: PLANE_OPACITY },
      colorscale: [
        [0, actual],
        [1, actual],
      ],
      contours: { x: quiet, y: quiet, z: quiet },
    },
    legend: { label, color: actual, kind: "band" },
    holds: null,
  };
}

function drawGroup(surface: ResponseSurface, group: SurfaceGroup): SurfaceTrace {
  const { name, kind, color, points } = group;
  return {
    trace: {
      ...{ type: "scatter3d", mode: "markers", name: toLiteralText(name), hoverinfo: "none" },
      x: points.map(({ x }) => x),
      y: points.map(({ y }) => y),
      z: points.map(({ z }) => placeValue(surface, z)),
      marker: { ...MARK_STYLES[kind], color, line: { width: 0, color } },
    },
    legend: { label: name, color, kind: "disc" },
    holds: group,
  };
}

/** The cell that the keyboard has come to. */
export const drawMarkedCell = ([x, y, z]: readonly [number, number, number], { actual }: Palette): Data => ({
  ...{ type: "scatter3d", mode: "markers", name: "Selected", hoverinfo: "skip", showlegend: false },
  ...{ x: [x], y: [y], z: [z] },
  marker: { symbol: "circle-open", size: 9, color: actual, line: { width: 3, color: actual } },
});

export function layOutScene(surface: ResponseSurface, palette: Palette): Partial<Layout> {
  const { output } = surface;
  const layOutAxis = (
    { name, unit }: { name: string; unit: string },
    [low, high]: readonly [number, number],
  ) => {
    const theme = themeSceneAxis(palette, unit);
    const range: [number, number] = [low, high];
    return { ...theme, range, title: { ...theme.title, text: toLiteralText(formatAxisTitle(name, unit)) } };
  };
  return {
    margin: { l: 0, r: 0, t: 0, b: 0 },
    scene: {
      aspectmode: "manual",
      // A surface is read best where it is wider than high.
      aspectratio: { x: 1.2, y: 1.2, z: 0.8 },
      camera: {
        // plotly.js fits the height: a narrow window shows both sides from further away.
        eye: surface.isNarrow ? { x: 1.75, y: -1.75, z: 1.15 } : { x: 1.7, y: -1.7, z: 1.1 },
        center: { x: 0, y: 0, z: surface.isNarrow ? -0.1 : -0.2 },
      },
      hovermode: "closest",
      xaxis: { ...layOutAxis(surface.x, surface.x.range), ...optionTicks(surface.x) },
      yaxis: { ...layOutAxis(surface.y, surface.y.range), ...optionTicks(surface.y) },
      zaxis: { ...layOutAxis(output, output.axisRange), ...formatSurfaceTicks(output, output.axisRange) },
    },
  };
}
