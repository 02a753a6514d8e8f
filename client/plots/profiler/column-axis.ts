/** The axis of one input in the profiler: numbers from end to end, or steps of equal width for options and few whole numbers. */
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { SLIDER_PRECISION, SLIDER_STEPS } from "@understudy/shared/limits.ts";
import { roundTo } from "@understudy/shared/number-text.ts";
import { linspace } from "../model/ranges.ts";

export type ColumnAxis =
  | { readonly kind: "numbers"; readonly min: number; readonly max: number; readonly isInteger: boolean }
  | { readonly kind: "steps"; readonly values: readonly ScalarValue[] };

const clampShare = (share: number): number => Math.min(1, Math.max(0, share));

/** Computes the position of a value along the axis, from 0 to 1; a step lies in the middle of its part. Not a number for no value of it. */
export function findShare(axis: ColumnAxis, value: ScalarValue): number {
  if (axis.kind === "numbers") return (Number(value) - axis.min) / (axis.max - axis.min);
  const index = axis.values.indexOf(value);
  return index === -1 ? Number.NaN : (index + 0.5) / axis.values.length;
}

/** The value at a position of the axis, with five digits; the ends are exact. */
export function findValue(axis: ColumnAxis, share: number): ScalarValue {
  if (axis.kind === "steps") {
    const { values } = axis;
    const index = Math.min(values.length - 1, Math.floor(clampShare(share) * values.length));
    return values[index] ?? 0;
  }
  const { min, max, isInteger } = axis;
  if (share <= 0) return min;
  if (share >= 1) return max;
  const value = roundTo(min + share * (max - min), SLIDER_PRECISION);
  return Math.min(max, Math.max(min, isInteger ? Math.round(value) : value));
}

/** The value so many steps beside a value: a hundredth of a range, a whole number where those are few, or the next option. */
export function moveBySteps(axis: ColumnAxis, value: ScalarValue, steps: number): ScalarValue {
  if (axis.kind === "steps") {
    const target = axis.values.indexOf(value) + steps;
    return axis.values[Math.min(axis.values.length - 1, Math.max(0, target))] ?? value;
  }
  const width = axis.max - axis.min;
  const step = axis.isInteger ? Math.max(1, width / SLIDER_STEPS) : width / SLIDER_STEPS;
  return findValue(axis, (Number(value) + steps * step - axis.min) / width);
}

/** The values at which a curve over the axis is predicted. @param count of numbers; steps have one each */
export function sampleAxis(axis: ColumnAxis, count: number): readonly ScalarValue[] {
  if (axis.kind === "steps") return axis.values;
  const numbers = linspace(axis.min, axis.max, count);
  return axis.isInteger ? [...new Set(numbers.map(Math.round))] : numbers;
}

/** The lowest, the middle and the highest value of the axis, without repetition. */
export function threeLevels(axis: ColumnAxis): readonly ScalarValue[] {
  const { values } = axis.kind === "steps" ? axis : { values: sampleAxis(axis, 3) };
  const picked = [values[0], values[Math.floor((values.length - 1) / 2)], values.at(-1)];
  return [...new Set(picked)].filter((value) => value !== undefined);
}
