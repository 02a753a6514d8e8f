/**
 * What is searched for: logarithms of length scales and of the noise (as a share of the signal's variance) and, where
 * features are bent, their bends.
 */
import { dot } from "../../math/products.ts";
import { bendSlopes, bendValues } from "./input-warp.ts";
import type { Points } from "./points.ts";
import type { Rows } from "./rows.ts";

/** Of the signal's variance; less noise than this makes covariance matrices singular in double precision. */
export const LEAST_NOISE = 1e-10;

export interface Layout {
  width: number;
  /** Of each feature, the length scale it has, 0 .. lengths - 1. */
  groups: Int32Array;
  lengths: number;
  /** Of each feature, what it is multiplied by before its length scale divides it. */
  units: Float64Array;
  /** Features that are bent. */
  bent: Int32Array;
  /** Features that have a covariance of their own besides the one in all of them. */
  components: Int32Array;
  /** How many strengths a product of covariances in single features has: one a length scale, or none. */
  factors: number;
  /**
   * Number of parameters: length scales, noise, skews, tails, length scales of the components and their strengths, strengths
   * in the product.
   */
  size: number;
}

export interface LayoutOptions {
  /** Each level of a category has a distance of its own to the others. */
  freeLevels: boolean;
  bends: boolean;
  components: boolean;
  /** The covariance is a product over the features, and not one of the distance in all of them. */
  product: boolean;
}

export function createLayout(rows: Rows, sources: Int32Array, options: LayoutOptions): Layout {
  const { width, count, inputs } = rows;
  const members = new Map<number, number>();
  for (const source of sources) members.set(source, (members.get(source) ?? 0) + 1);
  const groupOf = new Map<number, number>();
  const groups = new Int32Array(width);
  const units = new Float64Array(width).fill(1);
  const bent: number[] = [];
  const components: number[] = [];
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
    } else if (severalValues(values)) {
      if (options.bends) bent.push(feature);
      if (options.components) components.push(feature);
    }
    groups[feature] = lengths++;
  }
  return {
    width,
    groups,
    lengths,
    units,
    bent: Int32Array.from(bent),
    components: Int32Array.from(components),
    factors: options.product ? lengths : 0,
    size: lengths + 1 + 2 * bent.length + 2 * components.length + (options.product ? lengths : 0),
  };
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
  /** Of each feature the strength of its component, 0 for none, and one over the length scale of that. */
  strengths: Float64Array;
  componentInverseLengths: Float64Array;
  /** Of each feature its strength in the product; empty where there is none. */
  factors: Float64Array;
}

export function shapeOf(layout: Layout, point: Float64Array): Shape {
  const { width, groups, units, lengths, bent, components } = layout;
  const inverseLengths = Float64Array.from(
    { length: width },
    (_, feature) => (units[feature] ?? 1) * Math.exp(-(point[groups[feature] ?? 0] ?? 0)),
  );
  const bends = new Float64Array(2 * width);
  bent.forEach((feature, at) => {
    bends[2 * feature] = point[lengths + 1 + at] ?? 0;
    bends[2 * feature + 1] = point[lengths + 1 + bent.length + at] ?? 0;
  });
  const strengths = new Float64Array(width);
  const componentInverseLengths = new Float64Array(width);
  const from = componentsAt(layout);
  components.forEach((feature, at) => {
    componentInverseLengths[feature] = Math.exp(-(point[from + at] ?? 0));
    strengths[feature] = Math.exp(point[from + components.length + at] ?? 0);
  });
  const factors = Float64Array.from({ length: layout.factors > 0 ? width : 0 }, (_, feature) =>
    Math.exp(point[factorsAt(layout) + (groups[feature] ?? 0)] ?? 0),
  );
  return { inverseLengths, bends, strengths, componentInverseLengths, factors };
}

/** Where the parameters of the components begin. */
export function componentsAt({ lengths, bent }: Layout): number {
  return lengths + 1 + 2 * bent.length;
}

/** Where the strengths in the product begin. */
export function factorsAt(layout: Layout): number {
  return componentsAt(layout) + 2 * layout.components.length;
}

/** Noise as a share of the signal's variance. */
export function noiseOf(layout: Layout, point: Float64Array): number {
  return LEAST_NOISE + Math.exp(point[layout.lengths] ?? 0);
}

/** Bent and scaled: width x count. */
export function coordinatesOf(
  shape: Pick<Shape, "inverseLengths" | "bends">,
  inputs: Float64Array,
  count: number,
): Float64Array {
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

/** The derivatives of the coordinates by the features they are made of: width x count. */
export function coordinateSlopesOf(
  shape: Pick<Shape, "inverseLengths" | "bends">,
  inputs: Float64Array,
  count: number,
): Float64Array {
  const slopes = new Float64Array(inputs.length);
  shape.inverseLengths.forEach((inverse, feature) => {
    const values = inputs.subarray(feature * count, (feature + 1) * count);
    const bend = { skew: shape.bends[2 * feature] ?? 0, tail: shape.bends[2 * feature + 1] ?? 0 };
    const isStraight = bend.skew === 0 && bend.tail === 0;
    const own = isStraight ? new Float64Array(count).fill(1) : bendSlopes(values, bend);
    slopes.set(
      own.map((slope) => slope * inverse),
      feature * count,
    );
  });
  return slopes;
}

/**
 * Adds to the gradient what follows from derivatives by the coordinates (width x count), and by those of the components
 * (components x count).
 */
export function addShapeGradient(
  layout: Layout,
  point: Float64Array,
  inputs: Float64Array,
  points: Points,
  byCoordinate: Float64Array,
  byComponent: Float64Array,
  gradient: Float64Array,
): void {
  const { width, groups, lengths, bent, components } = layout;
  const { count } = points;
  const add = (at: number, value: number): void => {
    gradient[at] = (gradient[at] ?? 0) + value;
  };
  const product = (a: Float64Array, b: Float64Array, row: number): number =>
    dot(a.subarray(row * count, (row + 1) * count), b.subarray(row * count, (row + 1) * count));
  for (let feature = 0; feature < width; feature++)
    add(groups[feature] ?? 0, -product(points.scaled, byCoordinate, feature));
  components.forEach((_, at) => {
    add(componentsAt(layout) + at, -product(points.components, byComponent, at));
  });
  const bentValues = new Float64Array(count);
  const bySkew = new Float64Array(count);
  const byTail = new Float64Array(count);
  const byBent = new Float64Array(count);
  const { inverseLengths, bends, componentInverseLengths } = shapeOf(layout, point);
  bent.forEach((feature, index) => {
    const from = feature * count;
    const bend = { skew: bends[2 * feature] ?? 0, tail: bends[2 * feature + 1] ?? 0 };
    bendValues(inputs.subarray(from, from + count), bend, bentValues, bySkew, byTail);
    const component = components.indexOf(feature);
    for (let i = 0; i < count; i++) {
      byBent[i] = (inverseLengths[feature] ?? 0) * (byCoordinate[from + i] ?? 0);
      if (component >= 0)
        byBent[i] =
          (byBent[i] ?? 0) +
          (componentInverseLengths[feature] ?? 0) * (byComponent[component * count + i] ?? 0);
    }
    add(lengths + 1 + index, dot(byBent, bySkew));
    add(lengths + 1 + bent.length + index, dot(byBent, byTail));
  });
}
