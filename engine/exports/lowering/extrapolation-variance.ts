/**
 * The changes of a prediction far from the rows; see drawn-means.ts and extrapolation-variance.ts in
 * engine/models/ensemble.
 */
import { RETURN_START_SPACINGS } from "../../models/ensemble/drawn-means.ts";
import {
  EVIDENCE_SPAN_SPACINGS,
  type ExtrapolationEvidence,
} from "../../models/ensemble/extrapolation-evidence.ts";
import {
  EXCESS_SATURATION,
  type ExtrapolationModel,
  VARIATION_SPAN_SPACINGS,
  VARIATION_START_SPACINGS,
  type Variation,
} from "../../models/ensemble/extrapolation-variance.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { clamped, positivePart } from "./affine.ts";

/** The distance of every mean below (negative) or above the output's range; 0 inside. */
export const lowerExcess = (
  b: ProgramBuilder,
  { variation: { low, high } }: ExtrapolationModel,
  means: Value,
): Value => b.subtract(means, clamped(b, means, low, high));

/** The share of the output's variation that counts at a distance; see extrapolation-evidence.ts. */
function lowerVariationShare(
  b: ProgramBuilder,
  { share, reach }: ExtrapolationEvidence,
  distance: Value,
): Value {
  const beyond = b.divide(
    positivePart(b, b.subtract(distance, b.number(reach))),
    b.number(EVIDENCE_SPAN_SPACINGS),
  );
  const trust = b.exp(b.negate(b.square(beyond)));
  return b.exp(b.multiply(b.number(Math.log(share)), trust));
}

/** Draws means far from the rows back to the output's range. */
export function lowerDrawnMeans(
  b: ProgramBuilder,
  { returnSpan, evidence, variation: { low, high } }: ExtrapolationModel,
  means: Value,
  distance: Value,
): Value {
  const held = clamped(b, means, low, high);
  const excess = b.subtract(means, held);
  const beyond = b.divide(
    positivePart(b, b.subtract(distance, b.number(RETURN_START_SPACINGS))),
    b.number(returnSpan),
  );
  const unpulled = b.exp(b.negate(b.square(beyond)));
  const keptShare =
    evidence === null
      ? unpulled
      : b.subtract(
          b.number(1),
          b.multiply(lowerVariationShare(b, evidence, distance), b.subtract(b.number(1), unpulled)),
        );
  const left = b.multiply(excess, keptShare);
  if (!(high > low)) return b.add(held, left);
  const square = b.square(b.divide(excess, b.number(high - low)));
  const root = b.sqrt(b.add(b.number(1), b.multiply(b.subtract(b.number(1), keptShare), square)));
  return b.add(held, b.divide(left, root));
}

/** The variance of every standardised component that comes on top of the calibrated one. @param means before they are drawn back */
export function lowerExtrapolationVariance(
  b: ProgramBuilder,
  model: ExtrapolationModel,
  means: Value,
  distance: Value,
): Value {
  const beyond = b.divide(
    positivePart(b, b.subtract(distance, b.number(VARIATION_START_SPACINGS))),
    b.number(VARIATION_SPAN_SPACINGS),
  );
  const rise = b.subtract(b.number(1), b.exp(b.negate(b.square(beyond))));
  const { evidence } = model;
  const weight = evidence === null ? rise : b.multiply(lowerVariationShare(b, evidence, distance), rise);
  const outside = outsideVariance(b, model, means, weight);
  const meanSquare = meanSquareAt(b, model.variation, distance);
  return meanSquare === null ? outside : b.add(b.multiply(weight, meanSquare), outside);
}

/** Lines between the known ones, from 0 at no distance: what they rise by up to the distance. */
function meanSquareAt(
  b: ProgramBuilder,
  { distances, meanSquares }: Variation,
  distance: Value,
): Value | null {
  if (distances.length === 0) return null;
  const starts = distances.map((_, at) => (at === 0 ? 0 : distances[at - 1]));
  const rises = meanSquares.map((square, at) => square - (at === 0 ? 0 : meanSquares[at - 1]));
  const lengths = distances.map((end, at) => Math.max(Number.EPSILON, end - starts[at]));
  const gone = b.divide(positivePart(b, b.subtract(distance, b.constant(starts))), b.constant(lengths));
  return b.product(rises, b.minimum(b.number(1), gone));
}

function outsideVariance(b: ProgramBuilder, model: ExtrapolationModel, means: Value, weight: Value): Value {
  const {
    returnSpan,
    excessGrowth,
    variation: { low, high },
  } = model;
  const unity = b.number(1);
  const excess = lowerExcess(b, model, means);
  const ratio = high > low ? b.square(b.divide(excess, b.number(high - low))) : unity;
  const square = b.square(excess);
  const held =
    returnSpan > 0 ? b.divide(square, b.add(unity, b.multiply(b.number(EXCESS_SATURATION), ratio))) : square;
  const counted =
    excessGrowth > 0 ? weight : b.add(weight, b.multiply(b.subtract(unity, weight), b.minimum(unity, ratio)));
  return b.multiply(held, counted);
}
