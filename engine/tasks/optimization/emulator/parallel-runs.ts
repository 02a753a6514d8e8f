/** Several runs of CMA-ES with BIPOP restarts on an emulator, whose generations are rated as one batch. */
import { createRandom, type Random } from "../../../math/random.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { toPoint } from "../cma-es/distribution.ts";
import { defaultPopulationSize } from "../cma-es/parameters.ts";
import { createRestarts, INITIAL_SIGMA, nextRun, type Restarts } from "../cma-es/restarts.ts";
import { CmaRun, type CmaRunState } from "../cma-es/run.ts";
import type { Rating } from "./emulator-objective.ts";
import { byRating, type RatedPoint } from "./rated-points.ts";

interface Slot {
  run: CmaRunState;
  /** Counts all runs: their random numbers follow from it. */
  number: number;
  evaluations: number;
  best: RatedPoint | null;
}

/** The state of the runs (plain data, stored in checkpoints). */
export interface ParallelRuns {
  seed: number;
  slots: Slot[];
  restarts: Restarts;
  started: number;
  /** Starts that have not been used yet. */
  starts: Float64Array[];
}

/** The polishing with derivatives takes over from steps this short. */
const MIN_STEP_LENGTH = 2e-3;

export function startRuns(
  space: SearchSpace,
  seed: number,
  starts: readonly Float64Array[],
  count: number,
  sigma = INITIAL_SIGMA,
): ParallelRuns {
  const runs: ParallelRuns = { seed, slots: [], restarts: createRestarts(), started: 0, starts: [...starts] };
  const population = defaultPopulationSize(space.length);
  for (let i = 0; i < count; i++) runs.slots.push(startSlot(space, runs, sigma, population));
  return runs;
}

function startSlot(space: SearchSpace, runs: ParallelRuns, sigma: number, populationSize: number): Slot {
  const number = runs.started++;
  const random = createRandom(runs.seed).fork(2, number);
  const start = runs.starts.shift() ?? randomPoint(space, random);
  const run = CmaRun.start(space, start, sigma, populationSize, MIN_STEP_LENGTH).state();
  return { run, number, evaluations: 0, best: null };
}

const randomPoint = (space: SearchSpace, random: Random): Float64Array =>
  snap(
    space,
    Float64Array.from(space, () => random.uniform()),
  );

/**
 * Advances every run by one generation.
 * @param rate rates the points of all of them
 * @returns the best of each run that has converged; another run has taken its place
 */
export function advanceRuns(
  space: SearchSpace,
  runs: ParallelRuns,
  rate: (points: readonly Float64Array[]) => readonly Rating[],
): RatedPoint[] {
  const random = createRandom(runs.seed);
  const active = runs.slots.map((slot) => {
    const run = new CmaRun(space, slot.run, MIN_STEP_LENGTH);
    const genotypes = run.sample(run.populationSize, random.fork(3, slot.number, run.generation));
    return { slot, run, genotypes, points: genotypes.map((genotype) => toPoint(space, genotype)) };
  });
  const ratings = rate(active.flatMap(({ points }) => points));
  const ended: RatedPoint[] = [];
  let firstRating = 0;
  active.forEach(({ slot, run, genotypes, points }, i) => {
    const ranked = genotypes
      .map((genotype, k) => ({ genotype, point: points[k], rating: ratings[firstRating + k] }))
      .toSorted(byRating);
    firstRating += genotypes.length;
    slot.evaluations += genotypes.length;
    run.learn(ranked.map(({ genotype, rating }) => ({ genotype, score: rating.score })));
    const [{ point, rating }] = ranked;
    if (slot.best === null || byRating({ point, rating }, slot.best) < 0) slot.best = { point, rating };
    if (!run.isConverged) return;
    ended.push(slot.best);
    const next = nextRun(runs.restarts, space.length, slot.evaluations, random.fork(4, slot.number));
    runs.slots[i] = startSlot(space, runs, next.sigma, next.populationSize);
  });
  return ended;
}
