/** The derivatives of a process' predictions by the features: Rasmussen and Williams (2006), section 9.4. */
import { dot, Matrix } from "../../math/matrix.ts";
import type { TargetPrediction } from "../fit-task.ts";
import type { TargetPredictionWithGradients } from "../values-and-gradients.ts";
import { covarianceDerivative, covariances } from "./covariance.ts";
import { discontinuityCount, findGapUncertainties, withIndicators } from "./discontinuities.ts";
import type { GaussianModel } from "./model/model.ts";
import { addTermGradients, evaluateTerms } from "./model/terms.ts";
import { timesVector, transposedTimesVector } from "./packed.ts";
import { createPoints, fillCovariances, type Points, priorVariance } from "./points.ts";
import { computeCoordinateDerivatives, type Shape } from "./shape.ts";

/**
 * The predictor's predictions, the same up to rounding, and their derivatives, one point after the other.
 * @param encoded features x points, standardised.
 */
export type GaussianGradients = (encoded: Matrix) => TargetPredictionWithGradients;

/** Create it once for many calls: it prepares the model. */
export function createGaussianGradients(model: GaussianModel): GaussianGradients {
  const { family, width, weights, coefficients, anchors, signalVariance } = model;
  const rows = createPoints(family, model, new Matrix(width, model.count, model.inputs));
  const featureCount = width - discontinuityCount(model.discontinuities);
  const crossCovariances = new Float64Array(model.count);
  const crossCovarianceGradients = new Matrix(width, model.count);
  const varianceAt = createVariance(model, priorVariance(rows.strengths));
  const byRow = new Float64Array(model.count);

  /** Predicts at features with indicators; the derivatives are by the features without indicators. */
  function withFixedIndicators(features: Matrix): PredictionAndGradients {
    const points = createPoints(family, model, features);
    const coordinateDerivatives = computeCoordinateDerivatives(model, features);
    const trend = evaluateTerms(model.terms, features);
    const prediction = blank(featureCount, features.columns);
    const trendTerms = new Float64Array(coefficients.length);
    const trendGradients = new Float64Array(width);
    const putGradients = (
      gradients: Matrix,
      at: number,
      share: number,
      byCrossCovariance: Float64Array,
    ): void => {
      for (let feature = 0; feature < featureCount; feature++) {
        const byCoordinate = dot(byCrossCovariance, crossCovarianceGradients.row(feature));
        const slope = byCoordinate * coordinateDerivatives.at(feature, at);
        gradients.set(feature, at, share * (slope + trendGradients[feature]));
      }
    };
    for (let at = 0; at < features.columns; at++) {
      covarianceGradients(model, points, at, rows, crossCovariances, crossCovarianceGradients);
      for (let term = 0; term < trendTerms.length; term++) trendTerms[term] = trend.at(term, at);
      prediction.mean[at] = dot(crossCovariances, weights) + dot(trendTerms, coefficients);
      trendGradients.fill(0);
      addTermGradients(model.terms, coefficients, features, at, trendGradients);
      putGradients(prediction.meanGradients, at, 1, weights);
      const { share, byAnchor, byTerm } = varianceAt(crossCovariances, trendTerms);
      prediction.variance[at] = signalVariance * share;
      byRow.fill(0);
      anchors.forEach((row, anchor) => {
        byRow[row] = byAnchor[anchor];
      });
      trendGradients.fill(0);
      addTermGradients(model.terms, byTerm, features, at, trendGradients);
      putGradients(prediction.varianceGradients, at, signalVariance, byRow);
    }
    return prediction;
  }

  return (encoded) => {
    const prediction = withFixedIndicators(withIndicators(model.discontinuities, encoded));
    for (const gap of findGapUncertainties(model.discontinuities, encoded)) {
      const { at, feature, points, probabilities, derivatives } = gap;
      const flipped = withIndicators(model.discontinuities, encoded.gatherColumns(points), at);
      const otherSidePrediction = withFixedIndicators(flipped);
      points.forEach((point, i) => {
        const otherSide = { probability: probabilities[i], derivative: derivatives[i], feature };
        mixIn(prediction, point, otherSidePrediction, i, otherSide);
      });
    }
    return prediction;
  };
}

/** Gradients: features x points. */
interface PredictionAndGradients extends TargetPrediction {
  meanGradients: Matrix;
  varianceGradients: Matrix;
}

const blank = (width: number, count: number): PredictionAndGradients => ({
  mean: new Float64Array(count),
  variance: new Float64Array(count),
  meanGradients: new Matrix(width, count),
  varianceGradients: new Matrix(width, count),
});

/** As `predictor.ts` mixes the predictions of a point in a gap, by the probability of the other side. */
function mixIn(
  prediction: PredictionAndGradients,
  point: number,
  other: PredictionAndGradients,
  i: number,
  { probability, derivative, feature }: { probability: number; derivative: number; feature: number },
): void {
  const difference = other.mean[i] - prediction.mean[point];
  const excess = other.variance[i] - prediction.variance[point];
  const { meanGradients, varianceGradients } = prediction;
  for (let at = 0; at < meanGradients.rows; at++) {
    const meanGradient = meanGradients.at(at, point);
    const varianceGradient = varianceGradients.at(at, point);
    const differenceGradient = other.meanGradients.at(at, i) - meanGradient;
    const excessGradient = other.varianceGradients.at(at, i) - varianceGradient;
    const slope = at === feature ? derivative : 0;
    meanGradients.set(at, point, meanGradient + probability * differenceGradient + slope * difference);
    varianceGradients.set(
      at,
      point,
      varianceGradient +
        probability * excessGradient +
        slope * (excess + (1 - 2 * probability) * difference * difference) +
        2 * probability * (1 - probability) * difference * differenceGradient,
    );
  }
  prediction.mean[point] += probability * difference;
  prediction.variance[point] =
    prediction.variance[point] +
    probability * excess +
    probability * (1 - probability) * difference * difference;
}

interface Variance {
  /** The variance as a share of the signal's variance. */
  share: number;
  /** Derivatives by the covariances with the anchors, and by the terms of the trend. */
  byAnchor: Float64Array;
  byTerm: Float64Array;
}

/** As the predictor computes it, from the covariances with all rows and the terms at a point. */
function createVariance(
  model: GaussianModel,
  prior: number,
): (crossCovariances: Float64Array, terms: Float64Array) => Variance {
  const { anchors, explained, uncertain, trendRoot, unexplainedShare, noise } = model;
  const trendWeights = new Matrix(model.coefficients.length, anchors.length, model.trendWeights);
  const anchorCovariances = new Float64Array(anchors.length);
  const byAnchor = new Float64Array(anchors.length);
  const projection = new Float64Array(anchors.length);
  const back = new Float64Array(anchors.length);
  return (crossCovariances, terms) => {
    for (let j = 0; j < anchorCovariances.length; j++) anchorCovariances[j] = crossCovariances[anchors[j]];
    timesVector(explained, anchorCovariances, projection);
    const unexplained = Math.max(0, prior - dot(projection, projection));
    let share = unexplainedShare * unexplained + noise;
    transposedTimesVector(explained, projection, byAnchor);
    const factor = unexplained > 0 ? -2 * unexplainedShare : 0;
    for (let j = 0; j < byAnchor.length; j++) byAnchor[j] *= factor;
    if (uncertain.length > 0) {
      timesVector(uncertain, anchorCovariances, projection);
      share += dot(projection, projection);
      transposedTimesVector(uncertain, projection, back);
      for (let j = 0; j < byAnchor.length; j++) byAnchor[j] += 2 * back[j];
    }
    const termErrors = terms.map((value, term) => value - dot(anchorCovariances, trendWeights.row(term)));
    const product = new Float64Array(termErrors.length);
    timesVector(trendRoot, termErrors, product);
    share += dot(product, product);
    const byTerm = new Float64Array(termErrors.length);
    transposedTimesVector(trendRoot, product, byTerm);
    byTerm.forEach((value, term) => {
      byTerm[term] = 2 * value;
      const termWeights = trendWeights.row(term);
      for (let j = 0; j < byAnchor.length; j++) byAnchor[j] -= 2 * value * termWeights[j];
    });
    return { share, byAnchor, byTerm };
  };
}

// Computes covariances of one point with rows, and their derivatives by the point's coordinates.

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
function covarianceGradients(
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
