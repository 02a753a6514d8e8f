import { dot } from "../../math/products.ts";
import type { TargetPrediction } from "../fit-task.ts";
import { forEachPoint, predictBatch } from "./batch.ts";
import { discontinuityCount, gapUncertaintiesOf, withIndicators } from "./discontinuities.ts";
import type { GaussianModel } from "./model.ts";
import { timesVector } from "./packed.ts";
import { pointsOf, priorVariance } from "./points.ts";
import { pickColumns } from "./rows.ts";
import { evaluateTerms } from "./terms.ts";

/** From so many points on, matrix products are faster in spite of the cost of filling the matrices. */
const BATCH = 8;

/** Create it once for many calls: it prepares the model. */
export interface GaussianPredictor {
  /**
   * @param encoded features x count, feature-major, standardised.
   * Mean and variance on the target's standardised scale; the variance is that of an observation, noise included.
   */
  predict(encoded: Float64Array, count: number): TargetPrediction;
  /** The mean alone, many times as fast. */
  means(encoded: Float64Array, count: number): Float64Array;
}

export function createGaussianPredictor(model: GaussianModel): GaussianPredictor {
  const { family, width, weights, coefficients, anchors, signalVariance, noise } = model;
  const rows = pointsOf(family, model, model.inputs, model.count);
  const prior = priorVariance(rows.strengths);
  const known = new Float64Array(anchors.length);
  const product = new Float64Array(anchors.length);
  const all = anchors.length === model.count;
  const own = new Float64Array(coefficients.length);
  const termErrors = new Float64Array(coefficients.length);
  const termProduct = new Float64Array(coefficients.length);

  function varianceAt(near: Float64Array): number {
    if (all) known.set(near);
    else for (let j = 0; j < anchors.length; j++) known[j] = near[anchors[j]];
    const unexplained = Math.max(0, prior - squaredLength(model.explained, known, product));
    const uncertain = model.uncertain.length > 0 ? squaredLength(model.uncertain, known, product) : 0;
    for (let term = 0; term < own.length; term++) {
      const from = term * anchors.length;
      termErrors[term] = own[term] - dot(known, model.trendWeights.subarray(from, from + anchors.length));
    }
    const byTrend = squaredLength(model.trendRoot, termErrors, termProduct);
    return signalVariance * (model.unexplainedShare * unexplained + uncertain + byTrend + noise);
  }

  /** Of features with indicators. Fills `variance` too where it is given. */
  function meansOf(features: Float64Array, count: number, variance?: Float64Array): Float64Array {
    const points = pointsOf(family, model, features, count);
    const trend = evaluateTerms(model.terms, features, count);
    if (count >= BATCH) return predictBatch(model, rows, points, trend, variance);
    const mean = new Float64Array(count);
    forEachPoint(rows, points, (near, i) => {
      for (let term = 0; term < own.length; term++) own[term] = trend[term * count + i];
      mean[i] = dot(near, weights) + dot(own, coefficients);
      if (variance !== undefined) variance[i] = varianceAt(near);
    });
    return mean;
  }

  /** In the gap of a discontinuity, a mixture of the predictions of both sides. */
  function meansAt(encoded: Float64Array, count: number, variance?: Float64Array): Float64Array {
    const given = width - discontinuityCount(model.discontinuities);
    const mean = meansOf(withIndicators(model.discontinuities, encoded, given, count), count, variance);
    for (const gap of gapUncertaintiesOf(model.discontinuities, encoded, count)) {
      const { at, points, probabilities } = gap;
      const some = pickColumns(encoded, given, count, points);
      const flipped = withIndicators(model.discontinuities, some, given, points.length, at);
      const otherVariance = variance && new Float64Array(points.length);
      const other = meansOf(flipped, points.length, otherVariance);
      points.forEach((point, i) => {
        const probability = probabilities[i];
        const difference = other[i] - mean[point];
        mean[point] += probability * difference;
        if (variance === undefined) return;
        const within = (1 - probability) * variance[point] + probability * (otherVariance?.[i] ?? 0);
        variance[point] = within + probability * (1 - probability) * difference * difference;
      });
    }
    return mean;
  }

  return {
    predict: (encoded, count) => {
      const variance = new Float64Array(count);
      return { mean: meansAt(encoded, count, variance), variance };
    },
    means: (encoded, count) => meansAt(encoded, count),
  };
}

function squaredLength(triangle: Float64Array, vector: Float64Array, product: Float64Array): number {
  timesVector(triangle, vector, product);
  return dot(product, product);
}
