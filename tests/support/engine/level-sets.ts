/** Level sets with known failing regions. */
import type { LevelSet } from "@understudy/engine/tasks/out-of-spec/level-set.ts";
import { type SearchSpace, unitAxis } from "@understudy/engine/tasks/search-space.ts";

/** @param uncertainty half the width of the band */
export const levelSet = (
  axes: SearchSpace,
  score: (point: Float64Array) => number,
  uncertainty = 0.02,
): LevelSet => ({
  axes,
  rows: { count: 1_000, places: new Float64Array(0) },
  scores: (points) => Float64Array.from(points, score),
  bands: (points) =>
    points.map((point) => {
      const pointScore = score(point);
      return { score: pointScore, lower: pointScore - uncertainty, upper: pointScore + uncertainty };
    }),
  weight: () => 1,
});

export const realAxes = (count: number): SearchSpace => Array.from({ length: count }, () => unitAxis());

/** Fails inside balls. */
export const balls =
  (centres: readonly (readonly number[])[], radii: readonly number[]) =>
  (point: Float64Array): number =>
    Math.min(
      ...centres.map(
        (centre, i) => Math.hypot(...centre.map((at, a) => (point[a] ?? 0) - at)) - (radii[i] ?? 0),
      ),
    );

export const discVolume = (radius: number): number => Math.PI * radius ** 2;
