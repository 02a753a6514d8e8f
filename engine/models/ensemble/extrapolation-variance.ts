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
  /** The deviations grow by this share with each standard deviation that the mean lies outside the output's range; 0 in files from before it. */
  excessGrowth: number;
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

/**
 * The deviation of each family's predictions grows by this share with each spacing beyond the usual distance. Polynomials extrapolate
 * worst. Measured by `npm run bench -- bounds`: with less, corners without rows are covered too seldom.
 */
const GROWTH_BY_FAMILY: Record<EmulatorFamily, number> = {
  mean: 0,
  linear: 1.5,
  polynomial: 3,
  "gaussian-process": 1.5,
  network: 1.5,
};

/**
 * The deviation grows by this share with each standard deviation that a mean lies outside the range of the training values. Nothing
 * like it was ever measured, and whoever looks for the best design looks where the model errs to that side. It is a factor of the
 * deviation, so that a good model stays sure a little beyond its rows. Measured by `npm run bench -- bounds`.
 */
export const EXCESS_GROWTH = 0.8;

/** Of an ensemble, by the weights of its families. */
export function growthOf(families: readonly Pick<FamilyShare, "family" | "weight">[]): number {
  return families.reduce((sum, { family, weight }) => sum + weight * GROWTH_BY_FAMILY[family], 0);
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

/**
 * The factor of each calibrated variance, count x size; 1 for emulators whose bounds were calibrated without.
 * @param means count x size, standardised, before they are drawn back.
 */
export function varianceGrowth(
  { extrapolationModel, size }: ExtrapolatedOutput,
  means: Float64Array,
  distances: Float64Array,
): Float64Array {
  if (extrapolationModel === null) return new Float64Array(means.length).fill(1);
  const { growth, excessGrowth } = extrapolationModel;
  const byDistance = distances.map((distance) => deviationGrowth(growth, distance) ** 2);
  return means.map((mean, at) => {
    const byExcess = 1 + excessGrowth * Math.abs(computeExcess(extrapolationModel, mean));
    return byDistance[Math.floor(at / size)] * byExcess * byExcess;
  });
}

/** The distance of a mean below (negative) or above the output's range; 0 inside. */
export function computeExcess({ variation: { low, high } }: ExtrapolationModel, mean: number): number {
  if (mean < low) return mean - low;
  return mean > high ? mean - high : 0;
}

/** The derivatives of `varianceGrowth` by one feature. @param meanGradients those of the means */
export function varianceGrowthGradients(
  { extrapolationModel, size }: ExtrapolatedOutput,
  means: Float64Array,
  meanGradients: Float64Array,
  { distances, gradients }: DataDistancesWithGradients,
  feature: number,
): Float64Array {
  if (extrapolationModel === null) return new Float64Array(means.length);
  const { growth, excessGrowth } = extrapolationModel;
  return means.map((mean, at) => {
    const row = Math.floor(at / size);
    const byDistance = deviationGrowth(growth, distances[row]);
    const distanceSlope = growth * Math.min(1, Math.max(0, distances[row] - NEAR) / EASE);
    const excess = computeExcess(extrapolationModel, mean);
    const byExcess = 1 + excessGrowth * Math.abs(excess);
    const excessSlope = excessGrowth * Math.sign(excess) * meanGradients[at];
    const factor = byDistance * byExcess;
    const rowGradient = gradients[feature * distances.length + row];
    return 2 * factor * (distanceSlope * rowGradient * byExcess + byDistance * excessSlope);
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
  model: ExtrapolationModel,
  mean: number,
  weight: number,
): { value: number; byMean: number; byWeight: number } {
  const {
    returnSpan,
    excessGrowth,
    variation: { low, high },
  } = model;
  const excess = computeExcess(model, mean);
  if (excess === 0) return { value: 0, byMean: 0, byWeight: 0 };
  const ratio = high > low ? (excess / (high - low)) ** 2 : 1;
  const share = excessGrowth > 0 ? 0 : Math.min(1, ratio);
  const held = returnSpan > 0 ? 1 + HELD * ratio : 1;
  const square = (excess * excess) / held;
  const counted = weight + (1 - weight) * share;
  const byShare = share > 0 && share < 1 ? (1 - weight) * 2 * share : 0;
  return {
    value: square * counted,
    byMean: excess * ((2 * counted) / (held * held) + byShare / held),
    byWeight: square * (1 - share),
  };
}
