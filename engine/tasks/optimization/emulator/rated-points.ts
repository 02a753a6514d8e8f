/** Points with their ratings: their order, their distance and the distinct maxima among them. */
import { isBetter } from "../../ask-tell.ts";
import type { SearchSpace } from "../../search-space.ts";
import type { EmulatorObjective, Rating } from "./emulator-objective.ts";

/** A point and its rating (plain data). */
export interface RatedPoint {
  point: Float64Array;
  rating: Rating;
}

export const byRating = (first: RatedPoint, second: RatedPoint): number => {
  if (isBetter(first.rating, second.rating)) return -1;
  return isBetter(second.rating, first.rating) ? 1 : 0;
};

/** Computes the largest difference along an axis; 1 where an option differs. */
export function computeDistance(space: SearchSpace, first: Float64Array, second: Float64Array): number {
  let largest = 0;
  for (let a = 0; a < space.length; a++) {
    const difference = Math.abs(first[a] - second[a]);
    largest = Math.max(largest, space[a].isChoice && difference > 0 ? 1 : difference);
  }
  return largest;
}

/**
 * Selects the best points that lie further than `apart` from each other.
 * @param points the best first
 */
export function spreadOut<Item extends { readonly point: Float64Array }>(
  space: SearchSpace,
  points: readonly Item[],
  count: number,
  minDistance: number,
): Item[] {
  const chosen: Item[] = [];
  for (const candidate of points) {
    if (chosen.length === count) break;
    if (chosen.every(({ point }) => computeDistance(space, point, candidate.point) > minDistance))
      chosen.push(candidate);
  }
  return chosen;
}

/** Maxima that are nearer than this share of an axis are the same. */
const MAX_SAME_MAXIMUM_DISTANCE = 0.01;
/** The shares of the way between two maxima at which the score is probed. */
const VALLEY_PROBE_SHARES = [0.1, 0.3, 0.5, 0.7, 0.9];
/** A dip between two maxima that is smaller than this share of the score's scale separates nothing. */
const MIN_RELATIVE_DIP = 1e-4;

/**
 * Selects the distinct maxima, the best first: two maxima are distinct with a valley between them on the straight
 * line (R. K. Ursem, 1999, "Multinational evolutionary algorithms"), or with other options or whole numbers.
 * @param scale the scale of the scores
 */
export function selectDistinctMaxima(
  objective: EmulatorObjective,
  maxima: readonly RatedPoint[],
  count: number,
  scale: number,
): RatedPoint[] {
  const { axes } = objective.space;
  const distinct: RatedPoint[] = [];
  for (const candidate of maxima.toSorted(byRating)) {
    if (distinct.length === count) break;
    if (distinct.every((maximum) => !isSame(objective, candidate, maximum, MIN_RELATIVE_DIP * scale)))
      distinct.push(candidate);
  }
  return distinct;

  function isSame(on: EmulatorObjective, first: RatedPoint, second: RatedPoint, dip: number): boolean {
    const isOtherCell = axes.some(
      (axis, a) => Number.isFinite(axis.count) && first.point[a] !== second.point[a],
    );
    if (isOtherCell) return false;
    if (computeDistance(axes, first.point, second.point) < MAX_SAME_MAXIMUM_DISTANCE) return true;
    const probes = VALLEY_PROBE_SHARES.map((share) =>
      first.point.map((value, a) => value + share * (second.point[a] - value)),
    );
    const lower = Math.min(first.rating.score, second.rating.score) - dip;
    return on
      .rate(probes)
      .every(({ score, violation }) => score >= lower && violation <= first.rating.violation);
  }
}

/** Computes the standard deviation of the existing scores and the mean of the violations; 1 where there is none. */
export function computeScale(rated: readonly RatedPoint[]): { score: number; violation: number } {
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
