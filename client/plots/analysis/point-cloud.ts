/** Points over two or three axes, in groups that a legend names: the figure of designs and of Pareto fronts. */
import type { Data, Layout } from "plotly.js/lib/core";
import type { Palette } from "../model/palette.ts";
import type { PointReference } from "./analysis-figure.ts";
import { themeLayout, themeSceneAxis } from "./axis-theme.ts";
import {
  type CloudBox,
  type CloudFigure,
  describeCloud,
  drawPoints,
  layOutAxis,
  layOutPlane,
  locatePoint,
  type PlacedAxis,
  type PointCloud,
  placeAxis,
} from "./cloud-drawing.ts";
import { takeEvenly } from "./drawn-lines.ts";

/** More points than this would take plotly.js a noticeable time to draw as vectors, which stay sharp in files and in print. */
const MAX_VECTOR_POINTS = 3_000;
/** A scene has no more points: software needs 1.5 s for a frame of 100,000. With fewer, more of them are left out. */
const MAX_SCENE_POINTS = 10_000;
export function createPointCloud(cloud: PointCloud, palette: Palette): CloudFigure {
  const { axes, groups, groupIndices, chosen, box, parts, table } = cloud;
  const placed = axes.map(placeAxis);
  const isScene = placed.length === 3;
  if (!isScene && groupIndices.length > MAX_VECTOR_POINTS) return createRasterCloud(cloud, placed, palette);
  const members = groups.map((_, group) =>
    groupIndices.flatMap((index, point) =>
      index === group && placed.every(({ places }) => (places[point] ?? null) !== null) ? [point] : [],
    ),
  );
  const findPoint = ({ trace, point }: PointReference): number | null => members[trace]?.[point] ?? null;
  const references = new Map(
    members.flatMap((points, trace) => points.map((point, at) => [point, { trace, point: at }] as const)),
  );
  const findReferences = (points: readonly number[]) =>
    points.flatMap((point) => references.get(point) ?? []);
  /** A point that is left out keeps its place among the others. */
  const drawGroups = (points: readonly number[]) => {
    const drawn = new Set(isScene ? takeEvenly(points, MAX_SCENE_POINTS) : points);
    return groups.map((group, at) =>
      drawPoints(
        placed,
        (members[at] ?? []).map((point) => (drawn.has(point) ? point : null)),
        { ...group, type: isScene ? "scatter3d" : "scatter" },
      ),
    );
  };
  const drawable = [...references.keys()];
  const drawRing = (point: number, color: string) =>
    drawPoints(placed, [point], {
      ...{ name: "Selected", color, isHollow: true, opacity: 1, isRing: true },
      type: isScene ? "scatter3d" : "scatter",
    });
  const extras = [
    ...(box !== null && isScene ? [drawBoxEdges(placed, box, palette)] : []),
    ...(chosen !== null && references.has(chosen) ? [drawRing(chosen, palette.ink)] : []),
  ];
  return {
    kind: isScene ? "scene" : "axes",
    data: [...drawGroups(drawable), ...extras],
    drawnCount: isScene ? Math.min(MAX_SCENE_POINTS, drawable.length) : drawable.length,
    drawableCount: drawable.length,
    layout: {
      ...themeLayout(palette),
      ...(isScene ? layOutScene(placed, palette) : layOutPlane(placed, box, palette)),
    },
    ...describeCloud(cloud, placed),
    isSelectable: !isScene,
    stops: (hidden) => {
      const shown = groupIndices.flatMap((group, point) =>
        hidden.has(group) ? [] : (references.get(point) ?? []),
      );
      return { count: shown.length, at: (index) => shown.slice(index, index + 1) };
    },
    parts: ([reference]) => {
      const point = reference === undefined ? null : findPoint(reference);
      return point === null ? [] : parts(point);
    },
    ...(!isScene && { locate: (reference) => locatePoint(placed, findPoint(reference)) }),
    ...(isScene && {
      leaveOut: (selected) => [
        ...drawGroups(selected.flatMap((reference) => findPoint(reference) ?? [])),
        ...extras,
      ],
      mark: (data, [reference]) => {
        const point = reference === undefined ? null : findPoint(reference);
        return point === null ? data : [...data, drawRing(point, palette.actual)];
      },
    }),
    table: (points) =>
      table(
        points === null
          ? groupIndices.map((_, point) => point)
          : points.flatMap((reference) => findPoint(reference) ?? []),
      ),
    findReferences,
    findPoint,
  };
}

/**
 * The figure of very many points over two axes, which the page paints. plotly.js draws the axes, and of the groups only what a legend
 * and a drag need.
 */
function createRasterCloud(cloud: PointCloud, placed: readonly PlacedAxis[], palette: Palette): CloudFigure {
  const { groups, groupIndices, box, parts, table, chosen } = cloud;
  const [x = new Float64Array(), y = new Float64Array()] = placed.map(({ places }) =>
    Float64Array.from(places, (place) => place ?? Number.NaN),
  );
  const isDrawn = (point: number) => !Number.isNaN((x[point] ?? Number.NaN) + (y[point] ?? Number.NaN));
  const refer = (point: number): PointReference => ({ trace: groupIndices[point] ?? 0, point });
  const findPoint = ({ point }: PointReference): number | null => (isDrawn(point) ? point : null);
  const drawn = groupIndices.flatMap((_, point) => (isDrawn(point) ? [point] : []));
  return {
    kind: "axes",
    data: groups.map((group) => drawPoints(placed, [null], { ...group, type: "scatter" })),
    layout: { ...themeLayout(palette), ...layOutPlane(placed, box, palette) },
    ...describeCloud(cloud, placed),
    isSelectable: true,
    raster: {
      ...{ points: { x, y, markers: Uint8Array.from(groupIndices) }, markers: groups, refer, findPoint },
      chosen: chosen !== null && isDrawn(chosen) ? chosen : null,
      ringColor: palette.ink,
    },
    stops: (hidden) => {
      const shown =
        hidden.size === 0 ? drawn : drawn.filter((point) => !hidden.has(groupIndices[point] ?? 0));
      return { count: shown.length, at: (index) => shown.slice(index, index + 1).map(refer) };
    },
    parts: ([reference]) => (reference === undefined ? [] : parts(reference.point)),
    locate: ({ point }) => locatePoint(placed, point),
    table: (points) =>
      table(points === null ? groupIndices.map((_, point) => point) : points.map(({ point }) => point)),
    findReferences: (points) => points.filter(isDrawn).map(refer),
    findPoint,
    drawnCount: drawn.length,
    drawableCount: drawn.length,
  };
}

export const chooseType = (pointCount: number): "scatter" | "scattergl" =>
  pointCount > MAX_VECTOR_POINTS ? "scattergl" : "scatter";

function layOutScene(placed: readonly PlacedAxis[], palette: Palette): Partial<Layout> {
  const [xaxis, yaxis, zaxis] = placed.map((axis) => layOutAxis(axis, themeSceneAxis(palette, axis.unit)));
  return {
    margin: { l: 0, r: 0, t: 0, b: 0 },
    scene: {
      // Variables have different units: their axes are drawn equally long.
      aspectmode: "cube",
      // Somewhat further away than plotly.js looks from, so that a narrow window shows the labels too.
      camera: { eye: { x: 1.5, y: 1.5, z: 1.2 } },
      hovermode: "closest",
      ...(xaxis !== undefined && { xaxis }),
      ...(yaxis !== undefined && { yaxis }),
      ...(zaxis !== undefined && { zaxis }),
    },
  };
}

/** The corners of a box, in the order in which one line passes all twelve edges; edges that it passes twice are drawn twice. */
const EDGE_PATH = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 1, 0],
  [0, 1, 0],
  [0, 0, 0],
  [0, 0, 1],
  [1, 0, 1],
  [1, 0, 0],
  [1, 0, 1],
  [1, 1, 1],
  [1, 1, 0],
  [1, 1, 1],
  [0, 1, 1],
  [0, 1, 0],
  [0, 1, 1],
  [0, 0, 1],
] as const;

function drawBoxEdges(placed: readonly PlacedAxis[], box: CloudBox, { muted }: Palette): Data {
  const [x, y, z] = placed.map(({ range }, axis) =>
    EDGE_PATH.map((corner) => (box[axis] ?? range)[corner[axis] ?? 0] ?? 0),
  );
  return {
    ...{ type: "scatter3d", mode: "lines", name: "Selected region", hoverinfo: "skip" },
    ...{ x: x ?? [], y: y ?? [], z: z ?? [] },
    line: { color: muted, width: 2 },
  };
}
