import { fullText, nameWithUnit, rangeText } from "@understudy/shared/quantities/quantity-text.ts";
import { type Digits, writtenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Range } from "./ranges.ts";

/** One axis of a chart; its values are those shown, already divided by their multipliers. */
export type ChartAxis = {
  readonly name: string;
  /** "": none. */
  readonly unit: string;
  /** `accuracy`: of coefficients of determination, see accuracy-scale.ts. */
  readonly type: "linear" | "log" | "accuracy";
  /**
   * The range is in values, on a logarithmic axis too, where both ends are above 0. The first lies left or at the
   * bottom.
   */
  readonly range: Range;
  /** Names of the whole numbers from 0: the axis of a parameter with categories. Null: numbers. */
  readonly categories: readonly string[] | null;
  /** The values that get a tick; left out: round numbers get one. */
  readonly places?: readonly number[];
};

/** A mark of an axis. */
export type Tick = { readonly value: number; readonly label: string };

/**
 * The points that are drawn pale: all or none of them, or each by itself. A segment is pale if one of its two points
 * is.
 */
export type Faded = boolean | readonly boolean[];

type DrawnSeries = {
  readonly name: string;
  readonly x: readonly number[];
  readonly color: string;
  readonly faded: Faded;
};

/** A null or a number that the axis cannot hold is a gap. */
export type LineMark = DrawnSeries & {
  readonly kind: "line";
  readonly y: readonly (number | null)[];
  readonly width: number;
  /** Lengths of dashes and gaps in pixels, as SVG writes them; null: a continuous line. */
  readonly dash: string | null;
  /** Each point is drawn as a ring too. */
  readonly hasPoints: boolean;
};
export type BandMark = DrawnSeries & {
  readonly kind: "band";
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
};
export type PointsMark = DrawnSeries & {
  readonly kind: "points";
  readonly y: readonly (number | null)[];
  /** The radius in pixels. */
  readonly radius: number;
  readonly isHollow: boolean;
  /** A null lies at the lower edge of the drawing, whatever part of the axis is seen. Left out: it is no point. */
  readonly isAtEdge?: boolean;
  /** Ends of the error bars; null: none. */
  readonly bars: {
    readonly lower: readonly number[];
    readonly upper: readonly number[];
    readonly color: string;
    /** The horizontal ones are whiskers with ends, which plotly.js alone draws; left out: they are vertical. */
    readonly isHorizontal?: boolean;
  } | null;
};
/** Rectangles, each from one corner to the opposite one. */
export type RectsMark = {
  readonly kind: "rects";
  readonly name: string;
  readonly x: readonly Range[];
  readonly y: readonly Range[];
  readonly color: string;
};
export type Mark = LineMark | BandMark | PointsMark | RectsMark;

/** Cells in colours that stand for numbers, below the marks. */
export type ChartMap = {
  /** Edges of the columns and of the rows, one more than there are, in values of the axes. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** Row by row, from the first edge; null: an empty cell. */
  readonly values: readonly (number | null)[];
  /** The range of the numbers that the colours stand for. */
  readonly range: Range;
  readonly colors: MapColors;
  /** The name of the numbers, which is the title of the colour bar. */
  readonly name: string;
  readonly unit: string;
  /** All of it is far from the training data. */
  readonly isFaded: boolean;
};
/** Scales on which equal steps look equally large; `difference` has its middle, which is pale, at 0. */
export type MapColors = "viridis" | "magma" | "difference";

/** A stretch of the horizontal axis with a background of its own. */
export type Zone = { readonly from: number; readonly to: number; readonly color: string };

/** A part of what is said of a point: `Emulator`, `5.1 V (5.0 to 5.2 V)`. */
export type ReadoutPart = { readonly label: string; readonly text: string; readonly color: string | null };

/** The points that a crosshair stands on. */
export type ChartReadout = {
  /** Horizontal positions, in values of the axis. */
  readonly x: readonly number[];
  /** The values that the crosshair rings. */
  readonly y: readonly (number | null)[];
  readonly count: number;
  /**
   * The point that the pointer selects: the nearest along the horizontal axis (also when left out), or the nearest in
   * both directions.
   */
  readonly nearest?: "x" | "both";
  /** The number of points in a row, where the points lie in rows. */
  readonly columns?: number;
  readonly parts: (point: number) => readonly ReadoutPart[];
  /** Describes a point in one sentence, for those who do not see it; left out: the parts do. */
  readonly describe?: (point: number) => string;
};

/** One sentence on a point, for those who do not see it. */
export const describePoint = ({ describe, parts }: ChartReadout, point: number): string =>
  describe?.(point) ?? joinParts(parts(point));

export const joinParts = (parts: readonly ReadoutPart[]): string =>
  parts.map(({ label, text }) => `${label} ${text}`.trim()).join(", ");

/** The numbers that are saved as CSV, in the units of the axes. */
export type ChartTable = {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (number | string | null)[])[];
};

/** A drawing of lines, bands and points over two axes. */
export type Chart = {
  readonly x: ChartAxis;
  readonly y: ChartAxis;
  readonly zones: readonly Zone[];
  /** The first lies lowest. */
  readonly marks: readonly Mark[];
  readonly map?: ChartMap;
  /** The reader's zoom is kept until this changes. */
  readonly revision: string;
  readonly summary: string;
  readonly readout: ChartReadout;
  /** Called when a file is wanted: a slider's step does not pay for it. */
  readonly table: () => ChartTable;
};

const MAX_TITLE_LENGTH = 48;

/** A title as long as an axis has room for. */
export const shortenTitle = (title: string): string =>
  title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title;

/** A name with its unit, short enough for an axis. */
export const formatAxisTitle = (name: string, unit: string): string => nameWithUnit(shortenTitle(name), unit);

/** A plotted value with its unit, as engineers write it: 51.276 µm. */
export const formatPlotted = (
  value: number | null | undefined,
  unit: string,
  digits: Digits = "fixed",
): string => fullText(value ?? Number.NaN, writtenUnit(unit), digits);

/** Two plotted values, as `1.2000 to 1.4000 µm`. */
export const formatPlottedRange = (low: number, high: number, unit: string): string =>
  rangeText(low, high, writtenUnit(unit), "fixed");

// The parts that charts are assembled from.

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
