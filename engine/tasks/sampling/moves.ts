/**
 * Moves of an ensemble of walkers, in the unit cube. Each keeps detailed balance with the other half of the ensemble held
 * fixed: a proposed point is accepted with probability min(1, exp(logFactor + log density there - log density here)).
 */
import type { Random } from "../../math/random.ts";

export interface Move {
  point: Float64Array;
  logFactor: number;
}

/** Of the stretch: how far a walker is at most moved, as a factor (Goodman and Weare, 2010). */
const STRETCH = 2;
/** The factor of a difference that is best for a normal density is 2.38 / sqrt(2 d) (ter Braak, 2006). */
const DIFFERENCE = 2.38;
/** Now and then a whole difference, which leads from one mode to another. */
const JUMP_SHARE = 0.1;
/** Of the factor of a difference; and of the cube, so that an ensemble within a plane leaves it. */
const JITTER = { factor: 1e-5, point: 1e-7 };
/** Of a snooker move (ter Braak and Vrugt, 2008). */
const SNOOKER = { least: 1.2, most: 2.2 };
/** Of the moves that are not stretches. */
const SNOOKER_SHARE = 0.2;
/** A snooker move needs so many other walkers, a difference two. */
const SNOOKER_WALKERS = 3;

type Others = readonly Float64Array[];

/** @param others the other half of the ensemble: at least two walkers */
export type Propose = (walker: Float64Array, others: Others, random: Random) => Move;

/** Stretches with a probability; otherwise four differences to one snooker. */
export const stretchOrDifference =
  (stretchProbability: number): Propose =>
  (walker, others, random) => {
    if (random.uniform() < stretchProbability) return stretch(walker, others, random);
    const isSnooker = random.uniform() < SNOOKER_SHARE && others.length >= SNOOKER_WALKERS;
    return isSnooker ? snooker(walker, others, random) : difference(walker, others, random);
  };

/** Towards another walker or away from it (Goodman and Weare, 2010, "Ensemble samplers with affine invariance"). */
function stretch(walker: Float64Array, others: Others, random: Random): Move {
  const other = others[random.integer(others.length)];
  const z = ((STRETCH - 1) * random.uniform() + 1) ** 2 / STRETCH;
  return {
    point: walker.map((value, a) => other[a] + z * (value - other[a])),
    logFactor: (walker.length - 1) * Math.log(z),
  };
}

/**
 * By the difference of two others, a step that is as likely as its opposite. A step that leaves the cube is rejected: reflected
 * coordinate by coordinate, a step along two correlated axes would have no opposite of the same probability.
 */
function difference(walker: Float64Array, others: Others, random: Random): Move {
  const [one, other] = someOf(others, 2, random);
  const best = DIFFERENCE / Math.sqrt(2 * walker.length);
  const factor = (random.uniform() < JUMP_SHARE ? 1 : best) + JITTER.factor * random.normal();
  const point = walker.map(
    (value, a) => value + factor * (one[a] - other[a]) + JITTER.point * random.normal(),
  );
  return { point, logFactor: 0 };
}

/** Along the line through another walker, by the difference of two more, projected onto it. */
function snooker(walker: Float64Array, others: Others, random: Random): Move {
  const [anchor, one, other] = someOf(others, 3, random);
  const factor = SNOOKER.least + (SNOOKER.most - SNOOKER.least) * random.uniform();
  let squared = 0;
  let along = 0;
  for (let a = 0; a < walker.length; a++) {
    const towards = walker[a] - anchor[a];
    squared += towards * towards;
    along += (one[a] - other[a]) * towards;
  }
  if (squared === 0) return { point: walker.slice(), logFactor: 0 };
  const scale = 1 + (factor * along) / squared;
  return {
    point: walker.map((value, a) => anchor[a] + scale * (value - anchor[a])),
    logFactor: (walker.length - 1) * Math.log(Math.abs(scale)),
  };
}

/** Different ones, at random. */
function someOf(others: Others, count: number, random: Random): Float64Array[] {
  const chosen: number[] = [];
  while (chosen.length < count) {
    const at = random.integer(others.length);
    if (!chosen.includes(at)) chosen.push(at);
  }
  return chosen.map((at) => others[at]);
}
