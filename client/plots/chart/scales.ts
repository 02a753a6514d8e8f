import { formatValue } from "@understudy/shared/quantities/quantity-text.ts";
import { prefixText } from "@understudy/shared/quantities/unit.ts";
import { scaleLinear, scaleLog } from "d3-scale";
import { takesPrefix } from "../figures/figure.ts";
import type { Range } from "../figures/ranges.ts";
import { accuracyTicks, missing, missingAtEnd } from "./accuracy-scale.ts";
import type { ChartAxis, Tick } from "./chart.ts";

/** From values to pixels, and back. */
export type Scale = { readonly to: (value: number) => number; readonly from: (pixel: number) => number };

export function scaleOf({ type, range }: Pick<ChartAxis, "type" | "range">, pixels: Range): Scale {
  if (type === "accuracy") {
    const errors = scaleLog(range.map(missingAtEnd), [...pixels]);
    return { to: (value) => errors(missing(value)), from: (pixel) => 1 - errors.invert(pixel) };
  }
  if (type === "log") {
    const scale = scaleLog([...range], [...pixels]);
    return { to: (value) => scale(value), from: (pixel) => scale.invert(pixel) };
  }
  const [[low, high], [start, end]] = [range, pixels];
  // All of a range without a width lies at the start.
  const perUnit = (end - start) / (high - low || 1);
  return {
    to: (value) => start + (value - low) * perUnit,
    from: (pixel) => low + (pixel - start) / (perUnit || 1),
  };
}

/** Digits that numbers of an axis have at least room for. */
const DIGITS = 5;
/** Between these the largest mark needs no prefix and no power of ten. */
const PLAIN = { prefix: [1e-2, 1e4], power: [1e-3, 1e6] } as const;

const thousands = (value: number): number => 3 * Math.floor(Math.log10(value) / 3 + 1e-9);

/** Marks of a linear axis, with one prefix or power of ten for all of them. */
function linearTicks({ range, unit }: ChartAxis, count: number): Tick[] {
  const values = scaleLinear([...range], [0, 1]).ticks(count);
  const size = Math.max(...values.map(Math.abs), 0);
  const canPrefix = takesPrefix(unit);
  const [least, most] = PLAIN[canPrefix ? "prefix" : "power"];
  const isPlain = size === 0 || (size >= least && size < most);
  const exponent = isPlain ? 0 : thousands(size);
  const letter = canPrefix ? prefixText(exponent) : `e${exponent}`;
  const suffix = exponent === 0 ? "" : (letter ?? `e${exponent}`);
  const step = Math.abs((values[1] ?? 1) - (values[0] ?? 0));
  // A narrow stretch far from zero needs more digits to tell its marks apart.
  const digits = Math.min(15, Math.max(DIGITS, Math.ceil(Math.log10(size / step || 1)) + 1));
  return values.map((value) => {
    const number = Number((value / 10 ** exponent).toPrecision(digits));
    return { value, label: number === 0 ? "0" : `${String(number)}${suffix}` };
  });
}

/** A whole decade, or a round number between two. */
function logLabel(value: number, unit: string): string {
  const exponent = thousands(value);
  const letter = takesPrefix(unit) ? prefixText(exponent) : undefined;
  if (letter !== undefined) return `${Number((value / 10 ** exponent).toPrecision(DIGITS))}${letter}`;
  return value >= 1e-3 && value < 1e5 ? formatValue(value) : value.toExponential().replace("+", "");
}

function logTicks({ range, unit }: ChartAxis, count: number): Tick[] {
  const [low, high] = [Math.log10(range[0]), Math.log10(range[1])];
  const decades = high - low;
  const label = (value: number): Tick => ({ value, label: logLabel(value, unit) });
  if (decades >= 2) {
    const step = Math.max(1, Math.ceil(decades / count));
    const first = Math.ceil(low - 1e-9);
    const steps = Math.floor((high - first + 1e-9) / step);
    return Array.from({ length: steps + 1 }, (_, index) => label(Number(`1e${first + index * step}`)));
  }
  const all = scaleLog([...range], [0, 1]).ticks(20);
  const round = all.filter((value) => [1, 2, 5].includes(Number(value.toExponential(0).split("e")[0])));
  if (round.length >= 2) return round.map(label);
  return scaleLinear([...range], [0, 1])
    .ticks(count)
    .map(label);
}

const isWithin = ([one, other]: Range, value: number): boolean =>
  value >= Math.min(one, other) && value <= Math.max(one, other);

/** Where an axis is marked, and with what text. */
export function ticksOf(axis: ChartAxis, count: number): Tick[] {
  const { range, type, categories, places } = axis;
  if (categories !== null)
    return categories.map((label, value) => ({ value, label })).filter(({ value }) => isWithin(range, value));
  const given = (places ?? []).filter((value) => isWithin(range, value));
  if (given.length >= 2) return given.map((value) => ({ value, label: value.toLocaleString("en") }));
  if (type === "accuracy") return accuracyTicks(range, count);
  return type === "log" ? logTicks(axis, count) : linearTicks(axis, count);
}
