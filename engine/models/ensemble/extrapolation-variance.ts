/**
 * What bounds owe to the distance from the training rows, whatever the model: errors grow with it, and far away a prediction is
 * worth no more than that the output varies as much over this distance as it did among the rows. Bounds are calibrated on rows
 * of the same design, which tell nothing of this: it comes on top.
 *
 * The growth was measured on clusters of rows that were left out of trainings on five data sets of 5 to 8 inputs.
 */
import type { EmulatorFamily, FamilyShare } from "../emulator.ts";
import type { DataDistancesWithGradients } from "../extrapolation/data-distance.ts";
import type { OutputModel } from "../targets.ts";

/** The distance, in spacings, at which the growth begins, and over which it comes to its full slope. */
export const NEAR = 1;
export const EASE = 0.2;
/** Distances, in spacings, at which the output's own variation begins to count, and over which it comes to count fully. */
export const BEGIN = 2;
export const SPAN = 4;

/** How an output's errors grow away from the training rows. */
export interface ExtrapolationModel {
  /** Of the deviations, with the distance in spacings. */
  growth: number;
  /** The weight of polynomials, whose leverage counts as a distance; see leverage.ts. */
  leverageWeight: number;
  /** Over how many spacings means outside the range are drawn back; 0 in files from before they were. */
  returnSpan: number;
  /** How much the output differs between training rows of some distance: a variogram (Matheron, 1963). */
  variation: Variation;
}

export interface Variation {
  /** Ascending, in typical spacings of the rows. */
  distances: Float64Array;
  /** Of each, the mean squared difference of the standardised output; never falling. */
  meanSquares: Float64Array;
  /** The range of the standardised output. */
  low: number;
  high: number;
}

type ExtrapolatedOutput = OutputModel & { extrapolationModel: ExtrapolationModel | null };

/** By how much the deviations of models alone grow. Polynomials extrapolate worst. */
const GROWTH_OF: Record<EmulatorFamily, number> = {
  mean: 0,
  linear: 2.5,
  polynomial: 5,
  "gaussian-process": 2.5,
  network: 2.5,
};

/** Of an ensemble, by the weights of its families. */
export function growthOf(families: readonly Pick<FamilyShare, "family" | "weight">[]): number {
  return families.reduce((sum, { family, weight }) => sum + weight * GROWTH_OF[family], 0);
}

/** Of the families whose predictions are polynomials. */
export const polynomialWeightOf = (families: readonly Pick<FamilyShare, "family" | "weight">[]): number =>
  families.reduce(
    (sum, { family, weight }) => (family === "polynomial" || family === "linear" ? sum + weight : sum),
    0,
  );

/** The factor of the predicted deviation at a distance in spacings. */
export function deviationGrowth(growth: number, distance: number): number {
  const beyond = Math.max(0, distance - NEAR);
  return 1 + growth * (beyond < EASE ? beyond ** 2 / (2 * EASE) : beyond - EASE / 2);
}

/** Of each point; 1 for emulators whose bounds were calibrated without. */
export function varianceGrowth(
  { extrapolationModel }: ExtrapolatedOutput,
  distances: Float64Array,
): Float64Array {
  const growth = extrapolationModel?.growth ?? 0;
  return distances.map((distance) => deviationGrowth(growth, distance) ** 2);
}

/** The derivatives of `varianceGrowth` by the distance. */
export function varianceGrowthDerivative(
  { extrapolationModel }: ExtrapolatedOutput,
  distances: Float64Array,
): Float64Array {
  const growth = extrapolationModel?.growth ?? 0;
  return distances.map((distance) => {
    const slope = growth * Math.min(1, Math.max(0, distance - NEAR) / EASE);
    return 2 * deviationGrowth(growth, distance) * slope;
  });
}

/**
 * The variance that comes on top of the calibrated one, count x size, standardised: none near the rows.
 * @param means count x size, standardised.
 */
export function extrapolationVariance(
  output: ExtrapolatedOutput,
  means: Float64Array,
  distances: Float64Array,
): Float64Array {
  const { extrapolationModel, size } = output;
  const variances = new Float64Array(means.length);
  if (extrapolationModel === null) return variances;
  const { variation } = extrapolationModel;
  for (let i = 0; i < distances.length; i++) {
    const weight = weightAt(distances[i]);
    const meanSquare = weight === 0 ? 0 : meanSquareAt(variation, distances[i]).value;
    for (let at = i * size; at < (i + 1) * size; at++)
      variances[at] = weight * meanSquare + outsideVariance(extrapolationModel, means[at], weight).value;
  }
  return variances;
}

/** The derivatives of `extrapolationVariance` by one feature. */
export function extrapolationVarianceGradients(
  output: ExtrapolatedOutput,
  means: Float64Array,
  meanGradients: Float64Array,
  { distances, gradients }: DataDistancesWithGradients,
  feature: number,
): Float64Array {
  const { extrapolationModel, size } = output;
  const found = new Float64Array(means.length);
  if (extrapolationModel === null) return found;
  const { variation } = extrapolationModel;
  const count = distances.length;
  for (let i = 0; i < count; i++) {
    const weight = weightAt(distances[i]);
    const byDistance = weight === 0 ? 0 : ((1 - weight) * 2 * (distances[i] - BEGIN)) / SPAN ** 2;
    const { value, slope } = meanSquareAt(variation, distances[i]);
    const ofWeight = byDistance * gradients[feature * count + i];
    const ofMeanSquare = slope * gradients[feature * count + i];
    for (let at = i * size; at < (i + 1) * size; at++) {
      const outside = outsideVariance(extrapolationModel, means[at], weight);
      found[at] =
        ofWeight * (value + outside.byWeight) + weight * ofMeanSquare + outside.byMean * meanGradients[at];
    }
  }
  return found;
}

function weightAt(distance: number): number {
  return distance <= BEGIN ? 0 : -Math.expm1(-(((distance - BEGIN) / SPAN) ** 2));
}

/** Interpolated; from 0 at no distance to the last known one. */
function meanSquareAt(
  { distances, meanSquares }: Variation,
  distance: number,
): { value: number; slope: number } {
  const after = distances.findIndex((known) => known > distance);
  if (after < 0) return { value: meanSquares.at(-1) ?? 0, slope: 0 };
  const [from, to] = [after === 0 ? 0 : distances[after - 1], distances[after]];
  const [low, high] = [after === 0 ? 0 : meanSquares[after - 1], meanSquares[after]];
  const slope = (high - low) / (to - from);
  return { value: low + slope * (distance - from), slope };
}

/** Where means are drawn back, the squared excess counts up to the square of the range, over this. */
export const HELD = 2;

/**
 * Of a mean outside the output's own range, so that the bounds reach back into it: some of the squared excess, all of it far
 * from the rows or where the excess is as wide as the range, from where on predictions are held.
 */
function outsideVariance(
  { returnSpan, variation: { low, high } }: ExtrapolationModel,
  mean: number,
  weight: number,
): { value: number; byMean: number; byWeight: number } {
  if (mean >= low && mean <= high) return { value: 0, byMean: 0, byWeight: 0 };
  const excess = mean < low ? mean - low : mean - high;
  const ratio = high > low ? (excess / (high - low)) ** 2 : 1;
  const share = Math.min(1, ratio);
  const held = returnSpan > 0 ? 1 + HELD * ratio : 1;
  const square = (excess * excess) / held;
  const counted = weight + (1 - weight) * share;
  const byShare = share < 1 ? (1 - weight) * 2 * share : 0;
  return {
    value: square * counted,
    byMean: excess * ((2 * counted) / (held * held) + byShare / held),
    byWeight: square * (1 - share),
  };
}
