/**
 * What the errors of an emulator, or of a process of simulations, make of a share that fails by its predictions: designs near each
 * other are mistaken together, so the errors do not average out.
 */
import { REACH_95 } from "../../math/normal.ts";
import { createErrorField } from "../yield/error-field.ts";
import { errorLengths } from "../yield/error-lengths.ts";
import { type FailingShares, failingShares, shareQuantiles } from "../yield/failing-shares.ts";
import { AT_ONCE, type LevelSet, type ScoreBand } from "./level-set.ts";
import type { Share } from "./share.ts";

/** Of the errors; their quantiles are steady. */
const DRAWS = 256;
const SEED = 1;

/** The bands of many points, some at a time. */
export function allBands(levelSet: Pick<LevelSet, "bands">, points: readonly Float64Array[]): ScoreBand[] {
  const bands: ScoreBand[] = [];
  for (let from = 0; from < points.length; from += AT_ONCE)
    bands.push(...levelSet.bands(points.slice(from, from + AT_ONCE)));
  return bands;
}

/** The share of weighted designs that fails: as predicted, and for draws of the errors. */
export function failingWithErrors(
  { axes, rows }: Pick<LevelSet, "axes" | "rows">,
  points: readonly Float64Array[],
  bands: readonly ScoreBand[],
  weights: Float64Array,
): FailingShares {
  const dimensions = axes.length;
  const places = new Float64Array(points.length * dimensions);
  points.forEach((point, i) => {
    places.set(point, i * dimensions);
  });
  const rated = {
    margin: Float64Array.from(bands, ({ score }) => score),
    below: Float64Array.from(bands, ({ score, lower }) => (score - lower) / REACH_95),
    above: Float64Array.from(bands, ({ score, upper }) => (upper - score) / REACH_95),
  };
  const lengths = errorLengths(rows, { places, margins: rated.margin, dimensions });
  const field = createErrorField({ lengths, rows, draws: DRAWS, seed: SEED });
  const own = { dimensions, places: (some: Float64Array) => some };
  return failingShares(own, field, { points: places, rated, weights }, null);
}

/** The interval of a sample's share, which holds the errors of the model then too. Both are independent: their squares add up. */
export function withErrors({ value, lower, upper }: Share, shares: FailingShares): Share {
  const { low, high } = shareQuantiles(shares);
  const below = Math.max(0, shares.plain - low);
  const above = Math.max(0, high - shares.plain);
  return {
    value,
    lower: Math.max(0, value - Math.hypot(value - lower, below)),
    upper: Math.min(1, value + Math.hypot(upper - value, above)),
  };
}
