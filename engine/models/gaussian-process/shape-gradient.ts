/** Derivatives of the likelihood by the rows' coordinates and by the strengths, and from these by the hyperparameters. */
import { contentsOf, type Matrix64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot } from "../../math/products.ts";
import { KERNEL_NAMES } from "./covariance.ts";
import { warpValues } from "./input-warp.ts";
import { componentsAt, factorsAt, type Layout } from "./layout.ts";
import type { PointMatrices, Points } from "./points.ts";
import { createShape } from "./shape.ts";

/** Derivatives by the coordinates of the rows (width x count), and by those of the components. */
interface ByShape {
  byCoordinate: Float64Array;
  byComponent: Float64Array;
}

/**
 * Computes the gradient for a covariance of the distance in all features, with components.
 * @param weights derivatives by the covariances (count x count); overwritten.
 * @param byVariance the sum of those by the variances.
 * @param gradient of all hyperparameters: those by strengths are filled in.
 */
export function byDistance(
  kernels: ProcessKernels,
  layout: Layout,
  { points, scaled, components, strengths: shares }: PointMatrices,
  weights: Matrix64,
  byVariance: number,
  gradient: Float64Array,
): ByShape {
  const { count, width } = points;
  const strengths = layout.components.length;
  const byStrength = kernels.vector64(strengths);
  const byComponent = kernels.matrix64(strengths, count);
  const name = KERNEL_NAMES[points.family];
  if (strengths > 0) kernels.componentsGradient(name, components, shares, weights, byStrength, byComponent);
  for (let at = 0; at < strengths; at++) {
    const strengthAt = componentsAt(layout) + strengths + at;
    gradient[strengthAt] = points.strengths[at] * (byStrength.values[at] + byVariance);
  }
  const sums = kernels.vector64(count);
  kernels.weighSteepness(name, scaled, weights, sums);
  const product = kernels.matrix64(width, count);
  kernels.multiply(scaled, weights, product);
  const byCoordinate = new Float64Array(width * count);
  for (let feature = 0; feature < width; feature++) {
    for (let i = 0; i < count; i++) {
      const diagonalTerm = points.scaled[feature * count + i] * sums.values[i];
      byCoordinate[feature * count + i] = product.values[feature * product.stride + i] - diagonalTerm;
    }
  }
  return { byCoordinate, byComponent: contentsOf(byComponent).map((value) => -value) };
}

/** The same of a covariance that is a product over the features. */
export function byProduct(
  kernels: ProcessKernels,
  layout: Layout,
  { points, scaled, factors }: PointMatrices,
  weights: Matrix64,
  _byVariance: number,
  gradient: Float64Array,
): ByShape {
  const byStrength = kernels.vector64(points.width);
  const byCoordinate = kernels.matrix64(points.width, points.count);
  kernels.productGradient(KERNEL_NAMES[points.family], scaled, factors, weights, byStrength, byCoordinate);
  layout.groups.forEach((group, feature) => {
    const at = factorsAt(layout) + group;
    gradient[at] += points.factors[feature] * byStrength.values[feature];
  });
  return {
    byCoordinate: contentsOf(byCoordinate).map((value) => -value),
    byComponent: new Float64Array(0),
  };
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
  { byCoordinate, byComponent }: ByShape,
  gradient: Float64Array,
): void {
  const { width, groups, components } = layout;
  const { count } = points;
  const product = (a: Float64Array, b: Float64Array, row: number): number =>
    dot(a.subarray(row * count, (row + 1) * count), b.subarray(row * count, (row + 1) * count));
  for (let feature = 0; feature < width; feature++)
    addTo(gradient, groups[feature], -product(points.scaled, byCoordinate, feature));
  components.forEach((_, at) => {
    addTo(gradient, componentsAt(layout) + at, -product(points.components, byComponent, at));
  });
  addWarpGradient(layout, point, inputs, count, { byCoordinate, byComponent }, gradient);
}

function addWarpGradient(
  layout: Layout,
  point: Float64Array,
  inputs: Float64Array,
  count: number,
  { byCoordinate, byComponent }: ByShape,
  gradient: Float64Array,
): void {
  const { lengths, warped, components } = layout;
  const warpedValues = new Float64Array(count);
  const bySkew = new Float64Array(count);
  const byTail = new Float64Array(count);
  const byWarped = new Float64Array(count);
  const { inverseLengths, inputWarps, componentInverseLengths } = createShape(layout, point);
  warped.forEach((feature, index) => {
    const from = feature * count;
    const warp = { skew: inputWarps[2 * feature], tail: inputWarps[2 * feature + 1] };
    warpValues(inputs.subarray(from, from + count), warp, warpedValues, bySkew, byTail);
    const component = components.indexOf(feature);
    for (let i = 0; i < count; i++) {
      byWarped[i] = inverseLengths[feature] * byCoordinate[from + i];
      if (component >= 0)
        byWarped[i] += componentInverseLengths[feature] * byComponent[component * count + i];
    }
    addTo(gradient, lengths + 1 + index, dot(byWarped, bySkew));
    addTo(gradient, lengths + 1 + warped.length + index, dot(byWarped, byTail));
  });
}

function addTo(gradient: Float64Array, at: number, value: number): void {
  gradient[at] += value;
}
