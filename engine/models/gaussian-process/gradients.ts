/** How what a process says changes with the features: Rasmussen and Williams (2006), section 9.4. */

import { dot } from "../../math/products.ts";
import type { SlopedOpinion } from "../values-and-gradients.ts";
import { covarianceGradients } from "./covariance-gradients.ts";
import { breakCount, doubtsOf, withSides } from "./discontinuities.ts";
import type { GaussianModel } from "./model.ts";
import { timesVector, transposedTimesVector } from "./packed.ts";
import { coordinateSlopesOf } from "./parameters.ts";
import { pointsOf, priorVariance } from "./points.ts";
import { pickColumns } from "./rows.ts";
import { addTermSlopes, evaluateTerms } from "./terms.ts";

/**
 * What the predictor says, and its derivatives: the same up to rounding, one point after the other.
 * @param encoded features x count, feature-major, standardised.
 */
export type GaussianSlopes = (encoded: Float64Array, count: number) => SlopedOpinion;

/** Created once, asked often. */
export function createGaussianSlopes(model: GaussianModel): GaussianSlopes {
  const { family, width, weights, coefficients, anchors, signalVariance } = model;
  const rows = pointsOf(family, model, model.inputs, model.count);
  const given = width - breakCount(model.breaks);
  const near = new Float64Array(model.count);
  const nearSlopes = new Float64Array(width * model.count);
  const varianceAt = createVariance(model, priorVariance(rows.strengths));
  const byRow = new Float64Array(model.count);

  /** Of features with sides, by those without. */
  function withFixedSides(features: Float64Array, count: number): Slopes {
    const points = pointsOf(family, model, features, count);
    const coordinateSlopes = coordinateSlopesOf(model, features, count);
    const trend = evaluateTerms(model.terms, features, count);
    const said = blank(given, count);
    const own = new Float64Array(coefficients.length);
    const trendSlopes = new Float64Array(width);
    const put = (slopes: Float64Array, at: number, share: number, byNear: Float64Array): void => {
      for (let feature = 0; feature < given; feature++) {
        const from = feature * model.count;
        const byCoordinate = dot(byNear, nearSlopes.subarray(from, from + model.count));
        const slope = byCoordinate * (coordinateSlopes[feature * count + at] ?? 0);
        slopes[feature * count + at] = share * (slope + (trendSlopes[feature] ?? 0));
      }
    };
    for (let at = 0; at < count; at++) {
      covarianceGradients(model, points, at, rows, near, nearSlopes);
      for (let term = 0; term < own.length; term++) own[term] = trend[term * count + at] ?? 0;
      said.mean[at] = dot(near, weights) + dot(own, coefficients);
      trendSlopes.fill(0);
      addTermSlopes(model.terms, coefficients, features, count, at, trendSlopes);
      put(said.meanSlopes, at, 1, weights);
      const { share, byAnchor, byTerm } = varianceAt(near, own);
      said.variance[at] = signalVariance * share;
      byRow.fill(0);
      anchors.forEach((row, anchor) => {
        byRow[row] = byAnchor[anchor] ?? 0;
      });
      trendSlopes.fill(0);
      addTermSlopes(model.terms, byTerm, features, count, at, trendSlopes);
      put(said.varianceSlopes, at, signalVariance, byRow);
    }
    return said;
  }

  return (encoded, count) => {
    const said = withFixedSides(withSides(model.breaks, encoded, given, count), count);
    for (const { at, feature, points, chances, slopes } of doubtsOf(model.breaks, encoded, count)) {
      const some = pickColumns(encoded, given, count, points);
      const turned = withSides(model.breaks, some, given, points.length, at);
      const other = withFixedSides(turned, points.length);
      points.forEach((point, i) => {
        const chance = { value: chances[i] ?? 0, slope: slopes[i] ?? 0, feature };
        mixIn(said, point, count, other, i, points.length, chance);
      });
    }
    return said;
  };
}

type Slopes = SlopedOpinion & { varianceSlopes: Float64Array };

function blank(width: number, count: number): Slopes {
  return {
    mean: new Float64Array(count),
    variance: new Float64Array(count),
    meanSlopes: new Float64Array(width * count),
    varianceSlopes: new Float64Array(width * count),
  };
}

/** What `predictor.ts` makes of a point that may lie on either side of a break, with the chance of the other side. */
function mixIn(
  said: Slopes,
  point: number,
  count: number,
  other: Slopes,
  i: number,
  others: number,
  chance: { value: number; slope: number; feature: number },
): void {
  const { value, feature } = chance;
  const apart = (other.mean[i] ?? 0) - (said.mean[point] ?? 0);
  const wider = (other.variance[i] ?? 0) - (said.variance[point] ?? 0);
  for (let from = 0, at = 0; from < said.meanSlopes.length; from += count, at++) {
    const own = said.meanSlopes[from + point] ?? 0;
    const ownVariance = said.varianceSlopes[from + point] ?? 0;
    const apartSlope = (other.meanSlopes[at * others + i] ?? 0) - own;
    const widerSlope = (other.varianceSlopes[at * others + i] ?? 0) - ownVariance;
    const slope = at === feature ? chance.slope : 0;
    said.meanSlopes[from + point] = own + value * apartSlope + slope * apart;
    said.varianceSlopes[from + point] =
      ownVariance +
      value * widerSlope +
      slope * (wider + (1 - 2 * value) * apart * apart) +
      2 * value * (1 - value) * apart * apartSlope;
  }
  said.mean[point] = (said.mean[point] ?? 0) + value * apart;
  said.variance[point] = (said.variance[point] ?? 0) + value * wider + value * (1 - value) * apart * apart;
}

interface Variance {
  /** Of the signal's variance. */
  share: number;
  /** Its derivatives by the covariances with the anchors, and by the terms of the trend. */
  byAnchor: Float64Array;
  byTerm: Float64Array;
}

/** As the predictor finds it, from the covariances with all rows and the terms at a point. */
function createVariance(
  model: GaussianModel,
  prior: number,
): (near: Float64Array, terms: Float64Array) => Variance {
  const { anchors, explained, uncertain, trendWeights, trendRoot, unexplainedShare, noise } = model;
  const known = new Float64Array(anchors.length);
  const byAnchor = new Float64Array(anchors.length);
  const told = new Float64Array(anchors.length);
  const back = new Float64Array(anchors.length);
  return (near, terms) => {
    for (let j = 0; j < known.length; j++) known[j] = near[anchors[j] ?? 0] ?? 0;
    timesVector(explained, known, told);
    const unexplained = Math.max(0, prior - dot(told, told));
    let share = unexplainedShare * unexplained + noise;
    transposedTimesVector(explained, told, byAnchor);
    const factor = unexplained > 0 ? -2 * unexplainedShare : 0;
    for (let j = 0; j < byAnchor.length; j++) byAnchor[j] = factor * (byAnchor[j] ?? 0);
    if (uncertain.length > 0) {
      timesVector(uncertain, known, told);
      share += dot(told, told);
      transposedTimesVector(uncertain, told, back);
      for (let j = 0; j < byAnchor.length; j++) byAnchor[j] = (byAnchor[j] ?? 0) + 2 * (back[j] ?? 0);
    }
    const moved = terms.map(
      (value, term) =>
        value - dot(known, trendWeights.subarray(term * known.length, (term + 1) * known.length)),
    );
    const product = new Float64Array(moved.length);
    timesVector(trendRoot, moved, product);
    share += dot(product, product);
    const byTerm = new Float64Array(moved.length);
    transposedTimesVector(trendRoot, product, byTerm);
    byTerm.forEach((value, term) => {
      byTerm[term] = 2 * value;
      for (let j = 0; j < byAnchor.length; j++)
        byAnchor[j] = (byAnchor[j] ?? 0) - 2 * value * (trendWeights[term * known.length + j] ?? 0);
    });
    return { share, byAnchor, byTerm };
  };
}
