/** Derivatives of the likelihood by the rows' coordinates and by the strengths, and from these by the hyperparameters. */
import { type Matrix64, viewRow } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { dot, Matrix } from "../../math/matrix.ts";
import { KERNEL_NAMES } from "./covariance.ts";
import { warpValues } from "./input-warp.ts";
import { componentsAt, factorsAt, type Layout } from "./layout.ts";
import type { PointMatrices, Points } from "./points.ts";
import { createShape } from "./shape.ts";

/** Derivatives by the coordinates of the rows (features x rows), and by those of the components (components x rows). */
interface ByShape {
  byCoordinate: Matrix;
  byComponent: Matrix;
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
  const { rows: width, columns: count } = points.scaled;
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
  const byCoordinate = new Matrix(width, count);
  for (let feature = 0; feature < width; feature++) {
    const coordinates = points.scaled.row(feature);
    const products = viewRow(product, feature);
    byCoordinate.row(feature).set(products.map((value, i) => value - coordinates[i] * sums.values[i]));
  }
  return { byCoordinate, byComponent: negated(Matrix.copyOf(byComponent)) };
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
  const byStrength = kernels.vector64(points.scaled.rows);
  const byCoordinate = kernels.matrix64(points.scaled.rows, points.scaled.columns);
  kernels.productGradient(KERNEL_NAMES[points.family], scaled, factors, weights, byStrength, byCoordinate);
  layout.groups.forEach((group, feature) => {
    const at = factorsAt(layout) + group;
    gradient[at] += points.factors[feature] * byStrength.values[feature];
  });
  return {
    byCoordinate: negated(Matrix.copyOf(byCoordinate)),
    byComponent: new Matrix(0, points.scaled.columns),
  };
}

const negated = ({ rows, columns, values }: Matrix): Matrix =>
  new Matrix(
    rows,
    columns,
    values.map((value) => -value),
  );

/**
 * Adds to the gradient what follows from derivatives by the coordinates, and by those of the components.
 */
export function addShapeGradient(
  layout: Layout,
  point: Float64Array,
  inputs: Matrix,
  points: Points,
  { byCoordinate, byComponent }: ByShape,
  gradient: Float64Array,
): void {
  const { width, groups, components } = layout;
  for (let feature = 0; feature < width; feature++)
    addTo(gradient, groups[feature], -dot(points.scaled.row(feature), byCoordinate.row(feature)));
  components.forEach((_, at) => {
    addTo(gradient, componentsAt(layout) + at, -dot(points.components.row(at), byComponent.row(at)));
  });
  addWarpGradient(layout, point, inputs, { byCoordinate, byComponent }, gradient);
}

function addWarpGradient(
  layout: Layout,
  point: Float64Array,
  inputs: Matrix,
  { byCoordinate, byComponent }: ByShape,
  gradient: Float64Array,
): void {
  const { lengths, warped, components } = layout;
  const count = inputs.columns;
  const warpedValues = new Float64Array(count);
  const bySkew = new Float64Array(count);
  const byTail = new Float64Array(count);
  const byWarped = new Float64Array(count);
  const { inverseLengths, inputWarps, componentInverseLengths } = createShape(layout, point);
  warped.forEach((feature, index) => {
    const warp = { skew: inputWarps[2 * feature], tail: inputWarps[2 * feature + 1] };
    warpValues(inputs.row(feature), warp, warpedValues, bySkew, byTail);
    const component = components.indexOf(feature);
    for (let i = 0; i < count; i++) {
      byWarped[i] = inverseLengths[feature] * byCoordinate.at(feature, i);
      if (component >= 0) byWarped[i] += componentInverseLengths[feature] * byComponent.at(component, i);
    }
    addTo(gradient, lengths + 1 + index, dot(byWarped, bySkew));
    addTo(gradient, lengths + 1 + warped.length + index, dot(byWarped, byTail));
  });
}

function addTo(gradient: Float64Array, at: number, value: number): void {
  gradient[at] += value;
}
