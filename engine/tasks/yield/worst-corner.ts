/** The worst design within so many standard deviations of every input: a compass search from several points, all in one batch. */
import type { LimitState } from "./limit-state.ts";

/** Plain data. */
export interface CornerState {
  /** The points of the search. The step, in standard deviations, is halved where no neighbour is worse. */
  places: { point: Float64Array; margin: number; step: number }[];
  evaluations: number;
  round: number;
}

/** The distance of the corner along each input, in standard deviations: the usual process corner. */
export const CORNER_DEVIATIONS = 3;
const RATED_START_COUNT = 6;
const FIRST_STEP = 1.5;
const LAST_STEP = 0.01;
const MAX_ROUNDS = 60;

/**
 * Chooses the first points of the search: one at the limits towards which the margin falls, and the worst of the rated points.
 * @param points rated points, count x dimensions, row-major, in standard deviations
 * @param margins one a point
 */
export function startCorner(
  limitState: LimitState,
  points: Float64Array,
  margins: Float64Array,
): CornerState {
  const { dimensions } = limitState;
  const order = Array.from(margins.keys()).sort((a, b) => margins[a] - margins[b]);
  const clip = (value: number) => Math.min(CORNER_DEVIATIONS, Math.max(-CORNER_DEVIATIONS, value));
  const worst = order
    .slice(0, RATED_START_COUNT)
    .map((i) => points.slice(i * dimensions, (i + 1) * dimensions).map(clip));
  const towards = computeTrends(points, margins, dimensions).map(
    (slope) => -Math.sign(slope) * CORNER_DEVIATIONS,
  );
  const starts = [towards, ...worst];
  const all = flat(starts, dimensions);
  const { margin } = limitState.rateMeans(all, starts.length);
  return {
    places: starts.map((point, i) => ({ point, margin: margin[i], step: FIRST_STEP })),
    evaluations: starts.length,
    round: 0,
  };
}

/** Moves every point to its worst neighbour, in place. @returns whether there is more to do */
export function stepCorner(limitState: LimitState, state: CornerState): boolean {
  const { dimensions } = limitState;
  const open = state.places.filter(({ step }) => step > LAST_STEP);
  if (open.length === 0 || dimensions === 0 || state.round >= MAX_ROUNDS) return false;
  const moved = open.flatMap(({ point, step }) => neighbours(point, step));
  const { margin } = limitState.rateMeans(flat(moved, dimensions), moved.length);
  state.evaluations += moved.length;
  state.round++;
  open.forEach((place, p) => {
    let best = -1;
    for (let k = p * 2 * dimensions; k < (p + 1) * 2 * dimensions; k++)
      if (margin[k] < (best < 0 ? place.margin : margin[best])) best = k;
    if (best < 0) place.step /= 2;
    else {
      place.point = moved[best];
      place.margin = margin[best];
    }
  });
  return true;
}

export const findWorst = ({ places }: CornerState): Float64Array =>
  places.reduce((worst, place) => (place.margin < worst.margin ? place : worst)).point;

/** A step to either side along every dimension. */
function neighbours(point: Float64Array, step: number): Float64Array[] {
  return Array.from(point.keys()).flatMap((d) =>
    [-step, step].map((by) => {
      const moved = point.slice();
      moved[d] = Math.min(CORNER_DEVIATIONS, Math.max(-CORNER_DEVIATIONS, moved[d] + by));
      return moved;
    }),
  );
}

function flat(points: readonly Float64Array[], dimensions: number): Float64Array {
  const all = new Float64Array(points.length * dimensions);
  points.forEach((point, i) => {
    all.set(point, i * dimensions);
  });
  return all;
}

/** Computes for each dimension the covariance with the ranks of the margins, which does not depend on their scale. */
function computeTrends(points: Float64Array, margins: Float64Array, dimensions: number): Float64Array {
  const order = Array.from(margins.keys()).sort((a, b) => margins[a] - margins[b]);
  const slopes = new Float64Array(dimensions);
  order.forEach((i, rank) => {
    for (let d = 0; d < dimensions; d++)
      slopes[d] += (rank - (order.length - 1) / 2) * points[i * dimensions + d];
  });
  return slopes;
}
