/** Computes covariances of one point with rows, and their derivatives by the point's coordinates. */
import type { Matrix } from "../../math/matrix.ts";
import { covarianceDerivative, covariances } from "./covariance.ts";
import { fillCovariances, type Points } from "./points.ts";
import type { Shape } from "./shape.ts";

/**
 * Fills `crossCovariances` with the covariances of a point with rows, and `gradients` (features x rows) with their derivatives by the
 * point's coordinates.
 * @param shape the hyperparameters that both point sets were scaled with
 * @param point the points, of which one is used
 * @param index the number of that point, from 0
 * @param rows the rows
 * @param crossCovariances one a row; overwritten
 * @param gradients features x rows; overwritten
 */
export function covarianceGradients(
  shape: Shape,
  point: Points,
  index: number,
  rows: Points,
  crossCovariances: Float64Array,
  gradients: Matrix,
): void {
  fillCovariances(point, index, rows, crossCovariances, new Float64Array(crossCovariances.length));
  if (rows.factors.length > 0) {
    fillProductGradients(point, index, rows, crossCovariances, gradients);
    return;
  }
  fillDistanceGradients(point, index, rows, gradients);
  addComponentGradients(shape, point, index, rows, gradients);
}

function fillDistanceGradients(point: Points, index: number, rows: Points, gradients: Matrix): void {
  const steepness = new Float64Array(gradients.columns);
  for (let feature = 0; feature < gradients.rows; feature++) {
    const value = point.scaled.at(feature, index);
    const coordinates = rows.scaled.row(feature);
    const slopes = gradients.row(feature);
    for (let j = 0; j < slopes.length; j++) {
      const difference = value - coordinates[j];
      slopes[j] = 2 * difference;
      steepness[j] += difference * difference;
    }
  }
  for (let j = 0; j < steepness.length; j++) steepness[j] = covarianceDerivative(rows.family, steepness[j]);
  for (const slopes of gradients.rowViews())
    for (let j = 0; j < slopes.length; j++) slopes[j] *= steepness[j];
}

function addComponentGradients(
  { strengths, componentInverseLengths, inverseLengths }: Shape,
  point: Points,
  index: number,
  { family, components }: Points,
  gradients: Matrix,
): void {
  const active = Array.from(strengths.keys()).filter((feature) => strengths[feature] > 0);
  active.forEach((feature, at) => {
    const ratio = componentInverseLengths[feature] / inverseLengths[feature];
    const steepness = 2 * ratio * strengths[feature];
    const value = point.components.at(at, index);
    const coordinates = components.row(at);
    const slopes = gradients.row(feature);
    for (let j = 0; j < slopes.length; j++) {
      const difference = value - coordinates[j];
      slopes[j] += steepness * covarianceDerivative(family, difference * difference) * difference;
    }
  });
}

/** Applies the product rule: the derivative of each factor, divided by the factor, times the product. */
function fillProductGradients(
  point: Points,
  index: number,
  { family, factors, scaled }: Points,
  crossCovariances: Float64Array,
  gradients: Matrix,
): void {
  factors.forEach((factor, feature) => {
    const value = point.scaled.at(feature, index);
    const differences = scaled.row(feature).map((coordinate) => value - coordinate);
    const featureCovariances = differences.map((distance) => distance * distance);
    covariances(family, featureCovariances);
    const slopes = gradients.row(feature);
    for (let j = 0; j < slopes.length; j++) {
      const distance = differences[j];
      const slope = factor * covarianceDerivative(family, distance * distance) * 2 * distance;
      slopes[j] = (crossCovariances[j] * slope) / (1 + factor * featureCovariances[j]);
    }
  });
}
