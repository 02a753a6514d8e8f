/** What the likelihood gains by moving the rows' scaled coordinates, and by the strengths of covariances in single features. */
import { contentsOf, type Matrix64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { KERNEL_NAMES } from "./covariance.ts";
import { componentsAt, factorsAt, type Layout } from "./parameters.ts";
import type { PointMatrices } from "./points.ts";

/** Derivatives by the coordinates of the rows (width x count), and by those of the components. */
interface ByShape {
  byCoordinate: Float64Array;
  byComponent: Float64Array;
}

/**
 * Of a covariance of the distance in all features, with components.
 * @param weights derivatives by the covariances (count x count); what they hold is lost.
 * @param byVariance the sum of those by the variances.
 * @param gradient of all parameters: those by strengths are filled in.
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
    gradient[strengthAt] = (points.strengths[at] ?? 0) * ((byStrength.values[at] ?? 0) + byVariance);
  }
  const sums = kernels.vector64(count);
  kernels.weighSteepness(name, scaled, weights, sums);
  const product = kernels.matrix64(width, count);
  kernels.multiply(scaled, weights, product);
  const byCoordinate = new Float64Array(width * count);
  for (let feature = 0; feature < width; feature++) {
    for (let i = 0; i < count; i++) {
      const own = (points.scaled[feature * count + i] ?? 0) * (sums.values[i] ?? 0);
      byCoordinate[feature * count + i] = (product.values[feature * product.stride + i] ?? 0) - own;
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
    gradient[at] = (gradient[at] ?? 0) + (points.factors[feature] ?? 0) * (byStrength.values[feature] ?? 0);
  });
  return {
    byCoordinate: contentsOf(byCoordinate).map((value) => -value),
    byComponent: new Float64Array(0),
  };
}
