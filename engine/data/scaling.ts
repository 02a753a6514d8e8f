/**
 * Monotone scales on which a variable is easier to learn than on its own. Data over many decades, slightly negative noise
 * included, are stretched by an inverse hyperbolic sine: linear within `unit` of zero, logarithmic beyond
 * (Burbidge, Magee and Robb, 1988).
 */
export type Scale = { kind: "identity" } | { kind: "log" } | { kind: "asinh"; unit: number };

export const IDENTITY: Scale = { kind: "identity" };

export function toScale(scale: Scale, value: number): number {
  switch (scale.kind) {
    case "identity":
      return value;
    case "log":
      return Math.log(Math.max(value, Number.MIN_VALUE));
    case "asinh":
      return Math.asinh(value / scale.unit);
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
  }
}

/** The logarithm of the scale's slope at a value: what a density gains or loses by the change of variable. */
export function logSlope(scale: Scale, value: number): number {
  switch (scale.kind) {
    case "identity":
      return 0;
    case "log":
      return -Math.log(Math.max(Math.abs(value), Number.MIN_VALUE));
    case "asinh":
      return -Math.log(Math.hypot(value, scale.unit));
  }
}

/** No more values than these are looked at to choose a scale. */
const ENOUGH_VALUES = 4000;

/** The scales worth trying for these values. */
export function candidateScales(all: Float64Array): Scale[] {
  const values = thinned(all);
  const magnitudes = values
    .map(Math.abs)
    .filter((value) => value > 0)
    .sort();
  const quantile = (share: number): number => magnitudes[Math.floor(share * (magnitudes.length - 1))] ?? 0;
  const smallest = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const scales: Scale[] = [IDENTITY];
  const decades = Math.log10(quantile(1) / quantile(0.02));
  if (!(decades > 0.3)) return scales;
  if (smallest > 0) scales.push({ kind: "log" });
  // Within a decade and a half of zero an inverse hyperbolic sine is hardly other than a straight line.
  if (decades > 1.5 || smallest <= 0) {
    for (const share of [0.02, 0.1, 0.25, 0.5]) {
      const unit = quantile(share);
      if (unit > 0 && quantile(1) / unit > 30) scales.push({ kind: "asinh", unit });
    }
  }
  return scales;
}

/** The scale on which an input's values lie most evenly: the likelihood of a uniform spread on each. */
export function inputScale(all: Float64Array): Scale {
  const values = thinned(all);
  let best = IDENTITY;
  let highest = Number.NEGATIVE_INFINITY;
  for (const scale of candidateScales(values)) {
    const low = values.reduce(
      (least, value) => Math.min(least, toScale(scale, value)),
      Number.POSITIVE_INFINITY,
    );
    const high = values.reduce(
      (most, value) => Math.max(most, toScale(scale, value)),
      Number.NEGATIVE_INFINITY,
    );
    const slopes = values.reduce((sum, value) => sum + logSlope(scale, value), 0) / values.length;
    const likelihood = slopes - Math.log(high - low);
    // The input's own scale stays unless another is clearly better.
    if (likelihood > highest + (scale.kind === "identity" ? 0 : 0.1)) {
      best = scale;
      highest = likelihood;
    }
  }
  return best;
}

export interface Spread {
  centre: number;
  /** Standard deviation; 0 for values that are all the same up to rounding. */
  deviation: number;
}

/** Mean and standard deviation, of numbers up to the largest there are. */
export function spreadOf(values: ArrayLike<number>): Spread {
  let largest = 0;
  for (let i = 0; i < values.length; i++) largest = Math.max(largest, Math.abs(values[i] ?? 0));
  if (largest === 0) return { centre: 0, deviation: 0 };
  let mean = 0;
  for (let i = 0; i < values.length; i++) mean += (values[i] ?? 0) / largest / values.length;
  let variance = 0;
  for (let i = 0; i < values.length; i++)
    variance += ((values[i] ?? 0) / largest - mean) ** 2 / values.length;
  const deviation = Math.sqrt(variance);
  return { centre: mean * largest, deviation: deviation > 1e-13 ? deviation * largest : 0 };
}

/** Evenly chosen among all, the first included. */
function thinned(values: Float64Array): Float64Array {
  if (values.length <= ENOUGH_VALUES) return values;
  const step = values.length / ENOUGH_VALUES;
  return Float64Array.from({ length: ENOUGH_VALUES }, (_, i) => values[Math.floor(i * step)] ?? 0);
}

function finite(value: number): number {
  if (value > Number.MAX_VALUE) return Number.MAX_VALUE;
  if (value < -Number.MAX_VALUE) return -Number.MAX_VALUE;
  return value;
}
