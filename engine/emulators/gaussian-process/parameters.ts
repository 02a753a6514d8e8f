/**
 * What is searched for: logarithms of length scales and of the noise (as a share of the signal's variance) and, where
 * features are bent, their bends; and what is thought of these before any data are seen.
 */
import { bendValues } from "./bend.ts";
import type { Rows } from "./rows.ts";

/** Of the signal's variance; less noise than this makes covariance matrices singular in double precision. */
export const LEAST_NOISE = 1e-10;

/**
 * Length scales grow with the square root of the number of features, or all rows would be far from all others (Hvarfner,
 * Hellsten and Nardi, 2024, "Vanilla Bayesian optimization performs great in high dimensions"). A factor for the
 * range of standardised features is in the mean.
 */
const LENGTH_MEAN = Math.log(4);
const LENGTH_DEVIATION = Math.sqrt(3);
const NOISE_MEAN = Math.log(1e-6);
const NOISE_DEVIATION = 6;
const SKEW_DEVIATION = 0.7;
const TAIL_DEVIATION = 0.35;

export interface Layout {
  width: number;
  /** Of each feature, the length scale it has, 0 .. lengths - 1. */
  groups: Int32Array;
  lengths: number;
  /** Of each feature, what it is multiplied by before its length scale divides it. */
  units: Float64Array;
  /** Features that are bent. */
  bent: Int32Array;
  /** Number of parameters: length scales, noise, skews, tails. */
  size: number;
}

export interface LayoutOptions {
  /** Each level of a category has a distance of its own to the others. */
  freeLevels: boolean;
  bends: boolean;
}

export function createLayout(rows: Rows, sources: Int32Array, options: LayoutOptions): Layout {
  const { width, count, inputs } = rows;
  const members = new Map<number, number>();
  for (const source of sources) members.set(source, (members.get(source) ?? 0) + 1);
  const groupOf = new Map<number, number>();
  const groups = new Int32Array(width);
  const units = new Float64Array(width).fill(1);
  const bent: number[] = [];
  let lengths = 0;
  for (let feature = 0; feature < width; feature++) {
    const source = sources[feature] ?? feature;
    const values = inputs.subarray(feature * count, (feature + 1) * count);
    if ((members.get(source) ?? 1) > 1) {
      // Levels were standardised each on its own; at the same distance from each other they are in the same unit.
      const low = values.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
      const high = values.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
      units[feature] = high > low ? 1 / (high - low) : 1;
      if (!options.freeLevels) {
        if (!groupOf.has(source)) groupOf.set(source, lengths++);
        groups[feature] = groupOf.get(source) ?? 0;
        continue;
      }
    } else if (options.bends && severalValues(values)) bent.push(feature);
    groups[feature] = lengths++;
  }
  return { width, groups, lengths, units, bent: Int32Array.from(bent), size: lengths + 1 + 2 * bent.length };
}

/** A bend of fewer than four values cannot be told from another. */
function severalValues(values: Float64Array): boolean {
  const seen = new Set<number>();
  for (const value of values) if (seen.add(value).size > 3) return true;
  return false;
}

export interface Shape {
  inverseLengths: Float64Array;
  /** Skew and tail of each feature. */
  bends: Float64Array;
}

export function shapeOf(layout: Layout, point: Float64Array): Shape {
  const { width, groups, units, lengths, bent } = layout;
  const inverseLengths = Float64Array.from(
    { length: width },
    (_, feature) => (units[feature] ?? 1) * Math.exp(-(point[groups[feature] ?? 0] ?? 0)),
  );
  const bends = new Float64Array(2 * width);
  bent.forEach((feature, at) => {
    bends[2 * feature] = point[lengths + 1 + at] ?? 0;
    bends[2 * feature + 1] = point[lengths + 1 + bent.length + at] ?? 0;
  });
  return { inverseLengths, bends };
}

/** Noise as a share of the signal's variance. */
export function noiseOf(layout: Layout, point: Float64Array): number {
  return LEAST_NOISE + Math.exp(point[layout.lengths] ?? 0);
}

/** Bent and scaled: width x count. */
export function coordinatesOf(shape: Shape, inputs: Float64Array, count: number): Float64Array {
  const coordinates = new Float64Array(inputs.length);
  shape.inverseLengths.forEach((inverse, feature) => {
    const values = inputs.subarray(feature * count, (feature + 1) * count);
    const into = coordinates.subarray(feature * count, (feature + 1) * count);
    const skew = shape.bends[2 * feature] ?? 0;
    const tail = shape.bends[2 * feature + 1] ?? 0;
    if (skew === 0 && tail === 0) into.set(values);
    else bendValues(values, { skew, tail }, into);
    for (let i = 0; i < count; i++) into[i] = (into[i] ?? 0) * inverse;
  });
  return coordinates;
}

/** Adds to the gradient what follows from derivatives by the coordinates (width x count). */
export function addShapeGradient(
  layout: Layout,
  point: Float64Array,
  inputs: Float64Array,
  coordinates: Float64Array,
  byCoordinates: Float64Array,
  gradient: Float64Array,
): void {
  const { width, groups, lengths, bent } = layout;
  const count = inputs.length / width;
  for (let feature = 0; feature < width; feature++) {
    let sum = 0;
    for (let at = feature * count; at < (feature + 1) * count; at++)
      sum += (coordinates[at] ?? 0) * (byCoordinates[at] ?? 0);
    const group = groups[feature] ?? 0;
    gradient[group] = (gradient[group] ?? 0) - sum;
  }
  const bentValues = new Float64Array(count);
  const bySkew = new Float64Array(count);
  const byTail = new Float64Array(count);
  const { inverseLengths, bends } = shapeOf(layout, point);
  bent.forEach((feature, index) => {
    const from = feature * count;
    const bend = { skew: bends[2 * feature] ?? 0, tail: bends[2 * feature + 1] ?? 0 };
    bendValues(inputs.subarray(from, from + count), bend, bentValues, bySkew, byTail);
    let skewSum = 0;
    let tailSum = 0;
    for (let i = 0; i < count; i++) {
      skewSum += (byCoordinates[from + i] ?? 0) * (bySkew[i] ?? 0);
      tailSum += (byCoordinates[from + i] ?? 0) * (byTail[i] ?? 0);
    }
    const inverse = inverseLengths[feature] ?? 0;
    const skewAt = lengths + 1 + index;
    const tailAt = skewAt + bent.length;
    gradient[skewAt] = (gradient[skewAt] ?? 0) + inverse * skewSum;
    gradient[tailAt] = (gradient[tailAt] ?? 0) + inverse * tailSum;
  });
}

/** Minus the logarithm of the prior density, up to a constant; its derivatives are added to the gradient. */
export function addPrior(layout: Layout, point: Float64Array, gradient: Float64Array): number {
  const { lengths, width, bent } = layout;
  let value = 0;
  const normal = (at: number, mean: number, deviation: number): void => {
    const away = ((point[at] ?? 0) - mean) / deviation;
    value += 0.5 * away * away;
    gradient[at] = (gradient[at] ?? 0) + away / deviation;
  };
  const lengthMean = LENGTH_MEAN + 0.5 * Math.log(width);
  for (let at = 0; at < lengths; at++) normal(at, lengthMean, LENGTH_DEVIATION);
  normal(lengths, NOISE_MEAN, NOISE_DEVIATION);
  for (let at = 0; at < bent.length; at++) {
    normal(lengths + 1 + at, 0, SKEW_DEVIATION);
    normal(lengths + 1 + bent.length + at, 0, TAIL_DEVIATION);
  }
  return value;
}
