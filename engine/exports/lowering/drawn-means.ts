/** Means far from the rows, drawn back to the output's range; see engine/models/ensemble/drawn-means.ts. */
import { RETURN_START_SPACINGS } from "../../models/ensemble/drawn-means.ts";
import type { ExtrapolationModel } from "../../models/ensemble/extrapolation-variance.ts";
import type { ProgramBuilder, Value } from "../program.ts";
import { clamped, positivePart } from "./affine.ts";

export function lowerDrawnMeans(
  b: ProgramBuilder,
  { returnSpan, variation: { low, high } }: ExtrapolationModel,
  means: Value,
  distance: Value,
): Value {
  const held = clamped(b, means, low, high);
  const excess = b.subtract(means, held);
  const beyond = b.divide(
    positivePart(b, b.subtract(distance, b.number(RETURN_START_SPACINGS))),
    b.number(returnSpan),
  );
  const kept = b.exp(b.negate(b.square(beyond)));
  const left = b.multiply(excess, kept);
  if (!(high > low)) return b.add(held, left);
  const square = b.square(b.divide(excess, b.number(high - low)));
  const root = b.sqrt(b.add(b.number(1), b.multiply(b.subtract(b.number(1), kept), square)));
  return b.add(held, b.divide(left, root));
}
