import type { Range } from "../figures/ranges.ts";

/** One axis of a chart; its values are those shown, already divided by their multipliers. */
export type ChartAxis = {
  readonly name: string;
  /** "": none. */
  readonly unit: string;
  readonly type: "linear" | "log";
  /** In values, on a logarithmic axis too, where both ends are above 0. */
  readonly range: Range;
  /** Names of the whole numbers from 0: the axis of a parameter with categories. Null: numbers. */
  readonly categories: readonly string[] | null;
};

/** Which points are drawn pale: all or none of them, or each by itself. A segment between two is pale if one of them is. */
export type Faded = boolean | readonly boolean[];

type Drawn = {
  readonly name: string;
  readonly x: readonly number[];
  readonly color: string;
  readonly faded: Faded;
};

/** A null or a number that the axis cannot hold is a gap. */
export type LineMark = Drawn & {
  readonly kind: "line";
  readonly y: readonly (number | null)[];
  readonly width: number;
  /** Lengths of dashes and gaps in pixels, as SVG writes them; null: a continuous line. */
  readonly dash: string | null;
  /** Whether each point is ringed too. */
  readonly hasPoints: boolean;
};
export type BandMark = Drawn & {
  readonly kind: "band";
  readonly lower: readonly (number | null)[];
  readonly upper: readonly (number | null)[];
};
export type PointsMark = Drawn & {
  readonly kind: "points";
  readonly y: readonly (number | null)[];
  /** In pixels. */
  readonly radius: number;
  readonly isHollow: boolean;
  /** Ends of the error bars; null: none. */
  readonly bars: {
    readonly lower: readonly number[];
    readonly upper: readonly number[];
    readonly color: string;
  } | null;
};
export type Mark = LineMark | BandMark | PointsMark;

/** A stretch of the horizontal axis with a background of its own. */
export type Zone = { readonly from: number; readonly to: number; readonly color: string };

/** A part of what is said of a point: `Emulator`, `5.1 V (5.0 to 5.2 V)`. */
export type ReadoutPart = { readonly label: string; readonly text: string; readonly color: string | null };

/** The points that a crosshair stands on. */
export type ChartReadout = {
  /** Where they lie. */
  readonly x: readonly number[];
  /** Which of their values the crosshair rings. */
  readonly y: readonly (number | null)[];
  readonly count: number;
  readonly parts: (point: number) => readonly ReadoutPart[];
  /** The same as one sentence, for those who do not see it. */
  readonly describe: (point: number) => string;
};

/** What is saved as CSV: the numbers shown, in the units of the axes. */
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
  /** The reader's zoom is kept until this changes. */
  readonly revision: string;
  readonly summary: string;
  readonly readout: ChartReadout;
  /** Called when a file is wanted: a slider's step does not pay for it. */
  readonly table: () => ChartTable;
};
