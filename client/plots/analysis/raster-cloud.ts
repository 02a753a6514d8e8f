/** Very many points over two axes, which the page paints. */
import type { Palette } from "../model/palette.ts";
import type { PointReference } from "./analysis-figure.ts";
import { themeLayout } from "./axis-theme.ts";
import type { CloudFigure, PointCloud } from "./cloud-drawing.ts";
import {
  copyRange,
  describeCloud,
  drawPoints,
  layOutPlane,
  locatePoint,
  type PlacedAxis,
} from "./cloud-drawing.ts";

const HIDDEN_POINTS = { hoverinfo: "skip", marker: { opacity: 0 } } as const;

/**
 * The figure of very many points over two axes, which the page paints. plotly.js draws the axes, and of the groups only what a legend
 * and a drag need.
 */
export function createRasterCloud(
  cloud: PointCloud,
  placed: readonly PlacedAxis[],
  palette: Palette,
): CloudFigure {
  const { groups, groupIndices, box, parts, table, chosen } = cloud;
  const [x = new Float64Array(), y = new Float64Array()] = placed.map(({ places }) =>
    Float64Array.from(places, (place) => place ?? Number.NaN),
  );
  const isDrawn = (point: number) => !Number.isNaN((x[point] ?? Number.NaN) + (y[point] ?? Number.NaN));
  const refer = (point: number): PointReference => ({ trace: groupIndices[point] ?? 0, point });
  const findPoint = ({ point }: PointReference): number | null => (isDrawn(point) ? point : null);
  const drawn = groupIndices.flatMap((_, point) => (isDrawn(point) ? [point] : []));
  // The last trace reaches from corner to corner: a double click shows all of the axes.
  const corners = placed.map(({ range }) => copyRange(range));
  const frame = { ...HIDDEN_POINTS, x: corners[0] ?? [], y: corners[1] ?? [] } as const;
  return {
    kind: "axes",
    data: [
      ...groups.map((group) => drawPoints(placed, [null], { ...group, type: "scatter" })),
      { ...frame, type: "scatter", mode: "markers", showlegend: false },
    ],
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
