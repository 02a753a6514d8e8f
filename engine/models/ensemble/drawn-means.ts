/**
 * Means far from the training rows, drawn back to the range of the output. What a model extrapolates beyond that range is worth
 * less the further away it is, and nothing in the end; the bounds still reach as far as it extrapolated (extrapolation-variance.ts).
 * Where left-out rows show that it extrapolates well, means stay (extrapolation-evidence.ts).
 */
import type { OutputModel } from "../targets.ts";
import { computeVariationShare } from "./extrapolation-evidence.ts";
import { computeExcess, type ExtrapolationModel } from "./extrapolation-variance.ts";

type ExtrapolatedOutput = OutputModel & { extrapolationModel: ExtrapolationModel | null };

/**
 * Means outside the range are drawn back from this distance on, in spacings. Rows of the same design are hardly ever
 * so far.
 */
export const RETURN_START_SPACINGS = 1.5;
/** In new emulators nearly two thirds of an excess are gone after this many further spacings. */
export const RETURN_SPAN = 2;

/**
 * Draws means back to the range of the output. In emulators from before this they stay as they are.
 * @param means count x size, standardised.
 * @param distances of the points from the training rows (count), in spacings.
 * @returns count x size, standardised.
 */
export function drawnMeans(
  { extrapolationModel, size }: ExtrapolatedOutput,
  means: Float64Array,
  distances: Float64Array,
): Float64Array {
  if (extrapolationModel === null || extrapolationModel.returnSpan === 0) return means;
  return means.map((mean, at) => {
    const excess = computeExcess(extrapolationModel, mean);
    if (excess === 0) return mean;
    const { value } = remainingExcess(extrapolationModel, excess, distances[Math.floor(at / size)]);
    return mean - excess + value;
  });
}

/** True when any mean lies outside the range, where it may be drawn back; distances are not considered. */
export const isOutsideRange = (
  { extrapolationModel }: Pick<ExtrapolatedOutput, "extrapolationModel">,
  means: Float64Array,
): boolean =>
  extrapolationModel !== null &&
  extrapolationModel.returnSpan > 0 &&
  means.some((mean) => computeExcess(extrapolationModel, mean) !== 0);

/** The derivative of a drawn mean by the mean, and by the distance (in spacings). */
export function drawnMeanDerivatives(
  { extrapolationModel }: Pick<ExtrapolatedOutput, "extrapolationModel">,
  mean: number,
  distance: number,
): { byMean: number; byDistance: number } {
  const unchanged = { byMean: 1, byDistance: 0 };
  if (extrapolationModel === null || extrapolationModel.returnSpan === 0) return unchanged;
  const excess = computeExcess(extrapolationModel, mean);
  if (excess === 0) return unchanged;
  const { byExcess, byDistance } = remainingExcess(extrapolationModel, excess, distance);
  return { byMean: byExcess, byDistance };
}

/**
 * Returns the rest of an excess: all of it near the rows, nothing far away, and in between the less the larger it is.
 */
function remainingExcess(
  { returnSpan, evidence, variation: { low, high } }: ExtrapolationModel,
  excess: number,
  distance: number,
): { value: number; byExcess: number; byDistance: number } {
  const beyond = Math.max(0, distance - RETURN_START_SPACINGS) / returnSpan;
  const pull = -Math.expm1(-(beyond ** 2));
  const pullSlope = ((1 - pull) * 2 * beyond) / returnSpan;
  const share = computeVariationShare(evidence, distance);
  const weight = share.value * pull;
  const square = high > low ? (excess / (high - low)) ** 2 : 0;
  const root = Math.sqrt(1 + weight * square);
  const value = (excess * (1 - weight)) / root;
  const byWeight = -excess / root - (excess * (1 - weight) * square) / (2 * root ** 3);
  return {
    value,
    byExcess: (1 - weight) / root ** 3,
    byDistance: byWeight * (share.slope * pull + share.value * pullSlope),
  };
}
