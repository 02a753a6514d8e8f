import { dot, Matrix } from "../../math/matrix.ts";
import type { TargetPrediction } from "../fit-task.ts";
import { forEachPoint, predictBatch } from "./batch.ts";
import { findGapUncertainties, withIndicators } from "./discontinuities.ts";
import type { GaussianModel } from "./model/model.ts";
import { evaluateTerms } from "./model/terms.ts";
import { timesVector } from "./packed.ts";
import { createPoints, priorVariance } from "./points.ts";

/** From so many points on, matrix products are faster in spite of the cost of filling the matrices. */
const MIN_BATCH_POINTS = 8;

/** Create it once for many calls: it prepares the model. */
export interface GaussianPredictor {
  /**
   * @param encoded features x points, standardised.
   * Mean and variance on the target's standardised scale; the variance is that of an observation, noise included.
   */
  predict(encoded: Matrix): TargetPrediction;
  /** The mean alone, many times as fast. */
  means(encoded: Matrix): Float64Array;
}

/** Prepares a model for many predictions. */
export function createGaussianPredictor(model: GaussianModel): GaussianPredictor {
  const { family, width, weights, coefficients, anchors, signalVariance, noise } = model;
  const rows = createPoints(family, model, new Matrix(width, model.count, model.inputs));
  const trendWeights = new Matrix(coefficients.length, anchors.length, model.trendWeights);
  const prior = priorVariance(rows.strengths);
  const anchorCovariances = new Float64Array(anchors.length);
  const product = new Float64Array(anchors.length);
  const areAllRowsAnchors = anchors.length === model.count;
  const trendTerms = new Float64Array(coefficients.length);
  const termErrors = new Float64Array(coefficients.length);
  const termProduct = new Float64Array(coefficients.length);

  function varianceAt(crossCovariances: Float64Array): number {
    if (areAllRowsAnchors) anchorCovariances.set(crossCovariances);
    else for (let j = 0; j < anchors.length; j++) anchorCovariances[j] = crossCovariances[anchors[j]];
    const unexplained = Math.max(0, prior - squaredLength(model.explained, anchorCovariances, product));
    const uncertain =
      model.uncertain.length > 0 ? squaredLength(model.uncertain, anchorCovariances, product) : 0;
    for (let term = 0; term < trendTerms.length; term++)
      termErrors[term] = trendTerms[term] - dot(anchorCovariances, trendWeights.row(term));
    // The variance of the trend's coefficients, Rᵀ (Hᵀ K⁻¹ H)⁻¹ R of Rasmussen and Williams (2006), equation 2.42.
    const byTrend = squaredLength(model.trendRoot, termErrors, termProduct);
    return signalVariance * (model.unexplainedShare * unexplained + uncertain + byTrend + noise);
  }

  /** Predicts the means at features with indicators, and fills `variance` where there is one. */
  function predictMeans(features: Matrix, variance?: Float64Array): Float64Array {
    const points = createPoints(family, model, features);
    const trend = evaluateTerms(model.terms, features);
    if (features.columns >= MIN_BATCH_POINTS) return predictBatch(model, rows, points, trend, variance);
    const mean = new Float64Array(features.columns);
    forEachPoint(rows, points, (crossCovariances, i) => {
      for (let term = 0; term < trendTerms.length; term++) trendTerms[term] = trend.at(term, i);
      // The mean of Rasmussen and Williams (2006), equation 2.42.
      mean[i] = dot(crossCovariances, weights) + dot(trendTerms, coefficients);
      if (variance !== undefined) variance[i] = varianceAt(crossCovariances);
    });
    return mean;
  }

  /** In the gap of a discontinuity, a mixture of the predictions of both sides. */
  function meansAt(encoded: Matrix, variance?: Float64Array): Float64Array {
    const mean = predictMeans(withIndicators(model.discontinuities, encoded), variance);
    for (const gap of findGapUncertainties(model.discontinuities, encoded)) {
      const { at, points, probabilities } = gap;
      const flipped = withIndicators(model.discontinuities, encoded.gatherColumns(points), at);
      const otherVariance = variance && new Float64Array(points.length);
      const otherMean = predictMeans(flipped, otherVariance);
      points.forEach((point, i) => {
        const probability = probabilities[i];
        const difference = otherMean[i] - mean[point];
        mean[point] += probability * difference;
        if (variance === undefined) return;
        const within = (1 - probability) * variance[point] + probability * (otherVariance?.[i] ?? 0);
        variance[point] = within + probability * (1 - probability) * difference * difference;
      });
    }
    return mean;
  }

  return {
    predict: (encoded) => {
      const variance = new Float64Array(encoded.columns);
      return { mean: meansAt(encoded, variance), variance };
    },
    means: (encoded) => meansAt(encoded),
  };
}

function squaredLength(triangle: Float64Array, vector: Float64Array, product: Float64Array): number {
  timesVector(triangle, vector, product);
  return dot(product, product);
}
