/** A plot that plotly.js draws, as data: its figure, and what the page says of it in words and numbers. */
import type { Data, Layout } from "plotly.js/lib/core";
import type { LegendItem } from "../chart/legend.tsx";
import { type ChartTable, joinParts, type ReadoutPart } from "../model/chart.ts";
import type { RasterMarker, RasterPoints } from "./point-raster.ts";

/** A point of a figure: the places of its trace and of itself within it, a heatmap's cells row by row. */
export type PointReference = { readonly trace: number; readonly point: number };

/** Cells of a map, row by row. */
export type CellRows = {
  readonly columns: number;
  /** The middle of a cell, in values of the axes; along names their numbers from 0. */
  readonly findMiddle: (point: number) => readonly [number, number];
};

/** The points that a reader goes through with the arrow keys; several are read together where they have one x. */
export type Stops = {
  readonly count: number;
  /** Stops that are cells of a map lie in rows. */
  readonly map?: CellRows;
  readonly at: (index: number) => readonly PointReference[];
};

/** Two axes, three axes in a scene that can be turned, or one axis for each value. */
export type FigureKind = "axes" | "scene" | "parallel";

/** From the left and the top of the drawing, in pixels. */
export type Place = { readonly x: number; readonly y: number };

/** In pixels. */
export type DrawingSize = { readonly width: number; readonly height: number };

export type AnalysisFigure = {
  readonly kind: FigureKind;
  readonly data: readonly Data[];
  readonly layout: Partial<Layout>;
  /** The reader's zoom is kept until this changes. */
  readonly revision: string;
  /** The object whose points are drawn. In figures of another one the places of points and traces mean others. */
  readonly source: unknown;
  /** Points can be selected in a box and with a lasso. */
  readonly isSelectable: boolean;
  readonly summary: string;
  /** One for each trace that a reader can hide; none: the figure has no legend. */
  readonly legend: readonly LegendItem[];
  readonly stops: (hidden: ReadonlySet<number>) => Stops;
  /** Returns the words and numbers that describe points which are read together. */
  readonly parts: (points: readonly PointReference[]) => readonly ReadoutPart[];
  /** Describes points in one sentence, for those who do not see them; left out: the parts do. */
  readonly describe?: (points: readonly PointReference[]) => string;
  /**
   * The place of a point in values of the axes, where the crosshair is to have a ring; null: it has none. A click chooses only a point
   * that is near it.
   */
  readonly locate?: (point: PointReference) => readonly [number, number] | null;
  /** A tap chooses a point as well: this moves nothing else on the page. Elsewhere a tap reads the nearest value alone. */
  readonly isChosenByTap?: boolean;
  /** Returns the traces with the selected points alone, or their lines marked, where plotly.js cannot draw the others pale. */
  readonly leaveOut?: (selected: readonly PointReference[]) => readonly Data[];
  /** The page paints these points above the axes: as markers of plotly.js they would take seconds. */
  readonly raster?: {
    readonly points: RasterPoints;
    readonly markers: readonly RasterMarker[];
    /** The point that has a ring; null: none. */
    readonly chosen: number | null;
    readonly ringColor: string;
    readonly findPoint: (reference: PointReference) => number | null;
    readonly refer: (point: number) => PointReference;
  };
  /** The figure draws its points as lines: plotly.js finds a line only exactly below the pointer, and draws none wider than others. */
  readonly lines?: {
    /** null: none is near. */
    readonly findNearest: (place: Place, size: DrawingSize) => PointReference | null;
    readonly findCorners: (line: PointReference, size: DrawingSize) => readonly Place[];
    /** The line that is marked; null: none is. */
    readonly chosen: PointReference | null;
    readonly chosenColor: string;
  };
  /** Returns the traces with points marked that the keyboard has come to, where plotly.js has no crosshair for them. */
  readonly mark?: (data: readonly Data[], points: readonly PointReference[]) => readonly Data[];
  /** The numbers of the points, or of all of them. */
  readonly table: (points: readonly PointReference[] | null) => ChartTable;
};

/**
 * Carries the reader's choice of hidden traces over to a new figure: a trace of the same name stays hidden. A name that several traces
 * have identifies none of them.
 * @param hidden the places of traces among `before`
 * @returns their places among `after`
 */
export function carryHidden(
  hidden: ReadonlySet<number>,
  before: readonly LegendItem[],
  after: readonly LegendItem[],
): ReadonlySet<number> {
  const findPlace = (items: readonly LegendItem[], name: string) => {
    const places = items.flatMap(({ label }, at) => (label === name ? [at] : []));
    return places.length === 1 ? places : [];
  };
  return new Set(
    before.flatMap(({ label }, at) =>
      hidden.has(at) && findPlace(before, label).length > 0 ? findPlace(after, label) : [],
    ),
  );
}

/** One sentence on points that are read together, for those who do not see them. */
export const describePoints = (
  { describe, parts }: AnalysisFigure,
  points: readonly PointReference[],
): string => describe?.(points) ?? joinParts(parts(points));
