/**
 * Warps of the outputs that standardise scores and make them fit a Gaussian process: the power transformation of
 * I.-K. Yeo and R. A. Johnson (2000); the logarithm of the distance from the best score, which keeps differences near
 * the best and compresses low scores; and the logarithm of the distance above a limit where only the side of the
 * limit matters, which compresses the safe side and its kinks.
 */

/** A fitted warp (plain data, stored in checkpoints). */
export interface OutputWarp {
  /**
   * A power of 1 is the identity. Differences up to the reach, from the best score or from the limit upwards, stay
   * almost as they are.
   */
  bend:
    | { type: "power"; power: number }
    | { type: "logarithm"; reach: number }
    | { type: "above limit"; limit: number; reach: number }
    /** The logarithm of the value itself, which must be positive. */
    | { type: "natural logarithm" };
  /** Mean, standard deviation and maximum of the scores before the warp. */
  centre: number;
  deviation: number;
  highest: number;
  /** Mean and standard deviation of the scores after the bend. */
  bentCentre: number;
  bentDeviation: number;
}

const YEO_JOHNSON_POWERS = Array.from({ length: 25 }, (_, i) => -1 + 0.15 * i);
/** The shares of the scores, from the best one down, that the reaches of the logarithm include. */
const REACH_SCORE_SHARES = [0.2, 0.4, 0.8];
const MIN_DEVIATION = 1e-12;

export const createStandardisation = (scores: readonly number[]): OutputWarp =>
  fitWarp({ type: "power", power: 1 }, scores);

/** Proposes the identity alone, whatever the values. */
export const standardiseOnly = (values: readonly number[]): OutputWarp[] => [createStandardisation(values)];

/**
 * Proposes the identity, and of the power and the logarithmic warps the one that makes the scores most normal.
 * @param scores at least one
 * @returns the identity first
 */
export function proposeScoreWarps(scores: readonly number[]): OutputWarp[] {
  const descending = scores.toSorted((a, b) => b - a);
  const reaches = REACH_SCORE_SHARES.map(
    (share) => descending[0] - descending[Math.ceil(share * (scores.length - 1))],
  );
  const powers = YEO_JOHNSON_POWERS.map((power) => fitWarp({ type: "power", power }, scores));
  const logarithms = reaches
    .filter((reach) => reach > 0)
    .map((reach) => fitWarp({ type: "logarithm", reach }, scores));
  const best = [powers, logarithms].flatMap((warps) => findMostNormal(warps, scores));
  return [createStandardisation(scores), ...best];
}

/**
 * Proposes warps of outputs, none of whose values is better than another: the identity, and the natural logarithm
 * where all values are positive.
 */
export const proposeOutputWarps = (values: readonly number[]): OutputWarp[] => [
  createStandardisation(values),
  ...(values.every((value) => value > 0) ? [fitWarp({ type: "natural logarithm" }, values)] : []),
];

/**
 * Warps by the logarithm of the distance above a limit; scores below it keep their differences.
 * @param count the number of the first scores above the limit whose median is the reach
 * @returns null where no score lies above the limit
 */
export function warpAboveLimit(limit: number, scores: readonly number[], count: number): OutputWarp | null {
  const above = scores.flatMap((score) => (score > limit ? score - limit : [])).slice(0, count);
  if (above.length === 0) return null;
  const reach = above.toSorted((a, b) => a - b)[Math.floor(above.length / 2)];
  return fitWarp({ type: "above limit", limit, reach }, scores);
}

function findMostNormal(warps: readonly OutputWarp[], scores: readonly number[]): OutputWarp[] {
  const rated = warps.map((outputWarp) => ({
    outputWarp,
    value: computeMeanLogSlope(outputWarp, scores),
  }));
  return rated
    .sort((a, b) => b.value - a.value)
    .slice(0, 1)
    .map(({ outputWarp }) => outputWarp);
}

function fitWarp(bend: OutputWarp["bend"], scores: readonly number[]): OutputWarp {
  const { centre, deviation } = computeMoments(scores);
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const plain = { bend, centre, deviation, highest, bentCentre: 0, bentDeviation: 1 };
  const moments = computeMoments(scores.map((score) => warp(plain, score)));
  return { ...plain, bentCentre: moments.centre, bentDeviation: moments.deviation };
}

/** Fits the same bend to the present scores. */
export const refitWarp = ({ bend }: OutputWarp, scores: readonly number[]): OutputWarp =>
  fitWarp(bend, scores);

/**
 * Applies a warp to a score.
 * @param score in the unit of the scores
 * @returns the warped score, standardised over the scores that the warp was fitted to
 */
export function warp(outputWarp: OutputWarp, score: number): number {
  const { bend, bentCentre, bentDeviation } = outputWarp;
  const bent = bendScore(bend, score, outputWarp);
  return (bent - bentCentre) / bentDeviation;
}

function bendScore(
  bend: OutputWarp["bend"],
  score: number,
  { centre, deviation, highest }: OutputWarp,
): number {
  switch (bend.type) {
    case "power":
      return transformYeoJohnson((score - centre) / deviation, bend.power);
    case "logarithm":
      return (
        -Math.log1p(Math.max(0, highest - score) / bend.reach) + Math.max(0, score - highest) / bend.reach
      );
    case "above limit": {
      const above = (score - bend.limit) / bend.reach;
      return above > 0 ? Math.log1p(above) : above;
    }
    case "natural logarithm":
      return Math.log(score);
  }
}

/** Tells whether a bend that was fitted to other values can be applied to these. */
export const canWarp = ({ bend }: OutputWarp, values: readonly number[]): boolean =>
  bend.type !== "natural logarithm" || values.every((value) => value > 0);

/**
 * Applies the inverse of a warp.
 * @param outputWarp the warp of the scores
 * @param warped a warped score
 * @returns the score; NaN if the warped value has none
 */
export function unwarp(outputWarp: OutputWarp, warped: number): number {
  const { bend, bentCentre, bentDeviation, centre, deviation, highest } = outputWarp;
  const bent = bentCentre + bentDeviation * warped;
  switch (bend.type) {
    case "power":
      return centre + deviation * invertYeoJohnson(bent, bend.power);
    case "logarithm":
      return highest + bend.reach * (bent < 0 ? -Math.expm1(-bent) : bent);
    case "above limit":
      return bend.limit + bend.reach * (bent > 0 ? Math.expm1(bent) : bent);
    case "natural logarithm":
      return Math.exp(bent);
  }
}

/**
 * Computes the mean of log |dw/dy| over the scores, the Jacobian term that makes the likelihoods of differently warped scores comparable.
 * @param outputWarp the warp of the scores
 * @param scores on the original scale
 * @returns nats per score
 */
export function computeMeanLogSlope(outputWarp: OutputWarp, scores: readonly number[]): number {
  const { bend, centre, deviation, highest, bentDeviation } = outputWarp;
  const sum = scores.reduce((total, score) => {
    if (bend.type === "logarithm") return total - Math.log(bend.reach + Math.max(0, highest - score));
    if (bend.type === "natural logarithm") return total - Math.log(score);
    if (bend.type === "above limit") return total - Math.log(bend.reach + Math.max(0, score - bend.limit));
    const x = (score - centre) / deviation;
    return total + (bend.power - 1) * Math.sign(x) * Math.log1p(Math.abs(x)) - Math.log(deviation);
  }, 0);
  return sum / scores.length - Math.log(bentDeviation);
}

/** The Yeo-Johnson transformation of x with the given power. */
function transformYeoJohnson(x: number, power: number): number {
  if (x >= 0) return Math.abs(power) < 1e-9 ? Math.log1p(x) : Math.expm1(power * Math.log1p(x)) / power;
  const conjugatePower = 2 - power;
  return Math.abs(conjugatePower) < 1e-9
    ? -Math.log1p(-x)
    : -Math.expm1(conjugatePower * Math.log1p(-x)) / conjugatePower;
}

/** The inverse of the Yeo-Johnson transformation. */
function invertYeoJohnson(bent: number, power: number): number {
  if (bent >= 0) return Math.abs(power) < 1e-9 ? Math.expm1(bent) : (1 + power * bent) ** (1 / power) - 1;
  const conjugatePower = 2 - power;
  return Math.abs(conjugatePower) < 1e-9
    ? -Math.expm1(-bent)
    : 1 - (1 - conjugatePower * bent) ** (1 / conjugatePower);
}

function computeMoments(values: readonly number[]): { centre: number; deviation: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, values.length);
  return {
    centre: mean,
    deviation: Math.max(Math.sqrt(variance), MIN_DEVIATION * Math.max(1, Math.abs(mean))),
  };
}
