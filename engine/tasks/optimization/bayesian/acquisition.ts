/** How promising a point is, from what a Gaussian process says of it; in logarithms, which do not vanish far from the best. */
import { normalShare } from "../../../math/normal.ts";

const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** Below this, the tail's continued fractions are exact. */
const TAIL = -3;
const FRACTION_TERMS = 60;

/** x + 1/(x + 2/(x + 3/(...))), without its first x: 1/(x + 2/(x + ...)). */
function tailFraction(x: number): number {
  let fraction = x;
  for (let k = FRACTION_TERMS; k > 1; k--) fraction = x + k / fraction;
  return 1 / fraction;
}

/** Logarithm of the share of the standard normal distribution below z. */
export function logNormalShare(z: number): number {
  if (z > TAIL) return Math.log(normalShare(z));
  const x = -z;
  return -0.5 * x * x - LOG_ROOT_TWO_PI - Math.log(x + tailFraction(x));
}

/**
 * Logarithm of the expected improvement over `best`, without the cancellation of its textbook form (S. Ament et al., 2023,
 * "Unexpected improvements to expected improvement for Bayesian optimization").
 */
export function logExpectedImprovement(mean: number, deviation: number, best: number): number {
  const z = (mean - best) / deviation;
  const logDensity = -0.5 * z * z - LOG_ROOT_TWO_PI;
  if (z > TAIL) return Math.log(deviation) + Math.log(Math.exp(logDensity) + z * normalShare(z));
  // With Mills' ratio R = 1 / (x + K), 1 - x R = K R.
  const x = -z;
  const k = tailFraction(x);
  return Math.log(deviation) + logDensity + Math.log(k) - Math.log(x + k);
}

/** Logarithm of the probability that a value is at least 0. */
export const logProbabilityOfFeasibility = (mean: number, deviation: number): number =>
  logNormalShare(mean / deviation);
