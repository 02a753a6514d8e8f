/**
 * Monotone scales on which a variable is easier to learn than on its own: powers and logarithms (Box and Cox, 1964), for
 * shares the log odds, and for data over many decades, slightly negative noise included, an inverse hyperbolic sine: linear
 * within `unit` of zero, logarithmic beyond (Burbidge, Magee and Robb, 1988).
 */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";

export const scaleSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("identity") }),
  z.object({ kind: z.literal("log") }),
  z.object({ kind: z.literal("asinh"), unit: z.number() }),
  /** The scale is for positive values. It is turned round where the exponent is negative, so that every scale rises. */
  z.object({ kind: z.literal("power"), exponent: z.number() }),
  /** The scale is for values between 0 and 1. */
  z.object({ kind: z.literal("logit") }),
]);
export type Scale = z.infer<typeof scaleSchema>;

export const IDENTITY: Scale = { kind: "identity" };

export const isSameScale = (a: Scale, b: Scale): boolean => isDeepStrictEqual(a, b);

export function toScale(scale: Scale, value: number): number {
  switch (scale.kind) {
    case "identity":
      return value;
    case "log":
      return Math.log(Math.max(value, Number.MIN_VALUE));
    case "asinh":
      return Math.asinh(value / scale.unit);
    case "power":
      return finite(Math.sign(scale.exponent) * Math.max(value, 0) ** scale.exponent);
    case "logit":
      return logOdds(Math.min(1 - EDGE, Math.max(EDGE, value)));
  }
}

/** The inverse, held within the finite numbers. */
export function fromScale(scale: Scale, value: number): number {
  switch (scale.kind) {
    case "identity":
      return finite(value);
    case "log":
      return finite(Math.exp(value));
    case "asinh":
      return finite(scale.unit * Math.sinh(value));
    case "power":
      return finite(Math.max(0, Math.sign(scale.exponent) * value) ** (1 / scale.exponent));
    case "logit":
      return 1 / (1 + Math.exp(-value));
  }
}

/** The derivative of `toScale` at a value; 0 where that is held. */
export function scaleDerivative(scale: Scale, value: number): number {
  switch (scale.kind) {
    case "identity":
      return 1;
    case "log":
      return value > 0 ? finite(1 / value) : 0;
    case "asinh":
      return 1 / Math.hypot(value, scale.unit);
    case "power":
      return value > 0 ? finite(Math.abs(scale.exponent) * value ** (scale.exponent - 1)) : 0;
    case "logit":
      return value > EDGE && value < 1 - EDGE ? 1 / (value * (1 - value)) : 0;
  }
}

/** The derivative of `fromScale` at a scaled value; 0 where that is held. */
export function inverseScaleDerivative(scale: Scale, value: number): number {
  const original = fromScale(scale, value);
  if (Math.abs(original) === Number.MAX_VALUE) return 0;
  switch (scale.kind) {
    case "identity":
      return 1;
    case "log":
      return original;
    case "asinh":
      return finite(scale.unit * Math.cosh(value));
    case "power":
      return original > 0 ? finite(original ** (1 - scale.exponent) / Math.abs(scale.exponent)) : 0;
    case "logit":
      return original * (1 - original);
  }
}

/** The logarithm of the scale's derivative at a value: what a density gains or loses by the change of variable. */
export function logScaleDerivative(scale: Scale, value: number): number {
  switch (scale.kind) {
    case "identity":
      return 0;
    case "log":
      return -computeLog(value);
    case "asinh":
      return -Math.log(Math.hypot(value, scale.unit));
    case "power":
      return Math.log(Math.abs(scale.exponent)) + (scale.exponent - 1) * computeLog(value);
    case "logit":
      return -computeLog(value) - computeLog(1 - value);
  }
}

/** Nearer than this to 0 or 1 a share is all but certain. */
export const EDGE = 1e-15;

const computeLog = (value: number): number => Math.log(Math.max(Math.abs(value), Number.MIN_VALUE));
const logOdds = (share: number): number => Math.log(share) - Math.log1p(-share);

/** Equal numbers may differ by this share of the largest magnitude, because they are rounded. */
const MIN_DEVIATION = 1e-13;

export interface Spread {
  centre: number;
  /** Standard deviation; 0 for values that are all the same up to rounding. */
  deviation: number;
}

/** Returns the value in deviations from the centre; 0 where nothing varies. */
export function standardised(value: number, { centre, deviation }: Spread): number {
  if (deviation === 0) return 0;
  const difference = value - centre;
  // The difference loses no digit however far from zero the values lie; that of the largest numbers overflows.
  return Number.isFinite(difference) ? difference / deviation : value / deviation - centre / deviation;
}

/** The inverse, held within the finite numbers. */
export function unstandardised(value: number, { centre, deviation }: Spread): number {
  const sum = centre + value * deviation;
  return finite(Number.isFinite(sum) || deviation === 0 ? sum : (centre / deviation + value) * deviation);
}

/** Mean and standard deviation, of numbers up to the largest there are. */
export function spreadOf(values: ArrayLike<number>): Spread {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i]));
  if (largest === 0) return { centre: 0, deviation: 0 };
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] / largest;
  const mean = sum / values.length;
  let squares = 0;
  for (let i = 0; i < values.length; i++) squares += (values[i] / largest - mean) ** 2;
  const deviation = Math.sqrt(squares / values.length);
  if (deviation > MIN_DEVIATION) return { centre: mean * largest, deviation: deviation * largest };
  // One of the values themselves: a mean of equal numbers may differ from them in its last bit.
  return { centre: values[0], deviation: 0 };
}

export interface Range {
  low: number;
  high: number;
}

/** The least and the largest of at least one value. */
export function rangeOf(values: Float64Array): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high };
}

/** Held within the finite numbers. */
export function finite(value: number): number {
  if (value > Number.MAX_VALUE) return Number.MAX_VALUE;
  if (value < -Number.MAX_VALUE) return -Number.MAX_VALUE;
  return value;
}
