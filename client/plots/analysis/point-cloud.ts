/** Points over two or three axes, in groups that a legend names: the figure of designs and of Pareto fronts. */
import type { Data, Layout } from "plotly.js/lib/core";
import type { LegendItem } from "../chart/legend.tsx";
import { type PlacedValues, placeValues } from "../figures/placed-values.ts";
import type { ChartTable, ReadoutPart } from "../model/chart.ts";
import { formatAxisTitle } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import { mergeRanges, padRange, type Range } from "../model/ranges.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { themeAxis, themeLayout, themeSceneAxis, toLiteralText } from "./axis-theme.ts";

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
};

/** WebGL draws more points than this in one frame; fewer are drawn as vectors, which print and need no graphics driver. */
const MAX_VECTOR_POINTS = 3_000;
const MARKER_DIAMETERS_PX = { plane: 7, scene: 4 } as const;
const RING_DIAMETERS_PX = { plane: 16, scene: 10 } as const;

type PlacedAxis = PlacedValues & {
  readonly title: string;
  readonly unit: string;
  readonly range: Range;
};

function placeAxis({ name, unit, values, range }: CloudAxis): PlacedAxis {
  const title = toLiteralText(formatAxisTitle(name, unit));
  const placed = placeValues(values);
  const needed = mergeRanges(placed.range, range) ?? ([0, 1] as const);
  return { ...placed, title, unit, range: placed.options === null ? padRange(needed) : needed };
}

/** Texts at the places of options; numbers have round ones. */
const optionTicks = ({ options }: PlacedAxis) =>
  options !== null && {
    tickmode: "array" as const,
    tickvals: options.map((_, place) => place),
    ticktext: options.map(toLiteralText),
  };

export function createPointCloud(cloud: PointCloud, palette: Palette): CloudFigure {
  const { axes, groups, groupIndices, chosen, box, hasLegend, parts, table } = cloud;
  const placed = axes.map(placeAxis);
  const isScene = placed.length === 3;
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
  const drawGroups = (isDrawn: (point: number) => boolean) =>
    groups.map((group, at) =>
      drawPoints(
        placed,
        (members[at] ?? []).map((point) => (isDrawn(point) ? point : null)),
        { ...group, type: chooseType(groupIndices.length, isScene) },
      ),
    );
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
    data: [...drawGroups(() => true), ...extras],
    layout: {
      ...themeLayout(palette),
      ...(isScene ? layOutScene(placed, palette) : layOutPlane(placed, box, palette)),
    },
    revision: `${cloud.revision} ${placed.length}`,
    source: cloud.source,
    isSelectable: !isScene,
    summary: cloud.summary,
    legend: hasLegend
      ? groups.map(
          ({ name, color, isHollow }): LegendItem => ({
            label: name,
            color,
            kind: isHollow ? "point" : "disc",
          }),
        )
      : [],
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
    isChosenByTap: true,
    ...(!isScene && { locate: (reference) => locatePoint(placed, findPoint(reference)) }),
    ...(isScene && {
      leaveOut: (selected) => {
        const points = new Set(selected.map(findPoint));
        return [...drawGroups((point) => points.has(point)), ...extras];
      },
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

const locatePoint = ([x, y]: readonly PlacedAxis[], point: number | null): readonly [number, number] => [
  x?.places[point ?? -1] ?? Number.NaN,
  y?.places[point ?? -1] ?? Number.NaN,
];

type PointType = "scatter" | "scattergl" | "scatter3d";

export function chooseType(pointCount: number, isScene: boolean): PointType {
  if (isScene) return "scatter3d";
  return pointCount > MAX_VECTOR_POINTS ? "scattergl" : "scatter";
}

type PointLook = CloudGroup & { readonly type: PointType; readonly isRing?: boolean };

/** `hoverinfo: "none"`: the values are said above the axes, where they cover nothing. */
function drawPoints(
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

const copyRange = ([low, high]: Range): [number, number] => [low, high];

function layOutPlane(placed: readonly PlacedAxis[], box: CloudBox | null, palette: Palette): Partial<Layout> {
  const [x, y] = placed.map((axis) => {
    const theme = themeAxis(palette, axis.unit);
    return {
      ...theme,
      ...optionTicks(axis),
      range: copyRange(axis.range),
      title: { ...theme.title, text: axis.title },
    };
  });
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

function layOutScene(placed: readonly PlacedAxis[], palette: Palette): Partial<Layout> {
  const [xaxis, yaxis, zaxis] = placed.map((axis) => {
    const theme = themeSceneAxis(palette, axis.unit);
    return {
      ...theme,
      ...optionTicks(axis),
      range: copyRange(axis.range),
      title: { ...theme.title, text: axis.title },
    };
  });
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
