/** Standardises scores, and bends them so that a Gaussian process fits: I.-K. Yeo and R. A. Johnson (2000). */

/** Plain data. */
export interface OutputWarp {
  centre: number;
  deviation: number;
  /** 1 for none. */
  power: number;
  /** Of the bent values. */
  bentCentre: number;
  bentDeviation: number;
}

const POWERS = Array.from({ length: 33 }, (_, i) => -1.2 + 0.15 * i);
const MIN_DEVIATION = 1e-12;

export function standardising(scores: readonly number[]): OutputWarp {
  return withPower(scores, 1);
}

/** The power that makes the scores most normal, by their likelihood. */
export function normalising(scores: readonly number[]): OutputWarp {
  let best = standardising(scores);
  let highest = Number.NEGATIVE_INFINITY;
  for (const power of POWERS) {
    const warp = withPower(scores, power);
    const value = -Math.log(warp.bentDeviation) + meanLogSlope({ ...warp, bentDeviation: 1 }, scores);
    if (value > highest) {
      highest = value;
      best = warp;
    }
  }
  return best;
}

function withPower(scores: readonly number[], power: number): OutputWarp {
  const { centre, deviation } = momentsOf(scores);
  const bent = scores.map((score) => bend((score - centre) / deviation, power));
  const moments = momentsOf(bent);
  return { centre, deviation, power, bentCentre: moments.centre, bentDeviation: moments.deviation };
}

/** The same bend, for scores of which there are more now. */
export const rewarped = (warp: OutputWarp, scores: readonly number[]): OutputWarp =>
  withPower(scores, warp.power);

export const warp = (
  { centre, deviation, power, bentCentre, bentDeviation }: OutputWarp,
  score: number,
): number => (bend((score - centre) / deviation, power) - bentCentre) / bentDeviation;

/** Of the derivative of `warp`, but for that of `deviation`: to compare likelihoods with each other. */
export function meanLogSlope(
  { centre, deviation, power, bentDeviation }: OutputWarp,
  scores: readonly number[],
): number {
  const sum = scores.reduce((total, score) => {
    const x = (score - centre) / deviation;
    return total + (power - 1) * Math.sign(x) * Math.log1p(Math.abs(x));
  }, 0);
  return sum / scores.length - Math.log(bentDeviation);
}

function bend(x: number, power: number): number {
  if (x >= 0) return Math.abs(power) < 1e-9 ? Math.log1p(x) : Math.expm1(power * Math.log1p(x)) / power;
  const other = 2 - power;
  return Math.abs(other) < 1e-9 ? -Math.log1p(-x) : -Math.expm1(other * Math.log1p(-x)) / other;
}

function momentsOf(values: readonly number[]): { centre: number; deviation: number } {
  const centre = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / Math.max(1, values.length);
  return { centre, deviation: Math.max(Math.sqrt(square), MIN_DEVIATION * Math.max(1, Math.abs(centre))) };
}
