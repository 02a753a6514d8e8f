/**
 * Which run of CMA-ES follows one that has converged: BIPOP (N. Hansen, 2009, "Benchmarking a BI-population CMA-ES on the
 * BBOB-2009 function testbed"). Large populations, doubled each time, take turns with small ones that start with short steps;
 * both get as many evaluations.
 */
import type { Random } from "../../../math/random.ts";
import { defaultPopulationSize } from "./parameters.ts";

/** Plain data. */
export interface Restarts {
  /** Times that the population was doubled. */
  doublings: number;
  largeEvaluations: number;
  smallEvaluations: number;
  isLarge: boolean;
  runs: number;
}

export const INITIAL_SIGMA = 0.2;
const MAX_DOUBLINGS = 9;

export const noRestarts = (): Restarts => ({
  doublings: 0,
  largeEvaluations: 0,
  smallEvaluations: 0,
  isLarge: true,
  runs: 0,
});

/** Chooses the next run and counts the evaluations of the one that ended. */
export function nextRun(
  restarts: Restarts,
  axes: number,
  evaluations: number,
  random: Random,
): { populationSize: number; sigma: number } {
  if (restarts.isLarge) restarts.largeEvaluations += evaluations;
  else restarts.smallEvaluations += evaluations;
  restarts.runs++;
  restarts.isLarge = restarts.smallEvaluations >= restarts.largeEvaluations || restarts.runs === 1;
  const ordinary = defaultPopulationSize(axes);
  if (restarts.isLarge) {
    restarts.doublings = Math.min(MAX_DOUBLINGS, restarts.doublings + 1);
    return { populationSize: ordinary * 2 ** restarts.doublings, sigma: INITIAL_SIGMA };
  }
  const ratio = 0.5 * 2 ** restarts.doublings;
  return {
    populationSize: Math.floor(ordinary * ratio ** (random.uniform() ** 2)),
    sigma: INITIAL_SIGMA * 10 ** (-2 * random.uniform()),
  };
}
