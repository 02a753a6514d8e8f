/** Computes covariances of one point with rows, and their derivatives by the point's coordinates. */
import { covarianceDerivative, covariances } from "./covariance.ts";
import { fillCovariances, type Points } from "./points.ts";
import type { Shape } from "./shape.ts";

/**
 * Fills `crossCovariances` with the covariances of a point with rows, and `gradients` (width x rows) with their derivatives by the
 * point's coordinates.
 * @param shape the hyperparameters that both point sets were scaled with
 * @param point the points, of which one is used
 * @param index the number of that point, from 0
 * @param rows the rows
 * @param crossCovariances one a row; overwritten
 * @param gradients width x rows; overwritten
 */
export function covarianceGradients(
  shape: Shape,
  point: Points,
  index: number,
  rows: Points,
  crossCovariances: Float64Array,
  gradients: Float64Array,
): void {
  fillCovariances(point, index, rows, crossCovariances, new Float64Array(crossCovariances.length));
  if (rows.factors.length > 0) {
    fillProductGradients(point, index, rows, crossCovariances, gradients);
    return;
  }
  fillDistanceGradients(point, index, rows, gradients);
  addComponentGradients(shape, point, index, rows, gradients);
}

function fillDistanceGradients(point: Points, index: number, rows: Points, gradients: Float64Array): void {
  const { family, width, count } = rows;
  const steepness = new Float64Array(count);
  for (let feature = 0; feature < width; feature++) {
    const value = point.scaled[feature * point.count + index];
    for (let j = 0; j < count; j++) {
      const difference = value - rows.scaled[feature * count + j];
      gradients[feature * count + j] = 2 * difference;
      steepness[j] += difference * difference;
    }
  }
  for (let j = 0; j < count; j++) steepness[j] = covarianceDerivative(family, steepness[j]);
  for (let at = 0; at < gradients.length; at++) gradients[at] *= steepness[at % count];
}

function addComponentGradients(
  { strengths, componentInverseLengths, inverseLengths }: Shape,
  point: Points,
  index: number,
  { family, components, count }: Points,
  gradients: Float64Array,
): void {
  const active = Array.from(strengths.keys()).filter((feature) => strengths[feature] > 0);
  active.forEach((feature, at) => {
    const ratio = componentInverseLengths[feature] / inverseLengths[feature];
    const steepness = 2 * ratio * strengths[feature];
    const value = point.components[at * point.count + index];
    for (let j = 0; j < count; j++) {
      const difference = value - components[at * count + j];
      const slope = steepness * covarianceDerivative(family, difference * difference) * difference;
      gradients[feature * count + j] += slope;
    }
  });
}

/** Applies the product rule: the derivative of each factor, divided by the factor, times the product. */
function fillProductGradients(
  point: Points,
  index: number,
  rows: Points,
  crossCovariances: Float64Array,
  gradients: Float64Array,
): void {
  const { family, count, factors } = rows;
  factors.forEach((factor, feature) => {
    const value = point.scaled[feature * point.count + index];
    const differences = rows.scaled
      .subarray(feature * count, (feature + 1) * count)
      .map((coordinate) => value - coordinate);
    const featureCovariances = differences.map((distance) => distance * distance);
    covariances(family, featureCovariances);
    for (let j = 0; j < count; j++) {
      const distance = differences[j];
      const slope = factor * covarianceDerivative(family, distance * distance) * 2 * distance;
      gradients[feature * count + j] = (crossCovariances[j] * slope) / (1 + factor * featureCovariances[j]);
    }
  });
}
