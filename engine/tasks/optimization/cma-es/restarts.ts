/**
 * The sequence of restarts of CMA-ES: BIPOP (N. Hansen, 2009, "Benchmarking a BI-population CMA-ES on the BBOB-2009
 * function testbed"). Large populations, doubled each time, alternate with small ones that start with short steps;
 * both receive the same number of evaluations.
 */
import type { Random } from "../../../math/random.ts";
import { defaultPopulationSize } from "./parameters.ts";

/** The state of the restarts (plain data, stored in checkpoints). */
export interface Restarts {
  /** The number of times that the population was doubled. */
  doublings: number;
  largeEvaluations: number;
  smallEvaluations: number;
  isLarge: boolean;
  runs: number;
}

export const INITIAL_SIGMA = 0.2;
const MAX_DOUBLINGS = 9;

export const createRestarts = (): Restarts => ({
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
  const defaultSize = defaultPopulationSize(axes);
  if (restarts.isLarge) {
    restarts.doublings = Math.min(MAX_DOUBLINGS, restarts.doublings + 1);
    return { populationSize: defaultSize * 2 ** restarts.doublings, sigma: INITIAL_SIGMA };
  }
  const ratio = 0.5 * 2 ** restarts.doublings;
  return {
    populationSize: Math.floor(defaultSize * ratio ** (random.uniform() ** 2)),
    sigma: INITIAL_SIGMA * 10 ** (-2 * random.uniform()),
  };
}
