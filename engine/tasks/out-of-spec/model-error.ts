/** The effect of the errors of an emulator, or of a process of simulations, on a predicted failing share. */
import { REACH_95 } from "../../math/normal.ts";
import type { Share } from "../../math/share.ts";
import { createErrorField } from "../yield/error-field.ts";
import { computeErrorLengths } from "../yield/error-lengths.ts";
import { computeFailingShares, computeShareQuantiles, type FailingShares } from "../yield/failing-shares.ts";
import { AT_ONCE, type LevelSet, type ScoreBand } from "./level-set.ts";

/** The number of draws of the errors: quantiles of this many are steady. */
const ERROR_DRAW_COUNT = 256;
const ERROR_SEED = 1;

/** The bands of many points, some at a time. */
export function allBands(levelSet: Pick<LevelSet, "bands">, points: readonly Float64Array[]): ScoreBand[] {
  const bands: ScoreBand[] = [];
  for (let from = 0; from < points.length; from += AT_ONCE)
    bands.push(...levelSet.bands(points.slice(from, from + AT_ONCE)));
  return bands;
}

export interface ShareErrors extends FailingShares {
  isVerified: boolean;
}

/** The share of weighted designs that fails: as predicted, and for draws of the errors. */
export function failingWithErrors(
  { axes, rows, isVerified = false }: Pick<LevelSet, "axes" | "rows" | "isVerified">,
  points: readonly Float64Array[],
  bands: readonly ScoreBand[],
  weights: Float64Array,
): ShareErrors {
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
  const lengths = computeErrorLengths(rows, { places, margins: rated.margin, dimensions });
  const field = createErrorField({ lengths, rows, draws: ERROR_DRAW_COUNT, seed: ERROR_SEED });
  const drawErrors = { dimensions, places: (some: Float64Array) => some };
  return { ...computeFailingShares(drawErrors, field, { points: places, rated, weights }, null), isVerified };
}

/**
 * The interval of a sample's share, which holds the errors of the model then too. Both are independent: their squares add up. Of
 * errors whose size simulations told, the share is that which they make the likeliest.
 */
export function withErrors({ value, lower, upper }: Share, { isVerified, ...shares }: ShareErrors): Share {
  const { low, middle, high } = computeShareQuantiles(shares, isVerified ? 1 : undefined);
  const centre = isVerified ? middle : shares.plain;
  const shifted = Math.min(1, Math.max(0, value + centre - shares.plain));
  return {
    value: shifted,
    lower: Math.max(0, shifted - Math.hypot(value - lower, Math.max(0, centre - low))),
    upper: Math.min(1, shifted + Math.hypot(upper - value, Math.max(0, high - centre))),
  };
}
