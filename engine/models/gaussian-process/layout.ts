/**
 * The vector of hyperparameters that the search moves: logarithms of length scales and of the noise (as a share of the signal's
 * variance) and, where inputs are warped, their warps.
 */
import type { Rows } from "./model/rows.ts";

/**
 * The least noise, as a share of the signal's variance: less makes covariance matrices singular in double precision.
 */
const MIN_NOISE = 1e-10;

export interface Layout {
  width: number;
  /** The index of each feature's length scale, 0 .. lengths - 1. */
  groups: Int32Array;
  lengths: number;
  /** The factor applied to each feature before its length scale divides it. */
  units: Float64Array;
  /** Features whose values are warped. */
  warped: Int32Array;
  /** Features that have a covariance of their own besides the one in all of them. */
  components: Int32Array;
  /** The number of strengths in a product of covariances in single features: one a length scale, or none. */
  factors: number;
  /**
   * Number of hyperparameters: length scales, noise, skews, tails, length scales of the components and their strengths,
   * strengths in the product.
   */
  size: number;
}

export interface LayoutOptions {
  /** Each level of a category has a distance of its own to the others. */
  freeLevels: boolean;
  warpsInputs: boolean;
  components: boolean;
  /** The covariance is a product over the features, and not one of the distance in all of them. */
  product: boolean;
}

/**
 * Assigns the hyperparameters of a form of kernel to the positions of a point.
 * @param sources the input that each feature encodes; the levels of one category share a length scale unless `freeLevels` is set.
 */
export function createLayout(rows: Rows, sources: Int32Array, options: LayoutOptions): Layout {
  const { inputs } = rows;
  const width = inputs.rows;
  const featureCountBySource = new Map<number, number>();
  for (const source of sources) featureCountBySource.set(source, (featureCountBySource.get(source) ?? 0) + 1);
  const lengthBySource = new Map<number, number>();
  const groups = new Int32Array(width);
  const units = new Float64Array(width).fill(1);
  const warped: number[] = [];
  const components: number[] = [];
  let lengths = 0;
  for (let feature = 0; feature < width; feature++) {
    const source = sources[feature] ?? feature;
    const values = inputs.row(feature);
    if ((featureCountBySource.get(source) ?? 1) > 1) {
      // Levels were standardised each on its own; at the same distance from each other they are in the same unit.
      const low = values.reduce((min, value) => Math.min(min, value), Number.POSITIVE_INFINITY);
      const high = values.reduce((max, value) => Math.max(max, value), Number.NEGATIVE_INFINITY);
      units[feature] = high > low ? 1 / (high - low) : 1;
      if (!options.freeLevels) {
        if (!lengthBySource.has(source)) lengthBySource.set(source, lengths++);
        groups[feature] = lengthBySource.get(source) ?? 0;
        continue;
      }
    } else if (hasSeveralValues(values)) {
      if (options.warpsInputs) warped.push(feature);
      if (options.components) components.push(feature);
    }
    groups[feature] = lengths++;
  }
  return {
    width,
    groups,
    lengths,
    units,
    warped: Int32Array.from(warped),
    components: Int32Array.from(components),
    factors: options.product ? lengths : 0,
    size: lengths + 1 + 2 * warped.length + 2 * components.length + (options.product ? lengths : 0),
  };
}

/** With fewer than four values, different warps have the same effect. */
function hasSeveralValues(values: Float64Array): boolean {
  const distinctValues = new Set<number>();
  for (const value of values) if (distinctValues.add(value).size > 3) return true;
  return false;
}

/** Returns the index of the components' first hyperparameter. */
export function componentsAt({ lengths, warped }: Layout): number {
  return lengths + 1 + 2 * warped.length;
}

/** Returns the index of the first strength in the product. */
export function factorsAt(layout: Layout): number {
  return componentsAt(layout) + 2 * layout.components.length;
}

/** Noise as a share of the signal's variance. */
export function computeNoiseShare(layout: Layout, point: Float64Array): number {
  return MIN_NOISE + Math.exp(point[layout.lengths]);
}

/** Computes the hyperparameter of a noise, as far as it lies above the least one: the inverse of `computeNoiseShare`. */
export const toNoisePoint = (noiseShare: number): number => toLogarithm(noiseShare - MIN_NOISE);

/** Logarithms are taken of no less than this: a strength of 0 has none. */
const MIN_LOGGED_VALUE = 1e-30;

export const toLogarithm = (value: number): number => Math.log(Math.max(MIN_LOGGED_VALUE, value));
