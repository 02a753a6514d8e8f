import { MAX_MODELLED } from "../optimization/bayesian/modelled.ts";
import type { ScoredPoint } from "./level-set.ts";
import { thinOut } from "./region.ts";

/** Selects the results that a process is fitted to, because the time of a fit grows with the cube of their number. */
export function modelled(results: readonly ScoredPoint[]): { points: Float64Array[]; scores: number[] } {
  const nearest = results.toSorted((a, b) => Math.abs(a.score) - Math.abs(b.score));
  const half = MAX_MODELLED / 2;
  const chosen = new Set(
    results.length <= MAX_MODELLED
      ? results
      : [...nearest.slice(0, half), ...thinOut(nearest.slice(half), half)],
  );
  const modelledResults = results.filter((result) => chosen.has(result));
  return {
    points: modelledResults.map(({ point }) => point),
    scores: modelledResults.map(({ score }) => score),
  };
}
