/** The standard normal distribution. */

/**
 * Computes the cumulative distribution function Φ(z), to some 14 digits: the series and the continued fraction of Abramowitz and Stegun,
 * 26.2.
 * @param z standard deviations from the mean
 * @returns 0 .. 1.
 */
export function normalShare(z: number): number {
  const x = Math.abs(z);
  if (x > 38) return z > 0 ? 1 : 0;
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let above: number;
  if (x < 3) {
    let term = x;
    let sum = x;
    for (let k = 3; term > 1e-17 * sum; k += 2) {
      term *= (x * x) / k;
      sum += term;
    }
    above = 0.5 - density * sum;
  } else {
    let fraction = x;
    for (let k = 60; k > 0; k--) fraction = x + k / fraction;
    above = density / fraction;
  }
  return z > 0 ? 1 - above : above;
}

/**
 * Computes the quantile Φ⁻¹(share) by Newton's method from a logistic guess.
 * @param share inside (0, 1).
 */
export function normalQuantile(share: number): number {
  if (share > 0.5) return -normalQuantile(1 - share);
  let z = Math.max(-8, Math.log(share / (1 - share)) / 1.702);
  for (let round = 0; round < 60; round++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    // Steps are held short: far from the middle the first would overshoot.
    const step = Math.max(-0.5, Math.min(0.5, (normalShare(z) - share) / density));
    z -= step;
    if (Math.abs(step) < 1e-13 * (1 + Math.abs(z))) break;
  }
  return z;
}

/**
 * Computes the logarithm of a normal density, -(log(2 π variance) + error² / variance) / 2.
 * @param error the distance from the mean.
 */
export const logNormalDensity = (error: number, variance: number): number =>
  -0.5 * (Math.log(2 * Math.PI * variance) + (error * error) / variance);

/** The middle 95% reach this far on either side of the mean, in standard deviations. */
export const REACH_95 = normalQuantile(0.975);
