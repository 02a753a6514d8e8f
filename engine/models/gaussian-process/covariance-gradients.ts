/** Covariances of one point with others, and their derivatives by the point's coordinates. */
import { covarianceDerivative, covariances } from "./covariance.ts";
import { covariancesOf, type Points } from "./points.ts";
import type { Shape } from "./shape.ts";

/**
 * Fills `near` with the covariances of a point with others, and `gradients` (width x others) with their derivatives by the
 * point's coordinates.
 * @param shape that the points were made by.
 */
export function covarianceGradients(
  shape: Shape,
  point: Points,
  index: number,
  others: Points,
  near: Float64Array,
  gradients: Float64Array,
): void {
  covariancesOf(point, index, others, near, new Float64Array(near.length));
  if (others.factors.length > 0) {
    ofProduct(point, index, others, near, gradients);
    return;
  }
  ofDistance(point, index, others, gradients);
  ofComponents(shape, point, index, others, gradients);
}

function ofDistance(point: Points, index: number, others: Points, gradients: Float64Array): void {
  const { family, width, count } = others;
  const steepness = new Float64Array(count);
  for (let feature = 0; feature < width; feature++) {
    const value = point.scaled[feature * point.count + index];
    for (let j = 0; j < count; j++) {
      const away = value - others.scaled[feature * count + j];
      gradients[feature * count + j] = 2 * away;
      steepness[j] += away * away;
    }
  }
  for (let j = 0; j < count; j++) steepness[j] = covarianceDerivative(family, steepness[j]);
  for (let at = 0; at < gradients.length; at++) gradients[at] *= steepness[at % count];
}

function ofComponents(
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
      const away = value - components[at * count + j];
      const slope = steepness * covarianceDerivative(family, away * away) * away;
      gradients[feature * count + j] += slope;
    }
  });
}

/** A factor's derivative over the factor, times the product. */
function ofProduct(
  point: Points,
  index: number,
  others: Points,
  near: Float64Array,
  gradients: Float64Array,
): void {
  const { family, count, factors } = others;
  factors.forEach((factor, feature) => {
    const value = point.scaled[feature * point.count + index];
    const away = others.scaled.subarray(feature * count, (feature + 1) * count).map((other) => value - other);
    const own = away.map((distance) => distance * distance);
    covariances(family, own);
    for (let j = 0; j < count; j++) {
      const distance = away[j];
      const slope = factor * covarianceDerivative(family, distance * distance) * 2 * distance;
      gradients[feature * count + j] = (near[j] * slope) / (1 + factor * own[j]);
    }
  });
}
