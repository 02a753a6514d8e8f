/** Rows in the coordinates of the covariances: warped, and scaled for the covariance in all features and for those in one alone. */
import type { Matrix64, Vector64 } from "../../math/kernels/arena.ts";
import type { ProcessKernels } from "../../math/kernels/process-kernels.ts";
import { Matrix } from "../../math/matrix.ts";
import { covariances, KERNEL_NAMES, squaredDistances } from "./covariance.ts";
import type { CovarianceFamily } from "./model/model.ts";
import { computeCoordinates, type Shape } from "./shape.ts";

export interface Points {
  family: CovarianceFamily;
  /** The coordinates: features x points. */
  scaled: Matrix;
  /** Strengths of the components, and the coordinates of the points in them: components x points. */
  strengths: Float64Array;
  components: Matrix;
  /** Strengths of the features in a product; empty where the covariance is one of the distance in all of them. */
  factors: Float64Array;
}

/**
 * Transforms rows into the coordinates of the covariances.
 * @param inputs features x points.
 */
export function createPoints(family: CovarianceFamily, shape: Shape, inputs: Matrix): Points {
  const scaled = computeCoordinates(shape, inputs);
  const active = Array.from(shape.strengths.keys()).filter((feature) => shape.strengths[feature] > 0);
  const components = new Matrix(active.length, inputs.columns);
  active.forEach((feature, at) => {
    const ratio = shape.componentInverseLengths[feature] / shape.inverseLengths[feature];
    components.row(at).set(scaled.row(feature).map((coordinate) => ratio * coordinate));
  });
  const strengths = Float64Array.from(active, (feature) => shape.strengths[feature]);
  return { family, scaled, strengths, components, factors: shape.factors };
}

/**
 * Computes the prior variance of a point, 1 plus the strengths of all components, as a share of the signal's variance.
 * @param strengths the variance of each component, as a share of the signal's variance
 * @returns 1 or more
 */
export function priorVariance(strengths: Float64Array): number {
  return strengths.reduce((sum, strength) => sum + strength, 1);
}

/**
 * Computes the covariances of one point with each row, as shares of the signal's variance. They are k(r²), for the distance r
 * in all features, plus the strength times k of each component; or, with strengths f in a product, the product over the
 * features of (1 + f k) / (1 + f).
 * @param crossCovariances is filled, one covariance a row.
 * @param scratch as long as `crossCovariances`; overwritten.
 */
export function fillCovariances(
  point: Points,
  index: number,
  rows: Points,
  crossCovariances: Float64Array,
  scratch: Float64Array,
): void {
  const { family, strengths, factors } = rows;
  if (factors.length > 0) {
    fillProducts(point, index, rows, crossCovariances, scratch);
    return;
  }
  squaredDistances(point.scaled, index, rows.scaled, crossCovariances);
  covariances(family, crossCovariances);
  for (let at = 0; at < strengths.length; at++) {
    const strength = strengths[at];
    const value = point.components.at(at, index);
    const coordinates = rows.components.row(at);
    for (let j = 0; j < scratch.length; j++) scratch[j] = (value - coordinates[j]) ** 2;
    covariances(family, scratch);
    for (let j = 0; j < crossCovariances.length; j++) crossCovariances[j] += strength * scratch[j];
  }
}

function fillProducts(
  point: Points,
  index: number,
  rows: Points,
  crossCovariances: Float64Array,
  scratch: Float64Array,
): void {
  crossCovariances.fill(1);
  rows.factors.forEach((factor, feature) => {
    const value = point.scaled.at(feature, index);
    const coordinates = rows.scaled.row(feature);
    for (let j = 0; j < scratch.length; j++) scratch[j] = (value - coordinates[j]) ** 2;
    covariances(rows.family, scratch);
    for (let j = 0; j < crossCovariances.length; j++)
      crossCovariances[j] = (crossCovariances[j] * (1 + factor * scratch[j])) / (1 + factor);
  });
}

/** Points in the memory of the kernels. */
export interface PointMatrices {
  points: Points;
  scaled: Matrix64;
  components: Matrix64;
  strengths: Vector64;
  factors: Vector64;
}

/**
 * Copies points into the memory of the kernels, until the caller releases it.
 * @param kernels the memory and the compiled functions
 * @param points the points
 */
export function toMatrices(kernels: ProcessKernels, points: Points): PointMatrices {
  return {
    points,
    scaled: kernels.copyIn(points.scaled),
    components: kernels.copyIn(points.components),
    strengths: kernels.copyVectorIn(points.strengths),
    factors: kernels.copyVectorIn(points.factors),
  };
}

/**
 * Fills a matrix with the covariances of points with each other except for the diagonal, which the caller fills.
 * @param kernels the memory and the compiled functions
 * @param of the points
 * @param matrix count x count; overwritten
 */
export function fillOwn(kernels: ProcessKernels, of: PointMatrices, matrix: Matrix64): void {
  const name = KERNEL_NAMES[of.points.family];
  if (of.factors.columns > 0) {
    kernels.productCovariance(name, of.scaled, of.scaled, of.factors, matrix);
    return;
  }
  kernels.covariance(name, of.scaled, 0, matrix);
  if (of.components.rows > 0) kernels.addComponents(name, of.components, of.components, of.strengths, matrix);
}

/**
 * Fills a matrix with the covariances of points with other points.
 * @param kernels the memory and the compiled functions
 * @param a the points of the rows
 * @param b the points of the columns
 * @param matrix a's count x b's count; overwritten
 */
export function fillCross(
  kernels: ProcessKernels,
  a: PointMatrices,
  b: PointMatrices,
  matrix: Matrix64,
): void {
  const name = KERNEL_NAMES[a.points.family];
  if (a.factors.columns > 0) {
    kernels.productCovariance(name, a.scaled, b.scaled, a.factors, matrix);
    return;
  }
  kernels.crossCovariance(name, a.scaled, b.scaled, matrix);
  if (a.components.rows > 0) kernels.addComponents(name, a.components, b.components, a.strengths, matrix);
}

/** The share by which the variance of points is raised, against singular matrices. */
const JITTER_SHARE = 1e-11;

/** Fills a matrix (count x count) with the upper triangular factor of the covariances of points with each other. */
export function factoriseOwn(kernels: ProcessKernels, of: PointMatrices, matrix: Matrix64): void {
  fillOwn(kernels, of, matrix);
  const variance = priorVariance(of.points.strengths) * (1 + JITTER_SHARE);
  for (let i = 0; i < matrix.rows; i++) matrix.values[i * (matrix.stride + 1)] = variance;
  kernels.cholesky(matrix);
}

/** Copies the points at the positions `chosen`. */
export const pickPoints = (points: Points, chosen: Int32Array): Points => ({
  ...points,
  scaled: points.scaled.gatherColumns(chosen),
  components: points.components.gatherColumns(chosen),
});
