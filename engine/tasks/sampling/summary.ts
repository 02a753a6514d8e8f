/**
 * The summary of a chain for a page: the distribution of each parameter and each pair, and traces, all of a bounded
 * size.
 */
import type { Axis } from "../../designs/axes.ts";
import { quantileOf } from "../../math/quantile.ts";
import { hasCells } from "../search-space.ts";
import type { Series } from "./autocorrelation.ts";
import type { ChainHistory } from "./chain-history.ts";
import type { Diagnostics } from "./diagnostics.ts";
import { effectiveSizes } from "./diagnostics.ts";

/** Intervals of the middle 95% and 50%, and the median. */
const QUANTILE_LEVELS = [0.025, 0.25, 0.5, 0.75, 0.975] as const;
const MARGINAL_BINS = 40;
/** The number of bins of a pair along each axis; it decreases with many pairs, or few effective samples per bin. */
const PAIR_BINS = { most: 24, least: 8, cells: 40_000, samples: 8 };
/** Pairs are counted of the first so many parameters. */
const MAX_PAIRED = 35;
const TRACE_LIMITS = { points: 240, walkers: 6, numbers: 40_000 };

export interface ParameterSummary {
  name: string;
  element: number | null;
  /** By number; null: its values are numbers. */
  options: string[] | null;
  spacing: Axis["spacing"];
  time: number;
  r_hat: number;
  effective: number;
  mean: number;
  deviation: number;
  /** The 2.5%, 25%, 50%, 75% and 97.5% quantiles. */
  quantiles: number[];
  /** The edges of the bins, one more than there are counts. */
  edges: number[];
  counts: number[];
}

/** Two-dimensional counts, row by row of the second parameter, in bins of equal width (of the logarithm on logarithmic axes). */
export interface PairSummary {
  first: number;
  second: number;
  x: number[];
  y: number[];
  counts: number[];
}

/** The thinned traces of a few walkers: one list per walker. The last parameter is the log density. */
export interface Traces {
  steps: number[];
  walkers: number[][][];
}

/** A column from the burn-in on, with where its bins lie. */
interface Column {
  values: Float64Array;
  scale: "linear" | "logarithmic";
  low: number;
  high: number;
  /** Whole numbers: bins are centred on them. */
  isWhole: boolean;
}

export function summarise(
  axes: readonly Axis[],
  history: ChainHistory,
  diagnostics: Diagnostics,
): { parameters: ParameterSummary[]; pairs: PairSummary[]; traces: Traces } {
  const columns = axes.map((axis, a) => createColumn(axis, history.series(a, diagnostics.burnIn)));
  const effective = effectiveSizes(diagnostics, history.walkers);
  const parameters = axes.map((axis, a) => ({
    name: axis.name,
    element: axis.element,
    options: axis.isChoice ? Array.from({ length: axis.count }, (_, at) => String(axis.value(at))) : null,
    spacing: axis.spacing,
    time: diagnostics.times[a],
    r_hat: diagnostics.rHats[a],
    effective: effective[a],
    ...computeMoments(columns[a].values),
    ...countMarginal(columns[a]),
  }));
  return {
    parameters,
    pairs: countPairs(columns, Math.min(...effective.filter(Number.isFinite))),
    traces: createTraces(history, axes.length + 1),
  };
}

function createColumn(axis: Axis, { values }: Series): Column {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const isWhole = hasCells(axis);
  if (isWhole) return { values, scale: "linear", low: low - 0.5, high: high + 0.5, isWhole };
  if (low === high) [low, high] = axis.spacing === "linear" ? [low - 0.5, high + 0.5] : [low / 2, high * 2];
  return { values, scale: axis.spacing, low, high, isWhole };
}

function computeMoments(values: Float64Array): { mean: number; deviation: number; quantiles: number[] } {
  let mean = 0;
  for (const value of values) mean += value / values.length;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2 / values.length;
  const sorted = values.toSorted();
  return {
    mean,
    deviation: Math.sqrt(squares),
    quantiles: QUANTILE_LEVELS.map((level) => quantileOf(sorted, level)),
  };
}

/** Edges of bins; of whole numbers each bin holds as many of them as the others, but perhaps the last. */
function computeEdges({ scale, low, high, isWhole }: Column, most: number): number[] {
  const width = isWhole ? Math.ceil((high - low) / most) : 1;
  const count = isWhole ? Math.ceil((high - low) / width) : most;
  return Array.from({ length: count + 1 }, (_, at) => {
    if (isWhole) return low + at * width;
    return scale === "linear" ? low + ((high - low) * at) / count : low * (high / low) ** (at / count);
  });
}

/** The bin of each value. */
function assignBins({ values, scale, low, high }: Column, edges: readonly number[]): Int32Array {
  const count = edges.length - 1;
  const end = edges[count];
  const share =
    scale === "linear"
      ? (value: number) => (value - low) / (end - low)
      : (value: number) => Math.log(value / low) / Math.log(high / low);
  const bins = new Int32Array(values.length);
  for (let i = 0; i < bins.length; i++)
    bins[i] = Math.max(0, Math.min(count - 1, Math.floor(share(values[i]) * count)));
  return bins;
}

function countMarginal(column: Column): { edges: number[]; counts: number[] } {
  const edges = computeEdges(column, MARGINAL_BINS);
  const counts = new Array<number>(edges.length - 1).fill(0);
  for (const bin of assignBins(column, edges)) counts[bin]++;
  return { edges, counts };
}

function countPairs(parameterColumns: readonly Column[], effective: number): PairSummary[] {
  const columns = parameterColumns.slice(0, MAX_PAIRED);
  const pairs = (columns.length * (columns.length - 1)) / 2;
  const maxBins = Math.floor(Math.sqrt(PAIR_BINS.cells / Math.max(1, pairs)));
  const informedBins = Math.round(Math.sqrt(effective / PAIR_BINS.samples));
  const size = Math.max(PAIR_BINS.least, Math.min(PAIR_BINS.most, maxBins, informedBins));
  const binned = columns.map((column) => {
    const edges = computeEdges(column, size);
    return { edges, bins: assignBins(column, edges) };
  });
  return binned.flatMap((x, first) =>
    binned.slice(first + 1).map((y, after): PairSummary => {
      const width = x.edges.length - 1;
      const counts = new Array<number>(width * (y.edges.length - 1)).fill(0);
      for (let i = 0; i < x.bins.length; i++) counts[y.bins[i] * width + x.bins[i]]++;
      return { first, second: first + 1 + after, x: x.edges, y: y.edges, counts };
    }),
  );
}

/** Thins the chains to traces that can be drawn. They begin with the first step: the burn-in is included. */
function createTraces(history: ChainHistory, columns: number): Traces {
  const walkers = Math.min(TRACE_LIMITS.walkers, history.walkers);
  const points = Math.max(
    40,
    Math.min(TRACE_LIMITS.points, Math.floor(TRACE_LIMITS.numbers / (columns * walkers))),
  );
  const all = Array.from({ length: columns }, (_, column) => history.series(column));
  const { steps } = all[0];
  const stride = Math.max(1, Math.ceil(steps / points));
  const shown = Array.from({ length: Math.ceil(steps / stride) }, (_, at) => at * stride);
  return {
    steps: shown.map((step) => step * history.stride + 1),
    walkers: all.map(({ values }) =>
      Array.from({ length: walkers }, (_, walker) =>
        shown.map((step) => values[step * history.walkers + walker]),
      ),
    ),
  };
}
