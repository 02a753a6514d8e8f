/** Gaussian processes; see engine/models/gaussian-process/predictor.ts. */
import {
  discontinuityCount,
  type PackedDiscontinuities,
  unpackAt,
} from "../../models/gaussian-process/discontinuities.ts";
import type { GaussianModel } from "../../models/gaussian-process/model/model.ts";
import { priorVariance } from "../../models/gaussian-process/points.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { positivePart, sumOfSquares } from "./affine.ts";
import { combinedCovariances, covarianceParts } from "./covariances.ts";

/** One column each; the variance is null where it is not wanted. */
export interface ProcessPrediction {
  mean: Value;
  variance: Value | null;
}

/** @param features one column a feature. */
export function lowerProcess(
  b: ProgramBuilder,
  model: GaussianModel,
  features: Value | null,
  withVariance: boolean,
): ProcessPrediction {
  const sides = discontinuityCount(model.discontinuities);
  const featureCount = model.width - sides;
  const lowerPart = covarianceParts(b, model);
  const shared = lowerPart(features, 0);
  const predictionWith = (indicators: Value | null): ProcessPrediction => {
    const near = combinedCovariances(b, model, [shared, lowerPart(indicators, featureCount)]);
    const all = [features, indicators].flatMap((value) => value ?? []);
    const trend = trendTerms(b, model, all);
    const mean = b.add(b.product(model.weights, near), b.product(model.coefficients, trend));
    return { mean, variance: withVariance ? lowerVariance(b, model, near, trend) : null };
  };
  if (sides === 0 || features === null) return predictionWith(null);
  const { indicators, otherSideProbabilities } = lowerSides(b, model.discontinuities, features);
  const sameSide = predictionWith(indicators);
  return Array.from({ length: sides }, (_, at) => at).reduce((mixed, at) => {
    const signs = Array.from({ length: sides }, (_, side) => (side === at ? -1 : 1));
    const otherSide = predictionWith(b.multiply(indicators, b.constant(signs)));
    return mixture(b, mixed, otherSide, b.pick(otherSideProbabilities, [at]));
  }, sameSide);
}

function mixture(
  b: ProgramBuilder,
  sameSide: ProcessPrediction,
  otherSide: ProcessPrediction,
  probability: Value,
): ProcessPrediction {
  const rest = b.subtract(b.number(1), probability);
  const difference = b.subtract(otherSide.mean, sameSide.mean);
  const mean = b.add(sameSide.mean, b.multiply(probability, difference));
  if (sameSide.variance === null || otherSide.variance === null) return { mean, variance: null };
  const within = b.add(b.multiply(rest, sameSide.variance), b.multiply(probability, otherSide.variance));
  const between = b.multiply(b.multiply(probability, rest), b.square(difference));
  return { mean, variance: b.add(within, between) };
}

/** One column a term: products of two columns, the first of which is 1. */
function trendTerms(b: ProgramBuilder, { terms }: GaussianModel, features: readonly Value[]): Value {
  const columns = b.join([b.number(1), ...features]);
  const sides = [0, 1].map((side) =>
    Array.from(terms).flatMap((feature, at) => (at % 2 === side ? feature + 1 : [])),
  );
  const [first = [], second = []] = sides;
  const left = b.pick(columns, first);
  return second.every((column) => column === 0) ? left : b.multiply(left, b.pick(columns, second));
}

function lowerVariance(b: ProgramBuilder, model: GaussianModel, near: Value, trend: Value): Value {
  const { anchors, trendRoot, unexplainedShare, noise, signalVariance, trendWeights, uncertain } = model;
  const atAnchors = anchors.length === 0 ? null : b.pick(near, anchors);
  const terms = atAnchors === null ? trend : b.subtract(trend, b.product(trendWeights, atAnchors));
  const parts = [b.number(noise), sumOfSquares(b, b.product(trendRoot, terms, true))];
  if (unexplainedShare > 0)
    parts.push(b.multiply(b.number(unexplainedShare), unexplainedVariance(b, model, atAnchors)));
  if (atAnchors !== null && uncertain.length > 0)
    parts.push(sumOfSquares(b, b.product(uncertain, atAnchors, true)));
  const share = parts.reduce((sum, next) => b.add(sum, next));
  return b.multiply(b.number(signalVariance), share);
}

/** As a share of the signal's variance. */
function unexplainedVariance(b: ProgramBuilder, model: GaussianModel, atAnchors: Value | null): Value {
  const prior = b.number(priorVariance(model.strengths));
  if (atAnchors === null) return prior;
  return positivePart(b, b.subtract(prior, sumOfSquares(b, b.product(model.explained, atAnchors, true))));
}

/** One column a discontinuity. */
interface Sides {
  /** 1 where the point probably lies beyond it, -1 elsewhere. */
  indicators: Value;
  /** The probability that the point lies on the other side; 0 outside the gap. */
  otherSideProbabilities: Value;
}

function lowerSides(b: ProgramBuilder, packed: PackedDiscontinuities, features: Value): Sides {
  const all = Array.from({ length: discontinuityCount(packed) }, (_, at) => unpackAt(packed, at));
  const column = (of: (discontinuity: (typeof all)[number]) => number): Value => b.constant(all.map(of));
  const values = b.pick(
    features,
    all.map(({ feature }) => feature),
  );
  const from = column((discontinuity) => discontinuity.from);
  const to = column((discontinuity) => discontinuity.to);
  const [zero, unity] = [b.number(0), b.number(1)];
  const jump = b.multiply(
    column(({ certainty }) => certainty),
    b.less(
      column(({ location }) => location),
      values,
    ),
  );
  const rise = b.multiply(
    column(({ certainty }) => 1 - certainty),
    b.subtract(values, from),
  );
  const inGap = b.add(jump, b.divide(rise, b.subtract(to, from)));
  const beyond = b.select(b.less(from, values), b.select(b.less(values, to), inGap, unity), zero);
  return {
    indicators: b.select(b.less(b.number(0.5), beyond), unity, b.number(-1)),
    otherSideProbabilities: b.minimum(beyond, b.subtract(unity, beyond)),
  };
}
