/**
 * Acquisition functions of a Gaussian process's posterior, as logarithms: these do not underflow far from the best
 * point.
 */
import { normalShare } from "../../../math/normal.ts";

const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);
/** Below this z, the continued fraction of Mills' ratio is exact to rounding with `FRACTION_TERMS` terms. */
const MAX_CONTINUED_FRACTION_Z = -3;
const FRACTION_TERMS = 60;

/** Computes K(x) = 1/(x + 2/(x + 3/(...))), the part of the continued fraction of Mills' ratio after its first x. */
function computeTailFraction(x: number): number {
  let fraction = x;
  for (let k = FRACTION_TERMS; k > 1; k--) fraction = x + k / fraction;
  return 1 / fraction;
}

/**
 * Computes log Phi(z), the logarithm of the standard normal distribution function, without underflow for small z.
 * @param z dimensionless
 * @returns log Phi(z), at most 0
 */
export function logNormalShare(z: number): number {
  if (z > MAX_CONTINUED_FRACTION_Z) return Math.log(normalShare(z));
  const x = -z;
  return -0.5 * x * x - LOG_ROOT_TWO_PI - Math.log(x + computeTailFraction(x));
}

/**
 * Computes the analytic log expected improvement log EI = log(sigma) + log(phi(z) + z Phi(z)) with z = (mean - best)
 * / sigma, for maximisation (D. R. Jones, M. Schonlau and W. J. Welch, 1998, equation 15). For small z it avoids the cancellation of the textbook form through Mills' ratio.
 *
 * Reference: S. Ament et al. (2023), "Unexpected improvements to expected improvement for Bayesian optimization".
 * @param mean posterior mean, on the scale of the process
 * @param deviation posterior standard deviation, on the same scale; positive
 * @param best the score to improve on, on the same scale
 * @returns log EI
 */
export function logExpectedImprovement(mean: number, deviation: number, best: number): number {
  const z = (mean - best) / deviation;
  const logDensity = -0.5 * z * z - LOG_ROOT_TWO_PI;
  if (z > MAX_CONTINUED_FRACTION_Z)
    return Math.log(deviation) + Math.log(Math.exp(logDensity) + z * normalShare(z));
  // With Mills' ratio R = 1 / (x + K), 1 - x R = K R.
  const x = -z;
  const k = computeTailFraction(x);
  return Math.log(deviation) + logDensity + Math.log(k) - Math.log(x + k);
}

/**
 * Computes log P(g >= 0) = log Phi(mean / deviation) of a constraint g ~ N(mean, deviation^2).
 * @param mean posterior mean of the constraint, in its unit
 * @param deviation posterior standard deviation, in the same unit; positive
 * @returns the logarithm of the probability, at most 0
 */
export const logProbabilityOfFeasibility = (mean: number, deviation: number): number =>
  logNormalShare(mean / deviation);
