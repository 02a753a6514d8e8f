/** Points with their ratings: which are the best, and which are the same maximum. */
import { isBetter } from "../../ask-tell.ts";
import type { SearchSpace } from "../../search-space.ts";
import type { EmulatorObjective, Rating } from "./emulator-objective.ts";

/** Plain data. */
export interface RatedPoint {
  point: Float64Array;
  rating: Rating;
}

export const byRating = (one: RatedPoint, other: RatedPoint): number => {
  if (isBetter(one.rating, other.rating)) return -1;
  return isBetter(other.rating, one.rating) ? 1 : 0;
};

/** The largest difference along an axis; 1 where an option differs. */
export function distanceOf(space: SearchSpace, one: Float64Array, other: Float64Array): number {
  let largest = 0;
  for (let a = 0; a < space.length; a++) {
    const difference = Math.abs(one[a] - other[a]);
    largest = Math.max(largest, space[a].isChoice && difference > 0 ? 1 : difference);
  }
  return largest;
}

/** The best, each further from the others than `apart`. @param points the best first */
export function spreadOut<One extends { readonly point: Float64Array }>(
  space: SearchSpace,
  points: readonly One[],
  count: number,
  apart: number,
): One[] {
  const chosen: One[] = [];
  for (const one of points) {
    if (chosen.length === count) break;
    if (chosen.every(({ point }) => distanceOf(space, point, one.point) > apart)) chosen.push(one);
  }
  return chosen;
}

/** Maxima nearer than this are one. */
const SAME = 0.01;
/** Places between two maxima where the score is looked at. */
const BETWEEN = [0.1, 0.3, 0.5, 0.7, 0.9];
/** Of the range of scores: a dip that is smaller separates nothing. */
const DIP = 1e-4;

/**
 * The distinct maxima, best first: two with a valley between them on the straight line (R. K. Ursem, 1999, "Multinational
 * evolutionary algorithms"), or with other options or whole numbers.
 * @param scale of the scores
 */
export function distinctMaxima(
  objective: EmulatorObjective,
  found: readonly RatedPoint[],
  count: number,
  scale: number,
): RatedPoint[] {
  const { axes } = objective.space;
  const distinct: RatedPoint[] = [];
  for (const one of found.toSorted(byRating)) {
    if (distinct.length === count) break;
    if (distinct.every((other) => !isSame(objective, one, other, DIP * scale))) distinct.push(one);
  }
  return distinct;

  function isSame(on: EmulatorObjective, one: RatedPoint, other: RatedPoint, dip: number): boolean {
    const isOtherCell = axes.some(
      (axis, a) => Number.isFinite(axis.count) && one.point[a] !== other.point[a],
    );
    if (isOtherCell) return false;
    if (distanceOf(axes, one.point, other.point) < SAME) return true;
    const way = BETWEEN.map((share) => one.point.map((value, a) => value + share * (other.point[a] - value)));
    const lower = Math.min(one.rating.score, other.rating.score) - dip;
    return on.rate(way).every(({ score, violation }) => score >= lower && violation <= one.rating.violation);
  }
}

/** The deviation of the sound scores, and the mean of the violations; 1 where there is none. */
export function scaleOf(rated: readonly RatedPoint[]): { score: number; violation: number } {
  const scores = rated.flatMap(({ rating }) => (Number.isFinite(rating.score) ? [rating.score] : []));
  const centre = mean(scores);
  const violations = rated.flatMap(({ rating }) =>
    rating.violation > 0 && Number.isFinite(rating.violation) ? [rating.violation] : [],
  );
  return {
    score: Math.sqrt(mean(scores.map((score) => (score - centre) ** 2))) || 1,
    violation: mean(violations) || 1,
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
