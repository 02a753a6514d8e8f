/** The bins of a column, for counting how many values lie where. */
import { type Bins, createBins } from "./bins.ts";

/**
 * The largest numbers of bins of a column on an axis. Where there are at most `distinct` distinct values, each has a bin
 * of its own.
 */
const MAX_COUNTS = { bins: 40, distinct: 60 } as const;
/** Each distinct value must stand for this many values, on average, to be a bin of its own. */
const MIN_REPEATS = 4;

export type AxisBins = { readonly edges: readonly number[]; readonly indexOf: (value: number) => number };

/** A column's values with what they are. */
export type AxisColumn = {
  readonly values: Float64Array;
  /** The levels of a categorical column, whose values are their numbers; null: the values are numbers. */
  readonly levels: readonly string[] | null;
  readonly spacing: "linear" | "log";
};

/**
 * Equal bins: one a level, one a distinct value where few values repeat, and else as many as the spread of the values asks for.
 * @param column logarithmic ones have values above 0 only
 */
export function axisBins({ values, levels, spacing }: AxisColumn): AxisBins {
  if (levels !== null) return levelBins(levels.length);
  const [to, back] =
    spacing === "log" ? [Math.log10, (exponent: number) => 10 ** exponent] : [identity, identity];
  const places = spacing === "log" ? values.map(to) : values;
  const distinct = listDistinct(places);
  const bins = (distinct === null ? null : binsAbout(distinct)) ?? createBins(places, MAX_COUNTS.bins);
  return { edges: Array.from(bins.edges, back), indexOf: (value) => bins.indexOf(to(value)) };
}

const identity = (value: number): number => value;

/** Some levels share a bin where there are very many. */
function levelBins(levels: number): AxisBins {
  const width = Math.max(1, Math.ceil(levels / MAX_COUNTS.distinct));
  const count = Math.max(1, Math.ceil(levels / width));
  return {
    edges: Array.from({ length: count + 1 }, (_, at) => at * width - 0.5),
    indexOf: (code) => Math.floor(code / width),
  };
}

/** Ascending; null where there are too many, or hardly any repeats. */
function listDistinct(values: Float64Array): number[] | null {
  const most = Math.min(MAX_COUNTS.distinct, values.length / MIN_REPEATS);
  const distinct = new Set<number>();
  for (const value of values) {
    distinct.add(value);
    if (distinct.size > most) return null;
  }
  return distinct.size < 2 ? null : [...distinct].sort((a, b) => a - b);
}

/**
 * Equal bins as wide as the smallest gap between two values, the first about the first value: each value has a bin of its own, and bars
 * of equal height stand for equally many rows. Null where these would be too many.
 * @param values ascending, two or more
 */
function binsAbout(values: readonly number[]): Bins | null {
  const [first = 0, last = 0] = [values[0], values.at(-1)];
  const width = values
    .slice(1)
    .reduce((least, value, at) => Math.min(least, value - (values[at] ?? value)), Infinity);
  const count = Math.round((last - first) / width) + 1;
  if (count > MAX_COUNTS.distinct) return null;
  const from = first - width / 2;
  return {
    edges: Float64Array.from({ length: count + 1 }, (_, at) => from + at * width),
    // A gap may be smaller than the others by the last bits of its ends.
    indexOf: (value) => Math.min(count - 1, Math.max(0, Math.floor((value - from) / width + 1e-6))),
  };
}

export function countIn({ values }: AxisColumn, { edges, indexOf }: AxisBins): number[] {
  const counts = new Uint32Array(edges.length - 1);
  for (const value of values) {
    const bin = indexOf(value);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  return [...counts];
}

/** Row by row of `y`; both columns have equally many values. */
export function countCells(
  [x, xBins]: readonly [AxisColumn, AxisBins],
  [y, yBins]: readonly [AxisColumn, AxisBins],
): number[] {
  const width = xBins.edges.length - 1;
  const counts = new Uint32Array(width * (yBins.edges.length - 1));
  y.values.forEach((value, at) => {
    const cell = yBins.indexOf(value) * width + xBins.indexOf(x.values[at] ?? 0);
    counts[cell] = (counts[cell] ?? 0) + 1;
  });
  return [...counts];
}
