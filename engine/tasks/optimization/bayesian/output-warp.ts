/**
 * Standardises scores, and bends them so that a Gaussian process fits: by the power transformation of I.-K. Yeo and R. A. Johnson
 * (2000), or by the logarithm of how far they fall short of the best, which leaves differences near the best as they are and
 * takes those far below it together. Or by that of how far they lie above a limit, where only the side of it matters: what is far on
 * its safe side is taken together, and so are the kinks there.
 */

/** Plain data. */
export interface OutputWarp {
  /** The power is 1 for none; the reach is that of differences that stay as they are, from the best or from a limit up. */
  bend:
    | { type: "power"; power: number }
    | { type: "logarithm"; reach: number }
    | { type: "above limit"; limit: number; reach: number }
    /** Of the value itself, which is positive. */
    | { type: "natural logarithm" };
  /** Of the scores. */
  centre: number;
  deviation: number;
  highest: number;
  /** Of the bent values. */
  bentCentre: number;
  bentDeviation: number;
}

const POWERS = Array.from({ length: 25 }, (_, i) => -1 + 0.15 * i);
/** Shares of the scores within the reach, the best first. */
const REACHED = [0.2, 0.4, 0.8];
const MIN_DEVIATION = 1e-12;

export const standardising = (scores: readonly number[]): OutputWarp =>
  withBend({ type: "power", power: 1 }, scores);

/** No bend, whatever the values. */
export const unbent = (values: readonly number[]): OutputWarp[] => [standardising(values)];

/** None, and of either kind that which makes the scores most normal. */
export function warpCandidates(scores: readonly number[]): OutputWarp[] {
  const descending = scores.toSorted((a, b) => b - a);
  const reaches = REACHED.map((share) => descending[0] - descending[Math.ceil(share * (scores.length - 1))]);
  const powers = POWERS.map((power) => withBend({ type: "power", power }, scores));
  const logarithms = reaches
    .filter((reach) => reach > 0)
    .map((reach) => withBend({ type: "logarithm", reach }, scores));
  const best = [powers, logarithms].flatMap((all) => mostNormal(all, scores));
  return [standardising(scores), ...best];
}

/** For outputs, of which no value is better than another: none, and the natural logarithm where all are positive. */
export const outputWarps = (values: readonly number[]): OutputWarp[] => [
  standardising(values),
  ...(values.every((value) => value > 0) ? [withBend({ type: "natural logarithm" }, values)] : []),
];

/**
 * By the logarithm of how far scores lie above a limit; those below it stay as they are.
 * @param count of the first scores above it, whose median is the reach
 * @returns null where none lies above it
 */
export function bentAbove(limit: number, scores: readonly number[], count: number): OutputWarp | null {
  const above = scores.flatMap((score) => (score > limit ? score - limit : [])).slice(0, count);
  if (above.length === 0) return null;
  const reach = above.toSorted((a, b) => a - b)[Math.floor(above.length / 2)];
  return withBend({ type: "above limit", limit, reach }, scores);
}

function mostNormal(warps: readonly OutputWarp[], scores: readonly number[]): OutputWarp[] {
  const rated = warps.map((own) => ({ own, value: meanLogSlope(own, scores) }));
  return rated
    .sort((a, b) => b.value - a.value)
    .slice(0, 1)
    .map(({ own }) => own);
}

function withBend(bend: OutputWarp["bend"], scores: readonly number[]): OutputWarp {
  const { centre, deviation } = momentsOf(scores);
  const highest = scores.reduce((most, score) => Math.max(most, score), Number.NEGATIVE_INFINITY);
  const plain = { bend, centre, deviation, highest, bentCentre: 0, bentDeviation: 1 };
  const moments = momentsOf(scores.map((score) => warp(plain, score)));
  return { ...plain, bentCentre: moments.centre, bentDeviation: moments.deviation };
}

/** The same bend, for scores of which there are more now. */
export const rewarped = ({ bend }: OutputWarp, scores: readonly number[]): OutputWarp =>
  withBend(bend, scores);

export function warp(own: OutputWarp, score: number): number {
  const { bend, bentCentre, bentDeviation } = own;
  const bent = bentBy(bend, score, own);
  return (bent - bentCentre) / bentDeviation;
}

function bentBy(bend: OutputWarp["bend"], score: number, { centre, deviation, highest }: OutputWarp): number {
  switch (bend.type) {
    case "power":
      return powered((score - centre) / deviation, bend.power);
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

/** Whether a bend that fitted earlier values can bend these. */
export const canWarp = ({ bend }: OutputWarp, values: readonly number[]): boolean =>
  bend.type !== "natural logarithm" || values.every((value) => value > 0);

/** The value that is warped to this one; not a number where there is none. */
export function unwarp(own: OutputWarp, warped: number): number {
  const { bend, bentCentre, bentDeviation, centre, deviation, highest } = own;
  const bent = bentCentre + bentDeviation * warped;
  switch (bend.type) {
    case "power":
      return centre + deviation * unpowered(bent, bend.power);
    case "logarithm":
      return highest + bend.reach * (bent < 0 ? -Math.expm1(-bent) : bent);
    case "above limit":
      return bend.limit + bend.reach * (bent > 0 ? Math.expm1(bent) : bent);
    case "natural logarithm":
      return Math.exp(bent);
  }
}

/** Of the derivative of `warp`: to compare likelihoods of the warped scores with each other. */
export function meanLogSlope(own: OutputWarp, scores: readonly number[]): number {
  const { bend, centre, deviation, highest, bentDeviation } = own;
  const sum = scores.reduce((total, score) => {
    if (bend.type === "logarithm") return total - Math.log(bend.reach + Math.max(0, highest - score));
    if (bend.type === "natural logarithm") return total - Math.log(score);
    if (bend.type === "above limit") return total - Math.log(bend.reach + Math.max(0, score - bend.limit));
    const x = (score - centre) / deviation;
    return total + (bend.power - 1) * Math.sign(x) * Math.log1p(Math.abs(x)) - Math.log(deviation);
  }, 0);
  return sum / scores.length - Math.log(bentDeviation);
}

function powered(x: number, power: number): number {
  if (x >= 0) return Math.abs(power) < 1e-9 ? Math.log1p(x) : Math.expm1(power * Math.log1p(x)) / power;
  const other = 2 - power;
  return Math.abs(other) < 1e-9 ? -Math.log1p(-x) : -Math.expm1(other * Math.log1p(-x)) / other;
}

function unpowered(bent: number, power: number): number {
  if (bent >= 0) return Math.abs(power) < 1e-9 ? Math.expm1(bent) : (1 + power * bent) ** (1 / power) - 1;
  const other = 2 - power;
  return Math.abs(other) < 1e-9 ? -Math.expm1(-bent) : 1 - (1 - other * bent) ** (1 / other);
}

function momentsOf(values: readonly number[]): { centre: number; deviation: number } {
  const centre = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const square = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / Math.max(1, values.length);
  return { centre, deviation: Math.max(Math.sqrt(square), MIN_DEVIATION * Math.max(1, Math.abs(centre))) };
}
