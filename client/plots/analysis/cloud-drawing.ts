/** The parts of figures of point clouds: placed axes, markers and the layout of a plane. */
import type { Data, Layout, LayoutAxis } from "plotly.js/lib/core";
import type { LegendItem } from "../chart/legend.tsx";
import { type PlacedValues, placeValues } from "../figures/placed-values.ts";
import { type ChartTable, formatAxisTitle, type ReadoutPart } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { mergeRanges, padRange, type Range } from "../model/ranges.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { optionTicks, themeAxis, type themeSceneAxis, toLiteralText } from "./axis-theme.ts";

export type CloudAxis = {
  readonly name: string;
  readonly unit: string;
  /** One for each point, in the unit shown; null: the point is not drawn. Texts are options. */
  readonly values: readonly (number | string | null)[];
  /** The axis shows at least this; null: the values alone. */
  readonly range: Range | null;
};

export type CloudGroup = {
  readonly name: string;
  readonly color: string;
  readonly isHollow: boolean;
  readonly opacity: number;
};

/** Along each axis; null along an axis that it takes as a whole. */
export type CloudBox = readonly (Range | null)[];

export type PointCloud = {
  /** Two axes, or three in a scene that can be turned. */
  readonly axes: readonly CloudAxis[];
  /** The first lies lowest. */
  readonly groups: readonly CloudGroup[];
  /** The place of each point's group among the groups. */
  readonly groupIndices: readonly number[];
  /** It is shaded; null: none. */
  readonly box: CloudBox | null;
  /** The point that is marked; null: none. */
  readonly chosen: number | null;
  readonly revision: string;
  /** Holds the points: see `AnalysisFigure.source`. */
  readonly source: unknown;
  readonly summary: string;
  readonly hasLegend: boolean;
  readonly parts: (point: number) => readonly ReadoutPart[];
  /** @param points those that are listed */
  readonly table: (points: readonly number[]) => ChartTable;
};

/** The figure, and the way from its points to those of the cloud and back. */
export type CloudFigure = AnalysisFigure & {
  readonly findReferences: (points: readonly number[]) => PointReference[];
  readonly findPoint: (reference: PointReference) => number | null;
  /** The number of points that are drawn at once where none are selected, of those that have a place. */
  readonly drawnCount: number;
  readonly drawableCount: number;
};

const MARKER_DIAMETERS_PX = { plane: 7, scene: 4 } as const;
const RING_DIAMETERS_PX = { plane: 16, scene: 10 } as const;

export type PlacedAxis = PlacedValues & {
  readonly title: string;
  readonly unit: string;
  readonly range: Range;
};

export function placeAxis({ name, unit, values, range }: CloudAxis): PlacedAxis {
  const title = toLiteralText(formatAxisTitle(name, unit));
  const placed = placeValues(values);
  const needed = mergeRanges(placed.range, range) ?? ([0, 1] as const);
  return { ...placed, title, unit, range: placed.options === null ? padRange(needed) : needed };
}

/** The parts of the figure that a cloud has however its points are drawn. */
export const describeCloud = (
  { groups, hasLegend, revision, source, summary }: PointCloud,
  placed: readonly PlacedAxis[],
) => ({
  revision: `${revision} ${placed.length}`,
  source,
  summary,
  legend: hasLegend
    ? groups.map(
        ({ name, color, isHollow }): LegendItem => ({
          label: name,
          color,
          kind: isHollow ? "point" : "disc",
        }),
      )
    : [],
  isChosenByTap: true,
});

export const locatePoint = (
  [x, y]: readonly PlacedAxis[],
  point: number | null,
): readonly [number, number] => [x?.places[point ?? -1] ?? Number.NaN, y?.places[point ?? -1] ?? Number.NaN];

type PointLook = CloudGroup & { readonly type: "scatter" | "scatter3d"; readonly isRing?: boolean };

/** `hoverinfo: "none"`: the values are said above the axes, where they cover nothing. */
export function drawPoints(
  placed: readonly PlacedAxis[],
  points: readonly (number | null)[],
  { type, name, color, isHollow, opacity, isRing = false }: PointLook,
): Data {
  const [x = [], y = [], z = []] = placed.map(({ places }) =>
    points.map((point) => (point === null ? null : (places[point] ?? null))),
  );
  const place = type === "scatter3d" ? "scene" : "plane";
  const common = {
    mode: "markers",
    name: toLiteralText(name),
    hoverinfo: isRing ? "skip" : "none",
    x,
    y,
  } as const;
  const marker = {
    color,
    opacity,
    size: (isRing ? RING_DIAMETERS_PX : MARKER_DIAMETERS_PX)[place],
    symbol: isHollow ? ("circle-open" as const) : ("circle" as const),
    // A ring of 2 pixels around a chosen point, and thinner ones that leave their middles free.
    line: { width: isRing ? 2 : isHollow ? 1.5 : 0, color },
  };
  if (type === "scatter3d") return { ...common, type, z, marker };
  return { ...common, type, marker, ...(isRing && { unselected: { marker: { opacity: 1 } } }) };
}

/** The parts of an axis that its values tell, whatever its theme is. */
export const layOutAxis = <Theme extends ReturnType<typeof themeSceneAxis> | Partial<LayoutAxis>>(
  axis: PlacedAxis,
  theme: Theme,
) => ({
  ...theme,
  ...optionTicks(axis),
  range: copyRange(axis.range),
  title: { ...theme.title, text: axis.title },
});

const copyRange = ([low, high]: Range): [number, number] => [low, high];

export function layOutPlane(
  placed: readonly PlacedAxis[],
  box: CloudBox | null,
  palette: Palette,
): Partial<Layout> {
  const [x, y] = placed.map((axis) => layOutAxis(axis, themeAxis(palette, axis.unit)));
  const [across, up] = placed.map(({ range }, at) => box?.[at] ?? range);
  return {
    hovermode: "closest",
    ...(x !== undefined && { xaxis: x }),
    ...(y !== undefined && { yaxis: y }),
    ...(box !== null &&
      across !== undefined &&
      up !== undefined && {
        shapes: [
          {
            ...{ type: "rect", layer: "below", fillcolor: palette.outside },
            ...{ x0: across[0], x1: across[1], y0: up[0], y1: up[1] },
            line: { width: 1, color: palette.axis },
          },
        ],
      }),
  };
}
