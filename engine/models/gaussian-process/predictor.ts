import { dot } from "../../math/products.ts";
import type { Opinion } from "../fit-task.ts";
import { forEachPoint, predictBatch } from "./batch.ts";
import { breakCount, doubtsOf, withSides } from "./discontinuities.ts";
import type { GaussianModel } from "./model.ts";
import { timesVector } from "./packed.ts";
import { pointsOf, priorVariance } from "./points.ts";
import { pickColumns } from "./rows.ts";
import { evaluateTerms } from "./terms.ts";

/** From so many points on, laying out matrices costs less than it saves. */
const BATCH = 8;

/** Created once, asked often. */
export interface GaussianPredictor {
  /**
   * @param encoded features x count, feature-major, standardised.
   * Mean and variance on the target's standardised scale; the variance is that of an observation, noise included.
   */
  predict(encoded: Float64Array, count: number): Opinion;
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
  const moved = new Float64Array(coefficients.length);
  const movedProduct = new Float64Array(coefficients.length);

  function varianceAt(near: Float64Array): number {
    if (all) known.set(near);
    else for (let j = 0; j < anchors.length; j++) known[j] = near[anchors[j] ?? 0] ?? 0;
    const unexplained = Math.max(0, prior - squaredLength(model.explained, known, product));
    const uncertain = model.uncertain.length > 0 ? squaredLength(model.uncertain, known, product) : 0;
    for (let term = 0; term < own.length; term++) {
      const from = term * anchors.length;
      moved[term] = (own[term] ?? 0) - dot(known, model.trendWeights.subarray(from, from + anchors.length));
    }
    const byTrend = squaredLength(model.trendRoot, moved, movedProduct);
    return signalVariance * (model.unexplainedShare * unexplained + uncertain + byTrend + noise);
  }

  /** Of features with sides. Fills `variance` too where it is given. */
  function meansOf(features: Float64Array, count: number, variance?: Float64Array): Float64Array {
    const points = pointsOf(family, model, features, count);
    const trend = evaluateTerms(model.terms, features, count);
    if (count >= BATCH) return predictBatch(model, rows, points, trend, variance);
    const mean = new Float64Array(count);
    forEachPoint(rows, points, (near, i) => {
      for (let term = 0; term < own.length; term++) own[term] = trend[term * count + i] ?? 0;
      mean[i] = dot(near, weights) + dot(own, coefficients);
      if (variance !== undefined) variance[i] = varianceAt(near);
    });
    return mean;
  }

  /** Where a point may lie on either side of a break, both are heard. */
  function meansAt(encoded: Float64Array, count: number, variance?: Float64Array): Float64Array {
    const given = width - breakCount(model.breaks);
    const mean = meansOf(withSides(model.breaks, encoded, given, count), count, variance);
    for (const { at, points, chances } of doubtsOf(model.breaks, encoded, count)) {
      const some = pickColumns(encoded, given, count, points);
      const turned = withSides(model.breaks, some, given, points.length, at);
      const otherVariance = variance && new Float64Array(points.length);
      const other = meansOf(turned, points.length, otherVariance);
      points.forEach((point, i) => {
        const chance = chances[i] ?? 0;
        const apart = (other[i] ?? 0) - (mean[point] ?? 0);
        mean[point] = (mean[point] ?? 0) + chance * apart;
        if (variance === undefined) return;
        const within = (1 - chance) * (variance[point] ?? 0) + chance * (otherVariance?.[i] ?? 0);
        variance[point] = within + chance * (1 - chance) * apart * apart;
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
