/**
 * The distribution of an input as a function of a standard normal variable u: the isoprobabilistic transformation x =
 * F^-1(Phi(u)) of independent inputs (M. Rosenblatt, 1952). Every method of reliability analysis thereby works in
 * standard normal space.
 */
import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { normalQuantile, normalShare } from "../../math/normal.ts";

export interface Marginal {
  /** The input's value F^-1(Phi(u)) at a standard normal variable u. */
  value(u: number): ScalarValue;
  /** The probability of values in [lower, upper]; 1 for options. */
  shareWithin(lower: number, upper: number): number;
  /**
   * The density ratio f(2x - median) 2 / f(x) of a distribution whose values have moved half-way to the median; its
   * mean over the distribution is 1. Null for levels and for a value that never changes.
   */
  halvedRatio: ((u: number) => number) | null;
}

/**
 * Creates the marginal distribution of an input.
 * @param isWhole values are rounded to whole numbers
 */
export function createMarginal(distribution: Distribution, isWhole = false): Marginal {
  switch (distribution.kind) {
    case "fixed":
      return {
        value: () => distribution.value,
        shareWithin: createPointShare(distribution.value),
        halvedRatio: null,
      };
    case "levels":
      return createLevels(distribution.levels);
    case "uniform":
      return roundMarginal(
        createContinuousMarginal(createUniform(extendToWholeCells(distribution, isWhole))),
        isWhole,
      );
    case "normal":
      return roundMarginal(createContinuousMarginal(createNormal(distribution)), isWhole);
    case "truncated normal":
      return roundMarginal(
        createContinuousMarginal(createTruncatedNormal(extendToWholeCells(distribution, isWhole))),
        isWhole,
      );
    case "lognormal":
      return roundMarginal(createContinuousMarginal(createLognormal(distribution)), isWhole);
  }
}

interface ContinuousDistribution {
  quantile(u: number): number;
  /** The distribution function F: the share of values below. */
  cumulative(value: number): number;
  /** The density, up to a constant factor. */
  density(value: number): number;
}

interface NumberMarginal extends Marginal {
  value(u: number): number;
}

function createContinuousMarginal({
  quantile,
  cumulative: share,
  density,
}: ContinuousDistribution): NumberMarginal {
  const median = quantile(0);
  return {
    value: quantile,
    shareWithin: (lower, upper) => Math.max(0, share(upper) - share(lower)),
    halvedRatio: (u) => {
      const value = quantile(u);
      const densityAtValue = density(value);
      return densityAtValue > 0 ? (2 * density(2 * value - median)) / densityAtValue : 0;
    },
  };
}

/** Rounds values; a whole number stands for all values that are rounded to it. */
function roundMarginal(marginal: NumberMarginal, isWhole: boolean): Marginal {
  if (!isWhole) return marginal;
  return {
    ...marginal,
    value: (u) => Math.round(marginal.value(u)),
    shareWithin: (lower, upper) => marginal.shareWithin(Math.ceil(lower) - 0.5, Math.floor(upper) + 0.5),
  };
}

/**
 * Half the width of a whole number's cell, reduced by a rounding error so that the ends do not fall into the next
 * cell.
 */
const HALF_CELL_WIDTH = 0.5 - 1e-9;

/** Extends the limits by half a cell, so that the whole numbers at the ends are as probable as the others. */
function extendToWholeCells<Limited extends { lower: number; upper: number }>(
  distribution: Limited,
  isWhole: boolean,
): Limited {
  const [first, last] = [Math.ceil(distribution.lower), Math.floor(distribution.upper)];
  return isWhole && first <= last
    ? { ...distribution, lower: first - HALF_CELL_WIDTH, upper: last + HALF_CELL_WIDTH }
    : distribution;
}

function createUniform({ lower, upper }: Extract<Distribution, { kind: "uniform" }>): ContinuousDistribution {
  const clamp = (value: number) => Math.min(upper, Math.max(lower, value));
  return {
    quantile: (u) => clamp(lower + (upper - lower) * normalShare(u)),
    cumulative: (value) => (clamp(value) - lower) / (upper - lower),
    density: (value) => (value >= lower && value <= upper ? 1 : 0),
  };
}

type NormalMoments = { mean: number; standard_deviation: number };

/** The standard normal density without its constant factor. */
const computeNormalKernel = (z: number): number => Math.exp(-0.5 * z * z);

function createNormal({ mean, standard_deviation: deviation }: NormalMoments): ContinuousDistribution {
  return {
    quantile: (u) => mean + deviation * u,
    cumulative: (value) => normalShare((value - mean) / deviation),
    density: (value) => computeNormalKernel((value - mean) / deviation),
  };
}

/**
 * A truncated normal distribution. The shares at its limits are computed in the tail that contains it, where they are
 * exact.
 */
function createTruncatedNormal(
  distribution: NormalMoments & { lower: number; upper: number },
): ContinuousDistribution {
  const { mean, standard_deviation: deviation, lower, upper } = distribution;
  const [low, high] = [(lower - mean) / deviation, (upper - mean) / deviation];
  const isUpper = low > 0;
  const [lowerShare, upperShare] = isUpper
    ? [normalShare(-low), normalShare(-high)]
    : [normalShare(low), normalShare(high)];
  const clamp = (value: number) => Math.min(upper, Math.max(lower, value));
  return {
    quantile: (u) => {
      const share = lowerShare + (upperShare - lowerShare) * normalShare(u);
      const z = share <= 0 ? (isUpper ? -high : low) : share >= 1 ? high : normalQuantile(share);
      return clamp(mean + deviation * (isUpper ? -z : z));
    },
    cumulative: (value) => {
      const z = (clamp(value) - mean) / deviation;
      return ((isUpper ? normalShare(-z) : normalShare(z)) - lowerShare) / (upperShare - lowerShare);
    },
    density: (value) =>
      value >= lower && value <= upper ? computeNormalKernel((value - mean) / deviation) : 0,
  };
}

/**
 * A lognormal distribution with mean m and standard deviation d: ln x is normal with mean ln(m) - s^2/2 and variance
 * s^2 = ln(1 + (d/m)^2).
 */
function createLognormal({ mean, standard_deviation }: NormalMoments): ContinuousDistribution {
  const deviation = Math.sqrt(Math.log1p((standard_deviation / mean) ** 2));
  const centre = Math.log(mean) - deviation ** 2 / 2;
  return {
    quantile: (u) => Math.exp(centre + deviation * u),
    cumulative: (value) => (value <= 0 ? 0 : normalShare((Math.log(value) - centre) / deviation)),
    density: (value) =>
      value <= 0 ? 0 : computeNormalKernel((Math.log(value) - centre) / deviation) / value,
  };
}

function createLevels(levels: Extract<Distribution, { kind: "levels" }>["levels"]): Marginal {
  const total = levels.reduce((sum, { probability }) => sum + probability, 0);
  let sum = 0;
  const upperQuantiles = levels.map(({ probability }) => {
    sum += probability / total;
    return computeNormalQuantile(sum);
  });
  return {
    value: (u) => levels[upperQuantiles.findIndex((end) => u < end)].value,
    shareWithin: (lower, upper) =>
      levels.reduce(
        (totalShare, { value, probability }) =>
          totalShare + createPointShare(value)(lower, upper) * (probability / total),
        0,
      ),
    halvedRatio: null,
  };
}

const computeNormalQuantile = (share: number): number =>
  share <= 0
    ? Number.NEGATIVE_INFINITY
    : share >= 1 - 1e-12
      ? Number.POSITIVE_INFINITY
      : normalQuantile(share);

/** Creates the share of a single value in a range: 1 or 0; options always lie within. */
const createPointShare =
  (value: ScalarValue) =>
  (lower: number, upper: number): number =>
    typeof value === "string" || (value >= lower && value <= upper) ? 1 : 0;
