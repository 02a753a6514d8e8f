import { MAX_PLOT_POINTS, MIN_PLOT_POINTS } from "@understudy/shared/limits.ts";

/** Lower and upper end of an axis. */
export type Range = readonly [number, number];

const PADDING_SHARE = 0.06;

/** The range with room at both ends; a range of no width is given one around its value. */
export function padRange([low, high]: Range): Range {
  const width = high - low;
  const room = width > 0 ? width * PADDING_SHARE : Math.abs(low) * 0.1 || 1;
  return [low - room, high + room];
}

/** Smallest and largest of the finite values, or null when there are none. */
export function extent(...lists: readonly ArrayLike<number>[]): Range | null {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const list of lists)
    for (let index = 0; index < list.length; index++) {
      const value = list[index];
      if (value === undefined || !Number.isFinite(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  return low <= high ? [low, high] : null;
}

/**
 * The part of `needed` that lies within one width of a range: bounds far from the data may be any number of times as
 * wide as the data.
 */
export function limitToNearby(needed: Range | null, [low, high]: Range): Range | null {
  const width = high - low;
  if (needed === null) return null;
  return [Math.max(needed[0], low - width), Math.min(needed[1], high + width)];
}

/** Smallest and largest of both. */
export const mergeRanges = (first: Range | null, second: Range | null): Range | null =>
  first === null || second === null
    ? (first ?? second)
    : [Math.min(first[0], second[0]), Math.max(first[1], second[1])];

const GROWTH_STEP_SHARE = 0.12;

/**
 * A range that holds `needed` too. It never shrinks, and grows in steps, so that an axis stays where it is while a slider
 * is dragged.
 */
export function growRange(range: Range, needed: Range | null): Range {
  if (needed === null) return range;
  let [low, high] = range;
  const step = (high - low) * GROWTH_STEP_SHARE || 1;
  // A quarter of a step more, so that nothing is drawn onto the frame itself.
  if (needed[0] < low) low -= Math.ceil((low - needed[0]) / step + 0.25) * step;
  if (needed[1] > high) high += Math.ceil((needed[1] - high) / step + 0.25) * step;
  return low === range[0] && high === range[1] ? range : [low, high];
}

const NICE_MULTIPLES = [1, 1.5, 2, 3, 5, 7.5];

/** The next round number above a count, so that a growing axis moves seldom. */
export function niceCeiling(count: number): number {
  const least = 20;
  for (let power = 10; ; power *= 10)
    for (const nice of NICE_MULTIPLES) if (nice * power >= Math.max(count, least)) return nice * power;
}

/** The number of points of a curve in a plot of this width in pixels. */
export const plotPoints = (width: number): number =>
  Math.min(MAX_PLOT_POINTS, Math.max(MIN_PLOT_POINTS, Math.round(width)));

/** `count` evenly spread values, both ends included. */
export function linspace(from: number, to: number, count: number): number[] {
  const step = (to - from) / (count - 1);
  return Array.from({ length: count }, (_, index) => (index === count - 1 ? to : from + index * step));
}

/** `count` values with the same ratio from one to the next, both ends included. `from` and `to` are above 0. */
export const logspace = (from: number, to: number, count: number): number[] =>
  linspace(Math.log10(from), Math.log10(to), count).map((exponent, index) =>
    index === 0 ? from : index === count - 1 ? to : 10 ** exponent,
  );

/** The range of an axis with room at both ends; on a logarithmic axis it is in exponents of ten. */
export type Span = { readonly type: "linear" | "log"; readonly range: Range };
export const createSpan = ([low, high]: Range, spacing: Span["type"]): Span =>
  spacing === "log"
    ? { type: "log", range: padRange([Math.log10(low), Math.log10(high)]) }
    : { type: "linear", range: padRange([low, high]) };

/** The maximum number of decades of a logarithmic axis: smaller values are noise next to the largest. */
const MAX_DECADES = 30;

/** The range of a logarithmic axis, as exponents of ten, that shows the positive values; null when there are none. */
export function logExtent(...lists: readonly ArrayLike<number>[]): Range | null {
  const logs = lists.map((list) => Array.from(list, (value) => (value > 0 ? Math.log10(value) : Number.NaN)));
  const exponents = extent(...logs);
  return exponents === null ? null : [Math.max(exponents[0], exponents[1] - MAX_DECADES), exponents[1]];
}

/** Converts the range of a span to values. */
export const spanValues = ({ type, range }: Span): Range =>
  type === "log" ? [10 ** range[0], 10 ** range[1]] : range;
