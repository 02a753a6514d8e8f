/** From shares of failing designs to what is said of them: an estimate between two bounds that hold the truth 95 times in 100. */
import { normalQuantile, REACH_95 } from "../../math/normal.ts";
import { computeShareQuantiles, type FailingShares } from "./failing-shares.ts";

export interface Bounded {
  estimate: number;
  lower: number;
  upper: number;
}

export interface Uncertainties {
  /** The share that fails inside the training range. */
  shares: FailingShares;
  /** The half width of the 95% interval of the sampling error; relative where failures are rare. */
  sampling: { kind: "absolute" | "relative"; reach: number };
  /** The share of the distribution outside the training range, where nothing is known: its upper bound where it was counted. */
  shareOutside: number;
  /** The share that the emulator predicts to fail outside the range. */
  failingOutside: number;
}

/** The share of designs that fail. Both errors are independent of each other, so their squares add up. */
export function failingInterval({ shares, sampling, shareOutside, failingOutside }: Uncertainties): Bounded {
  const spread = computeShareQuantiles(shares);
  const inside =
    sampling.kind === "absolute" ? absolute(spread, sampling.reach) : relative(spread, sampling.reach);
  const share = (value: number) => Math.min(1, Math.max(0, value));
  return {
    estimate: share(spread.middle + failingOutside),
    lower: share(inside.lower),
    upper: share(inside.upper + shareOutside),
  };
}

type Spread = ReturnType<typeof computeShareQuantiles>;

const absolute = ({ low, middle, high }: Spread, reach: number) => ({
  lower: middle - Math.hypot(middle - low, reach),
  upper: middle + Math.hypot(high - middle, reach),
});

/** On the scale of logarithms, on which the errors of rare shares lie evenly. */
function relative({ low, middle, high }: Spread, reach: number): { lower: number; upper: number } {
  if (!(middle > 0)) return { lower: low, upper: high };
  return {
    lower: low > 0 ? middle * Math.exp(-Math.hypot(Math.log(middle / low), reach)) : 0,
    upper: middle * Math.exp(Math.hypot(Math.log(high / middle), reach)),
  };
}

/**
 * Computes half the width of a 95% interval of a mean from independent estimates of it, by Student's t distribution.
 * @param estimates at least two
 * @returns in the unit of the estimates
 */
export function computeHalfWidthOfMean(estimates: readonly number[]): number {
  const count = estimates.length;
  const mean = estimates.reduce((sum, estimate) => sum + estimate, 0) / count;
  const variance = estimates.reduce((sum, estimate) => sum + (estimate - mean) ** 2, 0) / (count - 1);
  return studentQuantile(count - 1) * Math.sqrt(variance / count);
}

/** The 97.5% quantile of Student's t, after Cornish and Fisher: within 4% from 3 degrees of freedom on. */
function studentQuantile(freedom: number): number {
  const z = REACH_95;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

/** The sigma level of a share that fails, one-sided: 0.00135 is 3. Null where none or all fail. */
export const sigmaLevel = (failing: number): number | null =>
  failing > 0 && failing < 1 ? -normalQuantile(failing) : null;
