/** The first look at an emulator: an even design, or all points of a small finite space. */
import { createSobol } from "../../../designs/sobol.ts";
import { createRandom } from "../../../math/random.ts";
import { computeCapacity, pointOfCell, type SearchSpace, snap } from "../../search-space.ts";

const SCREENED_SHARE = 0.25;

export interface ScreeningPlan {
  /** All points of the space are rated. */
  isExhaustive: boolean;
  total: number;
}

export function planScreening(space: SearchSpace, maxEvaluations: number): ScreeningPlan {
  const capacity = computeCapacity(space);
  if (capacity <= maxEvaluations) return { isExhaustive: true, total: capacity };
  return { isExhaustive: false, total: Math.round(SCREENED_SHARE * maxEvaluations) };
}

export function screenedPoints(
  space: SearchSpace,
  { isExhaustive }: ScreeningPlan,
  { seed, from, count }: { seed: number; from: number; count: number },
): Float64Array[] {
  if (isExhaustive) return Array.from({ length: count }, (_, i) => pointOfCell(space, from + i));
  return quasiRandom(space, { seed, from, count });
}

/** Points of a scrambled Sobol' sequence, snapped. */
export function quasiRandom(
  space: SearchSpace,
  { seed, from, count }: { seed: number; from: number; count: number },
): Float64Array[] {
  const width = space.length;
  const fractions = createSobol(width, createRandom(seed).fork(1)).points(from, count);
  return Array.from({ length: count }, (_, i) => snap(space, fractions.slice(i * width, (i + 1) * width)));
}
