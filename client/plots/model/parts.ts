/** The parts that charts are assembled from. */
import type { BandMark, ChartAxis, ChartTable, LineMark, PointsMark } from "./chart.ts";
import type { Range } from "./ranges.ts";

type Cell = number | string | null;

export const numberAxis = (
  name: string,
  unit: string,
  range: Range,
  more: Partial<ChartAxis> = {},
): ChartAxis => ({ name, unit, type: "linear", range, categories: null, ...more });

/** An axis of coefficients of determination, in percent. */
export const accuracyAxis = (name: string, range: Range): ChartAxis =>
  numberAxis(name, "", range, { type: "accuracy" });

/** One place for each name, the first at the top or on the left. */
export const namesAxis = (names: readonly string[], direction: "down" | "right"): ChartAxis => {
  const [first, last] = [-0.5, Math.max(1, names.length) - 0.5];
  return numberAxis("", "", direction === "down" ? [last, first] : [first, last], { categories: names });
};

export const lineMark = (
  mark: Pick<LineMark, "name" | "x" | "y" | "color"> & Partial<LineMark>,
): LineMark => ({ kind: "line", width: 2, dash: null, hasPoints: false, faded: false, ...mark });

export const bandMark = (
  mark: Pick<BandMark, "name" | "x" | "lower" | "upper" | "color"> & Partial<BandMark>,
): BandMark => ({ kind: "band", faded: false, ...mark });

export const pointsMark = (
  mark: Pick<PointsMark, "name" | "x" | "y" | "color"> & Partial<PointsMark>,
): PointsMark => ({ kind: "points", radius: 4, isHollow: false, bars: null, faded: false, ...mark });

/** Bounds that hold all values of a curve or of a map at once; null: each of its values by itself. */
export type JointBounds = "curve" | "map" | null;

/** Stands behind the name of bounds. */
export const jointText = (joint: JointBounds): string => (joint === null ? "" : ` of the whole ${joint}`);

type Series = {
  readonly name: string;
  readonly x: readonly Cell[];
  readonly y: readonly Cell[];
};

/** The points of some series, one a line. */
export const seriesTable = (x: string, y: string, series: readonly Series[]): ChartTable => ({
  header: ["series", x, y],
  rows: series.flatMap((entry) => entry.x.map((value, at) => [entry.name, value, entry.y[at] ?? null])),
});

/** An opaque colour of the palette, as a band is drawn in it. */
export const asBand = (color: string): string => `${color}29`;
