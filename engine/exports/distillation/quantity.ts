/**
 * The quantities of an output that networks learn: its mean, and the logarithm of the distance between its bounds,
 * both on the output's scale.
 */
import { IDENTITY, rangeOf, type Scale, toScale } from "../../dataset/scaling.ts";
import type { VectorValues } from "../exported-model.ts";

/** The least distance between bounds, as a share of the usual one: its logarithm stays finite. */
const MIN_DISTANCE = 1e-3;

export interface Quantity {
  part: "mean" | "bounds";
  /** The scale of the output. */
  scale: Scale;
  /** The coordinates of its values at a point; of a number a single one. */
  knots: Float64Array;
  /** Differences count in these: what a share of 1 is. */
  unit: number;
}

/** The scale on which a quantity's values are standardised. */
export const chooseScale = ({ part, scale }: Quantity): Scale => (part === "mean" ? scale : IDENTITY);

/** count x knots: of a mean in the output's unit, of bounds the logarithm on its scale. */
export function computeValues({ part, scale }: Quantity, { mean, lower, upper }: VectorValues): Float64Array {
  if (part === "mean" || lower === null || upper === null) return mean;
  const distances = lower.map((low, at) => (toScale(scale, upper[at]) - toScale(scale, low)) / 2);
  const usual = distances.reduce((sum, distance) => sum + distance / distances.length, 0);
  return distances.map((distance) => Math.log(Math.max(distance, MIN_DISTANCE * usual, Number.MIN_VALUE)));
}

/** Computes the share of the distance between the bounds that lies below the mean, over all points. */
export function shareBelow(scale: Scale, { mean, lower, upper }: VectorValues): number {
  if (lower === null || upper === null) return 0.5;
  let below = 0;
  let all = 0;
  mean.forEach((value, at) => {
    const low = toScale(scale, lower[at]);
    below += toScale(scale, value) - low;
    all += toScale(scale, upper[at]) - low;
  });
  return all > 0 ? below / all : 0.5;
}

/** The unit of differences as a share of the range of the means, where the emulator's own error is not known. */
const RANGE_SHARE = 0.01;

/** Chooses the unit of differences: the emulator's own error, or a part of the range. */
export function chooseUnit(error: number | null, { mean }: VectorValues): number {
  if (error !== null && error > 0 && Number.isFinite(error)) return error;
  const { low, high } = rangeOf(mean);
  return RANGE_SHARE * (high - low);
}
