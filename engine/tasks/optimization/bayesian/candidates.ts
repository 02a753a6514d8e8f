/** Looks for the point of the greatest acquisition: many random points, then shorter and shorter steps from the best of them. */
import { createSobol } from "../../../designs/sobol.ts";
import type { Random } from "../../../math/random.ts";
import { cellOf, hasCells, middleOf, type SearchSpace, snap } from "../../search-space.ts";

/** Of each point, in one batch. Larger is better. */
export type Acquisition = (points: readonly Float64Array[]) => Float64Array;

export interface Area {
  /** Where points are looked for: half as long as `length` on either side of the centre. */
  centre: Float64Array;
  length: number;
  /** Good points, around which small steps are tried. */
  around: readonly Float64Array[];
}

const EVEN = 768;
const NEAR = 768;
const REFINED = 4;
const ROUNDS = 14;
const STEPS = 24;
/** As many axes are changed at a time, on average, in a space of many. */
const CHANGED_AXES = 20;

export function maximiseAcquisition(
  space: SearchSpace,
  acquisition: Acquisition,
  { centre, length, around }: Area,
  isAllowed: (point: Float64Array) => boolean,
  random: Random,
): Valued | null {
  const limits = space.map((_, a) => [
    Math.max(0, centre[a] - length / 2),
    Math.min(1, centre[a] + length / 2),
  ]);
  const inside = (value: number, a: number): number => Math.min(limits[a][1], Math.max(limits[a][0], value));
  const even = evenPoints(space, limits, EVEN, random);
  const share = Math.min(1, CHANGED_AXES / space.length);
  const masked = even.map((point) => mask(point, centre, share, random));
  const near = Array.from({ length: NEAR }, (_, i) => {
    const from = around[i % around.length] ?? centre;
    return step(space, from, 0.25 * Math.min(1, length) * 0.3 ** (i % 4), random);
  });
  const points = [...(share < 1 ? masked : even), ...near]
    .map((point) => snap(space, point.map(inside)))
    .filter(isAllowed);
  if (points.length === 0) return null;
  let best = best4(points, acquisition(points));
  for (let round = 0; round < ROUNDS; round++) {
    const size = 0.15 * Math.min(1, length) * 0.55 ** round;
    const moved = best.flatMap(({ point }) =>
      Array.from({ length: STEPS }, () => snap(space, step(space, point, size, random).map(inside))),
    );
    const allowed = moved.filter(isAllowed);
    const values = acquisition(allowed);
    const all = [...best, ...allowed.map((point, i) => ({ point, value: values[i] }))];
    best = distinct(all);
  }
  return best[0] ?? null;
}

export interface Valued {
  point: Float64Array;
  value: number;
}

function best4(points: readonly Float64Array[], values: Float64Array): Valued[] {
  return distinct(points.map((point, i) => ({ point, value: values[i] })));
}

function distinct(all: readonly Valued[]): Valued[] {
  return all.toSorted((a, b) => b.value - a.value || 0).slice(0, REFINED);
}

function evenPoints(space: SearchSpace, limits: number[][], count: number, random: Random): Float64Array[] {
  const width = space.length;
  const fractions = createSobol(width, random).points(0, count);
  return Array.from({ length: count }, (_, i) =>
    Float64Array.from(space, (axis, a) => {
      const [low, high] = axis.isChoice ? [0, 1] : limits[a];
      return low + (high - low) * fractions[i * width + a];
    }),
  );
}

/** Most axes stay at the centre's place. */
function mask(point: Float64Array, centre: Float64Array, share: number, random: Random): Float64Array {
  const kept = random.integer(point.length);
  return point.map((value, a) => (random.uniform() < share || a === kept ? value : centre[a]));
}

/** Along one axis, some or all of them; options are exchanged. */
export function step(space: SearchSpace, from: Float64Array, size: number, random: Random): Float64Array {
  const share = [1 / space.length, 0.3, 1][random.integer(3)];
  const always = random.integer(space.length);
  return from.map((value, a) => {
    const axis = space[a];
    const [isMoved, move] = [random.uniform() < share || a === always, random.normal()];
    if (!isMoved) return value;
    if (axis.isChoice) return middleOf(axis, Math.floor(random.uniform() * axis.count));
    const moved = value + size * move;
    if (!hasCells(axis) || cellOf(axis, moved) !== cellOf(axis, value)) return moved;
    // A whole number moves by one at least.
    return middleOf(axis, Math.min(axis.count - 1, Math.max(0, cellOf(axis, value) + Math.sign(move))));
  });
}
