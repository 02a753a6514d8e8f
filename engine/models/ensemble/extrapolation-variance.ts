/**
 * The part of the bounds that is due to the distance from the training rows, for any model. Errors grow with that
 * distance, and far from the rows a prediction says no more than that the output varies as much over this distance as
 * it does among the rows. Bounds are calibrated on rows of the same design, which carry no information about
 * extrapolation, so this variance is added to the calibrated one.
 *
 * The growth was measured on clusters of rows that were left out of trainings on five data sets of 5 to 8 inputs.
 */
import type { EmulatorFamily, FamilyShare } from "../emulator.ts";
import type { DataDistancesWithGradients } from "../extrapolation/data-distance.ts";
import type { OutputModel } from "../targets.ts";
import { computeVariationShare, type ExtrapolationEvidence } from "./extrapolation-evidence.ts";

/** The growth begins at the first of these distances, in spacings, and reaches its full slope over the second. */
export const GROWTH_START_SPACINGS = 1;
export const GROWTH_EASING_SPACINGS = 0.2;
/**
 * The output's own variation begins to count at the first of these distances, in spacings; about 63% of it count
 * after the second.
 */
export const VARIATION_START_SPACINGS = 2;
export const VARIATION_SPAN_SPACINGS = 4;

/** The growth of an output's errors away from the training rows. */
export interface ExtrapolationModel {
  /** The growth of the deviations for each spacing of distance. */
  growth: number;
  /** The deviations grow by this share with each standard deviation that the mean lies outside the output's range; 0 in files from before it. */
  excessGrowth: number;
  /** The weight of polynomials, whose leverage counts as a distance; see leverage.ts. */
  leverageWeight: number;
  /**
   * The distance, in spacings, over which means outside the range are drawn back; 0 in files from before they were.
   */
  returnSpan: number;
  /**
   * The mean squared difference of the output between training rows, by their distance: a variogram (Matheron, 1963).
   */
  variation: Variation;
  /** Null where no rows tell, and in files from before it was measured. */
  evidence: ExtrapolationEvidence | null;
}

export interface Variation {
  /** The distances ascend, in typical spacings of the rows. */
  distances: Float64Array;
  /** The mean squared difference of the standardised output at each distance; never falling. */
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

/** Averages the growth over the families of an ensemble by their weights. */
export function growthOf(families: readonly Pick<FamilyShare, "family" | "weight">[]): number {
  return families.reduce((sum, { family, weight }) => sum + weight * GROWTH_BY_FAMILY[family], 0);
}

/** Sums the weights of the families whose predictions are polynomials. */
export const polynomialWeightOf = (families: readonly Pick<FamilyShare, "family" | "weight">[]): number =>
  families.reduce(
    (sum, { family, weight }) => (family === "polynomial" || family === "linear" ? sum + weight : sum),
    0,
  );

/**
 * Computes the factor 1 + growth e(d) of the predicted deviation at a distance d from the rows. With b = max(0, d - start)
 * and the easing s, e(d) is b² / (2 s) below s and b - s / 2 from there on.
 * @param growth the growth of the deviation for each spacing.
 * @param distance from the training rows, in spacings.
 * @returns at least 1.
 */
export function deviationGrowth(growth: number, distance: number): number {
  const beyond = Math.max(0, distance - GROWTH_START_SPACINGS);
  return (
    1 +
    growth *
      (beyond < GROWTH_EASING_SPACINGS
        ? beyond ** 2 / (2 * GROWTH_EASING_SPACINGS)
        : beyond - GROWTH_EASING_SPACINGS / 2)
  );
}

/**
 * Computes the factor of each calibrated variance: the square of `deviationGrowth` times the square of
 * 1 + excessGrowth |excess|. It is 1 for emulators whose bounds were calibrated without.
 * @param means count x size, standardised, before they are drawn back.
 * @param distances of the points from the training rows (count), in spacings.
 * @returns count x size.
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

/**
 * Computes the distance of a mean below (negative) or above the output's range; 0 inside.
 * @param model the range of the output in the training rows
 * @param mean a prediction, in the same unit
 * @returns in the same unit
 */
export function computeExcess({ variation: { low, high } }: ExtrapolationModel, mean: number): number {
  if (mean < low) return mean - low;
  return mean > high ? mean - high : 0;
}

/**
 * Computes the derivatives of `varianceGrowth` by one feature.
 * @param meanGradients the derivatives of the means by this feature, count x size.
 * @returns count x size.
 */
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
    const distanceSlope =
      growth * Math.min(1, Math.max(0, distances[row] - GROWTH_START_SPACINGS) / GROWTH_EASING_SPACINGS);
    const excess = computeExcess(extrapolationModel, mean);
    const byExcess = 1 + excessGrowth * Math.abs(excess);
    const excessSlope = excessGrowth * Math.sign(excess) * meanGradients[at];
    const factor = byDistance * byExcess;
    const rowGradient = gradients.at(feature, row);
    return 2 * factor * (distanceSlope * rowGradient * byExcess + byDistance * excessSlope);
  });
}

/**
 * Computes the variance that is added to the calibrated one: w v(d) + o at the distance d from the rows. The weight
 * w = s(d) (1 - exp(-((d - start) / span)²)) is 0 up to the start; s is the share of `computeVariationShare`, 1 without evidence; v is the
 * variogram; o is the variance of `outsideVariance`.
 * @param means count x size, standardised.
 * @param distances of the points from the training rows (count), in spacings.
 * @returns count x size, standardised.
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
    const weight = computeWeight(extrapolationModel, distances[i]).value;
    const meanSquare = weight === 0 ? 0 : meanSquareAt(variation, distances[i]).value;
    for (let at = i * size; at < (i + 1) * size; at++)
      variances[at] = weight * meanSquare + outsideVariance(extrapolationModel, means[at], weight).value;
  }
  return variances;
}

/** Computes the derivatives of `extrapolationVariance` by one feature. */
export function extrapolationVarianceGradients(
  output: ExtrapolatedOutput,
  means: Float64Array,
  meanGradients: Float64Array,
  { distances, gradients }: DataDistancesWithGradients,
  feature: number,
): Float64Array {
  const { extrapolationModel, size } = output;
  const derivatives = new Float64Array(means.length);
  if (extrapolationModel === null) return derivatives;
  const { variation } = extrapolationModel;
  const byFeature = gradients.row(feature);
  for (let i = 0; i < byFeature.length; i++) {
    const { value: weight, slope: weightByDistance } = computeWeight(extrapolationModel, distances[i]);
    const { value, slope } = meanSquareAt(variation, distances[i]);
    const weightSlope = weightByDistance * byFeature[i];
    const meanSquareSlope = slope * byFeature[i];
    for (let at = i * size; at < (i + 1) * size; at++) {
      const outside = outsideVariance(extrapolationModel, means[at], weight);
      derivatives[at] =
        weightSlope * (value + outside.byWeight) +
        weight * meanSquareSlope +
        outside.byMean * meanGradients[at];
    }
  }
  return derivatives;
}

/** Computes the variogram at a distance from the rows, and the weight that it has there without evidence. */
export const computeVariation = (
  variation: Variation,
  distance: number,
): { weight: number; value: number } => ({
  weight: computeRise(distance).value,
  value: meanSquareAt(variation, distance).value,
});

/** Computes the weight of the variogram at a distance, and its derivative by the distance. */
function computeWeight({ evidence }: ExtrapolationModel, distance: number): { value: number; slope: number } {
  const rise = computeRise(distance);
  if (rise.value === 0) return rise;
  const share = computeVariationShare(evidence, distance);
  return { value: share.value * rise.value, slope: share.slope * rise.value + share.value * rise.slope };
}

/** The same without evidence. */
function computeRise(distance: number): { value: number; slope: number } {
  if (distance <= VARIATION_START_SPACINGS) return { value: 0, slope: 0 };
  const beyond = (distance - VARIATION_START_SPACINGS) / VARIATION_SPAN_SPACINGS;
  const value = -Math.expm1(-(beyond ** 2));
  return { value, slope: ((1 - value) * 2 * beyond) / VARIATION_SPAN_SPACINGS };
}

/** Interpolates the variogram linearly from 0 at no distance; beyond the largest distance it stays constant. */
function meanSquareAt(
  { distances, meanSquares }: Variation,
  distance: number,
): { value: number; slope: number } {
  const after = distances.findIndex((knot) => knot > distance);
  if (after < 0) return { value: meanSquares.at(-1) ?? 0, slope: 0 };
  const [from, to] = [after === 0 ? 0 : distances[after - 1], distances[after]];
  const [low, high] = [after === 0 ? 0 : meanSquares[after - 1], meanSquares[after]];
  const slope = (high - low) / (to - from);
  return { value: low + slope * (distance - from), slope };
}

/** The squared excess of means that are drawn back is bounded by the square of the range over this number. */
export const EXCESS_SATURATION = 2;

/**
 * Computes the variance for a mean outside the output's own range, so that the bounds reach back into it: some of the
 * squared excess, all of it far from the rows or where the excess is as wide as the range, from where on predictions
 * are held.
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
  const held = returnSpan > 0 ? 1 + EXCESS_SATURATION * ratio : 1;
  const square = (excess * excess) / held;
  const counted = weight + (1 - weight) * share;
  const byShare = share > 0 && share < 1 ? (1 - weight) * 2 * share : 0;
  return {
    value: square * counted,
    byMean: excess * ((2 * counted) / (held * held) + byShare / held),
    byWeight: square * (1 - share),
  };
}
