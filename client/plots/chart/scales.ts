import { roundTo } from "@understudy/shared/number-text.ts";
import { linearTickTexts, logTickText } from "@understudy/shared/quantities/tick-text.ts";
import { scaleLinear, scaleLog } from "d3-scale";
import { accuracyTicks, unexplainedShare, unexplainedShareAtEnd } from "../model/accuracy-scale.ts";
import type { ChartAxis, Tick } from "../model/chart.ts";
import type { Range } from "../model/ranges.ts";

/** Converts values to pixels, and back. */
export type Scale = { readonly to: (value: number) => number; readonly from: (pixel: number) => number };

export function createScale({ type, range }: Pick<ChartAxis, "type" | "range">, pixels: Range): Scale {
  if (type === "accuracy") {
    const errors = scaleLog(range.map(unexplainedShareAtEnd), [...pixels]);
    return { to: (value) => errors(unexplainedShare(value)), from: (pixel) => 1 - errors.invert(pixel) };
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

/** Marks of a linear axis, with one prefix or power of ten for all of them. */
function linearTicks({ range, unit }: ChartAxis, count: number): Tick[] {
  const values = scaleLinear([...range], [0, 1]).ticks(count);
  const labels = linearTickTexts(values, unit);
  return values.map((value, at) => ({ value, label: labels[at] ?? "" }));
}

/** One, two or five times a power of ten. */
const isRound = (value: number): boolean =>
  [1, 2, 5].includes(roundTo(value / 10 ** Math.floor(Math.log10(value) + 1e-9), 9));

function logTicks({ range, unit }: ChartAxis, count: number): Tick[] {
  const [low, high] = [Math.log10(range[0]), Math.log10(range[1])];
  const decades = high - low;
  const label = (value: number): Tick => ({ value, label: logTickText(value, unit) });
  if (decades >= 2) {
    const step = Math.max(1, Math.ceil(decades / count));
    const first = Math.ceil(low - 1e-9);
    const steps = Math.floor((high - first + 1e-9) / step);
    return Array.from({ length: steps + 1 }, (_, index) => label(Number(`1e${first + index * step}`)));
  }
  const all = scaleLog([...range], [0, 1]).ticks(20);
  const round = all.filter(isRound);
  if (round.length >= 2) return round.map(label);
  return scaleLinear([...range], [0, 1])
    .ticks(count)
    .map(label);
}

const isWithin = ([start, end]: Range, value: number): boolean =>
  value >= Math.min(start, end) && value <= Math.max(start, end);

/** The ticks of an axis with their texts. */
export function createTicks(axis: ChartAxis, count: number): Tick[] {
  const { range, type, categories, places } = axis;
  if (categories !== null)
    return categories.map((label, value) => ({ value, label })).filter(({ value }) => isWithin(range, value));
  const visiblePlaces = (places ?? []).filter((value) => isWithin(range, value));
  if (visiblePlaces.length >= 2) {
    const labels = linearTickTexts(visiblePlaces, axis.unit);
    return visiblePlaces.map((value, at) => ({ value, label: labels[at] ?? "" }));
  }
  if (type === "accuracy") return accuracyTicks(range, count);
  return type === "log" ? logTicks(axis, count) : linearTicks(axis, count);
}
