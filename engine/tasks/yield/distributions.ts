/**
 * The distribution of one input as a function of a standard normal variable (the isoprobabilistic transformation of independent
 * inputs: Rosenblatt, 1952), so that every method works in one space whatever the inputs' distributions are.
 */
import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { normalQuantile, normalShare } from "../../math/normal.ts";

export interface Marginal {
  /** The quantile of a standard normal variable's own share. */
  value(u: number): ScalarValue;
  /** The share of values from `lower` to `upper`, both included; 1 of levels. */
  shareWithin(lower: number, upper: number): number;
  /**
   * How much likelier the value is once all values have moved half-way to the median; null of levels and of a value that never
   * changes. Its mean over the distribution is 1.
   */
  halvedRatio: ((u: number) => number) | null;
}

/** @param isWhole values are rounded to whole numbers */
export function marginalOf(distribution: Distribution, isWhole = false): Marginal {
  switch (distribution.kind) {
    case "fixed":
      return { value: () => distribution.value, shareWithin: within(distribution.value), halvedRatio: null };
    case "levels":
      return levels(distribution.levels);
    case "uniform":
      return rounded(continuous(uniform(wholeCells(distribution, isWhole))), isWhole);
    case "normal":
      return rounded(continuous(normal(distribution)), isWhole);
    case "truncated normal":
      return rounded(continuous(truncated(wholeCells(distribution, isWhole))), isWhole);
    case "lognormal":
      return rounded(continuous(lognormal(distribution)), isWhole);
  }
}

interface Continuous {
  quantile(u: number): number;
  /** Share of values below. */
  share(value: number): number;
  /** Up to a constant factor. */
  density(value: number): number;
}

interface NumberMarginal extends Marginal {
  value(u: number): number;
}

function continuous({ quantile, share, density }: Continuous): NumberMarginal {
  const median = quantile(0);
  return {
    value: quantile,
    shareWithin: (lower, upper) => Math.max(0, share(upper) - share(lower)),
    halvedRatio: (u) => {
      const value = quantile(u);
      const own = density(value);
      return own > 0 ? (2 * density(2 * value - median)) / own : 0;
    },
  };
}

/** A whole number stands for all values that are rounded to it. */
function rounded(marginal: NumberMarginal, isWhole: boolean): Marginal {
  if (!isWhole) return marginal;
  return {
    ...marginal,
    value: (u) => Math.round(marginal.value(u)),
    shareWithin: (lower, upper) => marginal.shareWithin(Math.ceil(lower) - 0.5, Math.floor(upper) + 0.5),
  };
}

/** Of a whole number's cell, up to a rounding error: beyond it the next one begins. */
const HALF = 0.5 - 1e-9;

/** Limits around the whole numbers that lie between them: those at the ends stand for as many values as the others. */
function wholeCells<Limited extends { lower: number; upper: number }>(
  given: Limited,
  isWhole: boolean,
): Limited {
  const [first, last] = [Math.ceil(given.lower), Math.floor(given.upper)];
  return isWhole && first <= last ? { ...given, lower: first - HALF, upper: last + HALF } : given;
}

function uniform({ lower, upper }: Extract<Distribution, { kind: "uniform" }>): Continuous {
  const inside = (value: number) => Math.min(upper, Math.max(lower, value));
  return {
    quantile: (u) => inside(lower + (upper - lower) * normalShare(u)),
    share: (value) => (inside(value) - lower) / (upper - lower),
    density: (value) => (value >= lower && value <= upper ? 1 : 0),
  };
}

type Bell = { mean: number; standard_deviation: number };

const bell = (z: number): number => Math.exp(-0.5 * z * z);

function normal({ mean, standard_deviation: deviation }: Bell): Continuous {
  return {
    quantile: (u) => mean + deviation * u,
    share: (value) => normalShare((value - mean) / deviation),
    density: (value) => bell((value - mean) / deviation),
  };
}

/** The limits' shares are taken in the tail that the distribution lies in, where they are exact. */
function truncated(given: Bell & { lower: number; upper: number }): Continuous {
  const { mean, standard_deviation: deviation, lower, upper } = given;
  const [low, high] = [(lower - mean) / deviation, (upper - mean) / deviation];
  const isUpper = low > 0;
  const [from, to] = isUpper
    ? [normalShare(-low), normalShare(-high)]
    : [normalShare(low), normalShare(high)];
  const inside = (value: number) => Math.min(upper, Math.max(lower, value));
  return {
    quantile: (u) => {
      const share = from + (to - from) * normalShare(u);
      const z = share <= 0 ? (isUpper ? -high : low) : share >= 1 ? high : normalQuantile(share);
      return inside(mean + deviation * (isUpper ? -z : z));
    },
    share: (value) => {
      const z = (inside(value) - mean) / deviation;
      return ((isUpper ? normalShare(-z) : normalShare(z)) - from) / (to - from);
    },
    density: (value) => (value >= lower && value <= upper ? bell((value - mean) / deviation) : 0),
  };
}

/** Of the logarithm: mean ln(m) - s²/2 and variance s² = ln(1 + (deviation/m)²). */
function lognormal({ mean, standard_deviation }: Bell): Continuous {
  const deviation = Math.sqrt(Math.log1p((standard_deviation / mean) ** 2));
  const centre = Math.log(mean) - deviation ** 2 / 2;
  return {
    quantile: (u) => Math.exp(centre + deviation * u),
    share: (value) => (value <= 0 ? 0 : normalShare((Math.log(value) - centre) / deviation)),
    density: (value) => (value <= 0 ? 0 : bell((Math.log(value) - centre) / deviation) / value),
  };
}

function levels(given: Extract<Distribution, { kind: "levels" }>["levels"]): Marginal {
  const total = given.reduce((sum, { probability }) => sum + probability, 0);
  let sum = 0;
  const ends = given.map(({ probability }) => {
    sum += probability / total;
    return normalQuantileOf(sum);
  });
  return {
    value: (u) => given[ends.findIndex((end) => u < end)].value,
    shareWithin: (lower, upper) =>
      given.reduce(
        (inside, { value, probability }) => inside + within(value)(lower, upper) * (probability / total),
        0,
      ),
    halvedRatio: null,
  };
}

const normalQuantileOf = (share: number): number =>
  share <= 0
    ? Number.NEGATIVE_INFINITY
    : share >= 1 - 1e-12
      ? Number.POSITIVE_INFINITY
      : normalQuantile(share);

/** Of one value: all or nothing; options always lie within. */
const within =
  (value: ScalarValue) =>
  (lower: number, upper: number): number =>
    typeof value === "string" || (value >= lower && value <= upper) ? 1 : 0;
