/** The content of a response surface: one output over a grid of two inputs, with what stands beside it. */
import { scaleLinear } from "d3-scale";
import type { Data } from "plotly.js/lib/core";
import type { LegendItem } from "../chart/legend.tsx";
import type { Range } from "../model/ranges.ts";

export type SurfaceAxis = {
  readonly name: string;
  readonly unit: string;
  /** The places of the grid along the axis, ascending, as shown; options lie at whole numbers from 0. */
  readonly places: readonly number[];
  /** Names of the options; null: the places are numbers. */
  readonly options: readonly string[] | null;
  readonly range: Range;
};

/** A point beside the surface, as shown. */
export type SurfacePoint = {
  readonly x: number;
  readonly y: number;
  /** null: it has no value, and is drawn on the map alone. */
  readonly z: number | null;
  readonly label: string;
};

export type SurfaceGroup = {
  readonly name: string;
  /** Selected rows are among those of `rows` as well. */
  readonly kind: "rows" | "selected" | "sliders" | "design";
  readonly color: string;
  readonly points: readonly SurfacePoint[];
};

export type SurfaceLimit = { readonly side: "lower" | "upper"; readonly value: number };

/** Values as shown; the grid's row by row along y. */
export type ResponseSurface = {
  readonly isScene: boolean;
  /** The scale of colours lies below the drawing, which needs all of the width. */
  readonly isNarrow: boolean;
  readonly x: SurfaceAxis;
  readonly y: SurfaceAxis;
  readonly output: {
    readonly name: string;
    readonly unit: string;
    readonly isLogarithmic: boolean;
    /** The range of the colours; on a logarithmic scale in exponents of ten, as the next one. */
    readonly colorRange: Range;
    /** The range of the vertical axis of a scene, which holds the bounds as well. */
    readonly axisRange: Range;
  };
  readonly values: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly far: readonly boolean[];
  readonly showUncertainties: boolean;
  readonly limits: readonly SurfaceLimit[];
  readonly groups: readonly SurfaceGroup[];
  /** The object that the surface belongs to: see `AnalysisFigure.source`. */
  readonly source: unknown;
};

/** A trace, and what it is in the legend; null: it has no place there. */
export type SurfaceTrace = {
  readonly trace: Data;
  readonly legend: LegendItem | null;
  /** Its points are those of the grid, or of a group; null: it has none that can be read. */
  readonly holds: "grid" | SurfaceGroup | null;
};

/** The position of a value on its axis: on a logarithmic one its exponent of ten, null where it has none. */
export function placeValue({ output }: ResponseSurface, value: number | null | undefined): number | null {
  if (value == null) return null;
  const place = output.isLogarithmic ? Math.log10(value) : value;
  return Number.isFinite(place) ? place : null;
}

/** About so many levels divide the colours of a map. */
const LEVEL_COUNT = 18;

/** The levels within the range of the colours, at round values: from `start` on, `size` apart. Between two of them a map has one colour. */
export function chooseLevels({ output: { colorRange } }: Pick<ResponseSurface, "output">): {
  readonly start: number;
  readonly size: number;
  readonly count: number;
} {
  const [low, high] = colorRange;
  const levels = scaleLinear([low, high], [0, 1])
    .ticks(LEVEL_COUNT)
    .filter((level) => level > low && level < high);
  const [first, second] = levels;
  if (first === undefined || second === undefined)
    return { start: (low + high) / 2, size: high - low, count: 1 };
  return { start: first, size: second - first, count: levels.length };
}

/** The values of the grid as rows along y, at their positions. */
export function toRows(surface: ResponseSurface, values: readonly number[]): (number | null)[][] {
  const width = surface.x.places.length;
  return surface.y.places.map((_, row) =>
    surface.x.places.map((__, column) => placeValue(surface, values[row * width + column])),
  );
}

export const FAR_LABEL = "Far from the training data";
/** Cells that are far from the training data are muted by so much: all of a cell's colour is gone at 1. */
export const FAR_OPACITY = 0.45;
