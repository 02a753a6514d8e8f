/**
 * Maximises an acquisition function: at many random points, then with shorter and shorter steps from the best of
 * them.
 */
import { createSobol } from "../../../designs/sobol.ts";
import type { Random } from "../../../math/random.ts";
import { computeMiddle, findCell, hasCells, type SearchSpace, snap } from "../../search-space.ts";

/** Computes the acquisition of each point in one batch; larger is better. */
export type Acquisition = (points: readonly Float64Array[]) => Float64Array;

export interface SearchRegion {
  /** The search box extends by half of `length` on either side of the centre, in fractions of an axis. */
  centre: Float64Array;
  length: number;
  /** Good points, around which small steps are tried. */
  around: readonly Float64Array[];
}

const SOBOL_POINT_COUNT = 768;
const LOCAL_POINT_COUNT = 768;
const REFINED_POINT_COUNT = 4;
const REFINEMENT_ROUND_COUNT = 14;
const STEPS_PER_POINT = 24;
/** On average this many axes change at a time in a space of more axes. */
const MEAN_CHANGED_AXES = 20;

export function maximiseAcquisition(
  space: SearchSpace,
  acquisition: Acquisition,
  { centre, length, around }: SearchRegion,
  isAllowed: (point: Float64Array) => boolean,
  random: Random,
): RatedPoint | null {
  const limits = space.map((_, a) => [
    Math.max(0, centre[a] - length / 2),
    Math.min(1, centre[a] + length / 2),
  ]);
  const inside = (value: number, a: number): number => Math.min(limits[a][1], Math.max(limits[a][0], value));
  const sobolPoints = createSobolPoints(space, limits, SOBOL_POINT_COUNT, random);
  const changedShare = Math.min(1, MEAN_CHANGED_AXES / space.length);
  const maskedPoints = sobolPoints.map((point) => maskAxes(point, centre, changedShare, random));
  const localPoints = Array.from({ length: LOCAL_POINT_COUNT }, (_, i) => {
    const from = around[i % around.length] ?? centre;
    return drawStep(space, from, 0.25 * Math.min(1, length) * 0.3 ** (i % 4), random);
  });
  const points = [...(changedShare < 1 ? maskedPoints : sobolPoints), ...localPoints]
    .map((point) => snap(space, point.map(inside)))
    .filter(isAllowed);
  if (points.length === 0) return null;
  let best = ratePoints(points, acquisition(points));
  for (let round = 0; round < REFINEMENT_ROUND_COUNT; round++) {
    const size = 0.15 * Math.min(1, length) * 0.55 ** round;
    const moved = best.flatMap(({ point }) =>
      Array.from({ length: STEPS_PER_POINT }, () =>
        snap(space, drawStep(space, point, size, random).map(inside)),
      ),
    );
    const allowed = moved.filter(isAllowed);
    const values = acquisition(allowed);
    const candidates = [...best, ...allowed.map((point, i) => ({ point, value: values[i] }))];
    best = selectBest(candidates);
  }
  return best[0] ?? null;
}

export interface RatedPoint {
  point: Float64Array;
  value: number;
}

function ratePoints(points: readonly Float64Array[], values: Float64Array): RatedPoint[] {
  return selectBest(points.map((point, i) => ({ point, value: values[i] })));
}

function selectBest(candidates: readonly RatedPoint[]): RatedPoint[] {
  return candidates.toSorted((a, b) => b.value - a.value || 0).slice(0, REFINED_POINT_COUNT);
}

function createSobolPoints(
  space: SearchSpace,
  limits: number[][],
  count: number,
  random: Random,
): Float64Array[] {
  const width = space.length;
  const fractions = createSobol(width, random).points(0, count);
  return Array.from({ length: count }, (_, i) =>
    Float64Array.from(space, (axis, a) => {
      const [low, high] = axis.isChoice ? [0, 1] : limits[a];
      return low + (high - low) * fractions[i * width + a];
    }),
  );
}

/**
 * Changes each axis with a probability of `share`, and one axis in any case; the others keep the centre's coordinate.
 */
function maskAxes(point: Float64Array, centre: Float64Array, share: number, random: Random): Float64Array {
  const changedAxis = random.integer(point.length);
  return point.map((value, a) => (random.uniform() < share || a === changedAxis ? value : centre[a]));
}

/**
 * Draws a normal step along one axis, some axes or all; along a choice it draws another option.
 * @param from fractions in [0, 1], one per axis
 * @param size the standard deviation of the step, in fractions of an axis
 * @returns the new point, which may lie outside [0, 1]
 */
export function drawStep(space: SearchSpace, from: Float64Array, size: number, random: Random): Float64Array {
  const movedShare = [1 / space.length, 0.3, 1][random.integer(3)];
  const movedAxis = random.integer(space.length);
  return from.map((value, a) => {
    const axis = space[a];
    const [isMoved, normal] = [random.uniform() < movedShare || a === movedAxis, random.normal()];
    if (!isMoved) return value;
    if (axis.isChoice) return computeMiddle(axis, Math.floor(random.uniform() * axis.count));
    const moved = value + size * normal;
    if (!hasCells(axis) || findCell(axis, moved) !== findCell(axis, value)) return moved;
    // A whole number changes by at least one.
    return computeMiddle(
      axis,
      Math.min(axis.count - 1, Math.max(0, findCell(axis, value) + Math.sign(normal))),
    );
  });
}
