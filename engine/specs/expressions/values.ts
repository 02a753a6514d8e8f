/** The values of expressions: numbers, texts, and curves over a coordinate. */
import { interpolateLinear } from "@understudy/shared/math/interpolation.ts";

export type Curve = {
  /** Positions, ascending; as long as `y`. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** The name of the coordinate; null for a curve from a file and for the elements of a Vector. */
  readonly coordinate: string | null;
  /** Between its points it is straight on a logarithmic scale of x. */
  readonly isLog: boolean;
};
export type Value = number | string | Curve;

/** The type of a value, known before the value is. */
export type ValueType =
  | { readonly kind: "number" }
  | { readonly kind: "text" }
  | { readonly kind: "curve"; readonly coordinate: string | null };

export const NUMBER_TYPE: ValueType = { kind: "number" };
export const TEXT_TYPE: ValueType = { kind: "text" };

/** Applies `f` to each value of a curve, or to the number. A text has no number: NaN. */
export function eachValue(value: Value, f: (value: number) => number): Value {
  if (typeof value === "number") return f(value);
  if (typeof value === "string") return Number.NaN;
  return { ...value, y: value.y.map((number) => f(number)) };
}

/** Applies `f` to two values, element by element. Curves at other positions are interpolated, where both have values. */
export function eachPair(a: Value, b: Value, f: (a: number, b: number) => number): Value {
  if (typeof a === "string" || typeof b === "string") return Number.NaN;
  if (typeof a === "number") return eachValue(b, (value) => f(a, value));
  if (typeof b === "number") return eachValue(a, (value) => f(value, b));
  const [left, right] = onOneGrid(a, b);
  return { ...left, y: left.y.map((value, i) => f(value, right[i])) };
}

/** A curve over a coordinate of the spec keeps its positions; one that has none is brought onto them. */
function onOneGrid(a: Curve, b: Curve): [Curve, Float64Array] {
  if (samePositions(a.x, b.x)) return [a, b.y];
  if (a.coordinate === null && b.coordinate !== null) {
    const [grid, values] = onOneGrid(b, a);
    return [{ ...grid, y: values }, grid.y];
  }
  const part = between(a, b.x[0] ?? Number.NaN, b.x.at(-1) ?? Number.NaN);
  return [part, valuesAt(b, part.x, a.isLog)];
}

function samePositions(a: Float64Array, b: Float64Array): boolean {
  return a === b || (a.length === b.length && a.every((value, i) => value === b[i]));
}

/** The values of a curve at `positions`, which lie within it. */
export function valuesAt(curve: Curve, positions: Float64Array, isLog = curve.isLog): Float64Array {
  const canBeLog = isLog && (curve.x[0] ?? 0) > 0 && (positions[0] ?? 1) > 0;
  if (!canBeLog) return interpolateLinear(curve.x, curve.y, positions);
  return interpolateLinear(curve.x.map(Math.log), curve.y, positions.map(Math.log));
}

/** Positions are computed: the one of 1 kHz may be 1000.0000000000001. */
const POSITION_TOLERANCE = 1e-9;

/** The part of a curve whose positions lie from `low` to `high`. */
export function between(curve: Curve, low: number, high: number): Curve {
  const start = curve.x.findIndex((x) => x >= low - POSITION_TOLERANCE * Math.abs(low));
  const end = curve.x.findLastIndex((x) => x <= high + POSITION_TOLERANCE * Math.abs(high)) + 1;
  const [from, to] = start === -1 || end <= start ? [0, 0] : [start, end];
  return { ...curve, x: curve.x.subarray(from, to), y: curve.y.subarray(from, to) };
}
