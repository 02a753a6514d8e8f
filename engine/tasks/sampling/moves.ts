/**
 * Moves of an ensemble of walkers, in the unit cube. Each keeps detailed balance with the other half of the ensemble held
 * fixed: a proposed point is accepted with probability min(1, exp(logFactor + log density there - log density here)).
 */
import type { Random } from "../../math/random.ts";

export interface Move {
  point: Float64Array;
  logFactor: number;
}

/**
 * The scale a of the stretch move: a walker moves by a factor between 1/a and a (J. Goodman and J. Weare, 2010,
 * equation 9).
 */
const STRETCH_SCALE = 2;
/** The factor of a difference that is best for a normal density is 2.38 / sqrt(2 d) (ter Braak, 2006). */
const DIFFERENCE_FACTOR = 2.38;
/** Now and then a whole difference, which leads from one mode to another. */
const JUMP_SHARE = 0.1;
/**
 * The standard deviations of the factor of a difference, and of a point in the cube, so that an ensemble within a
 * plane leaves it.
 */
const JITTER_DEVIATIONS = { factor: 1e-5, point: 1e-7 };
/** The limits of the factor of a snooker move (C. J. F. ter Braak and J. A. Vrugt, 2008). */
const SNOOKER_FACTOR_LIMITS = { least: 1.2, most: 2.2 };
/** The share of snooker moves among those that are no stretches. */
const SNOOKER_SHARE = 0.2;
/** A snooker move needs so many other walkers, a difference two. */
const SNOOKER_WALKERS = 3;

type ComplementaryEnsemble = readonly Float64Array[];

/** @param complement the other half of the ensemble: at least two walkers */
export type Propose = (walker: Float64Array, complement: ComplementaryEnsemble, random: Random) => Move;

/** Stretches with a probability; otherwise four differences to one snooker. */
export const stretchOrDifference =
  (stretchProbability: number): Propose =>
  (walker, complement, random) => {
    if (random.uniform() < stretchProbability) return stretch(walker, complement, random);
    const isSnooker = random.uniform() < SNOOKER_SHARE && complement.length >= SNOOKER_WALKERS;
    return isSnooker ? snooker(walker, complement, random) : difference(walker, complement, random);
  };

/** Towards another walker or away from it (Goodman and Weare, 2010, "Ensemble samplers with affine invariance"). */
function stretch(walker: Float64Array, complement: ComplementaryEnsemble, random: Random): Move {
  const other = complement[random.integer(complement.length)];
  const z = ((STRETCH_SCALE - 1) * random.uniform() + 1) ** 2 / STRETCH_SCALE;
  return {
    point: walker.map((value, a) => other[a] + z * (value - other[a])),
    logFactor: (walker.length - 1) * Math.log(z),
  };
}

/**
 * Steps by the difference of two walkers of the complement, which is as likely as its opposite. A step that leaves the cube is
 * rejected: reflected coordinate by coordinate, a step along two correlated axes would have no opposite of the same probability.
 */
function difference(walker: Float64Array, complement: ComplementaryEnsemble, random: Random): Move {
  const [first, second] = selectWalkers(complement, 2, random);
  const best = DIFFERENCE_FACTOR / Math.sqrt(2 * walker.length);
  const factor = (random.uniform() < JUMP_SHARE ? 1 : best) + JITTER_DEVIATIONS.factor * random.normal();
  const point = walker.map(
    (value, a) => value + factor * (first[a] - second[a]) + JITTER_DEVIATIONS.point * random.normal(),
  );
  return { point, logFactor: 0 };
}

/** Along the line through another walker, by the difference of two more, projected onto it. */
function snooker(walker: Float64Array, complement: ComplementaryEnsemble, random: Random): Move {
  const [anchor, first, second] = selectWalkers(complement, 3, random);
  const factor =
    SNOOKER_FACTOR_LIMITS.least +
    (SNOOKER_FACTOR_LIMITS.most - SNOOKER_FACTOR_LIMITS.least) * random.uniform();
  let squared = 0;
  let along = 0;
  for (let a = 0; a < walker.length; a++) {
    const towards = walker[a] - anchor[a];
    squared += towards * towards;
    along += (first[a] - second[a]) * towards;
  }
  if (squared === 0) return { point: walker.slice(), logFactor: 0 };
  const scale = 1 + (factor * along) / squared;
  return {
    point: walker.map((value, a) => anchor[a] + scale * (value - anchor[a])),
    logFactor: (walker.length - 1) * Math.log(Math.abs(scale)),
  };
}

/** Selects different walkers at random. */
function selectWalkers(complement: ComplementaryEnsemble, count: number, random: Random): Float64Array[] {
  const chosen: number[] = [];
  while (chosen.length < count) {
    const at = random.integer(complement.length);
    if (!chosen.includes(at)) chosen.push(at);
  }
  return chosen.map((at) => complement[at]);
}
