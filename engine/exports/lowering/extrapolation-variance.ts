/** The variance that comes on top far from the rows; see engine/models/ensemble/extrapolation-variance.ts. */
import {
  EXCESS_SATURATION,
  type ExtrapolationModel,
  VARIATION_SPAN_SPACINGS,
  VARIATION_START_SPACINGS,
  type Variation,
} from "../../models/ensemble/extrapolation-variance.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { clamped, positivePart } from "./affine.ts";

/** Of every standardised component. @param means before they are drawn back */
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
  const rest = b.exp(b.negate(b.square(beyond)));
  const weight = b.subtract(b.number(1), rest);
  const outside = outsideVariance(b, model, means, weight, rest);
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

function outsideVariance(
  b: ProgramBuilder,
  { returnSpan, excessGrowth, variation: { low, high } }: ExtrapolationModel,
  means: Value,
  weight: Value,
  rest: Value,
): Value {
  const one = b.number(1);
  const excess = b.subtract(means, clamped(b, means, low, high));
  const ratio = high > low ? b.square(b.divide(excess, b.number(high - low))) : one;
  const square = b.square(excess);
  const held =
    returnSpan > 0 ? b.divide(square, b.add(one, b.multiply(b.number(EXCESS_SATURATION), ratio))) : square;
  const counted = excessGrowth > 0 ? weight : b.add(weight, b.multiply(rest, b.minimum(one, ratio)));
  return b.multiply(held, counted);
}
