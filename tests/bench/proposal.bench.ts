/**
 * Measures the cost of asking for the next point in Bayesian optimisation, after evaluations of Rosenbrock's function
 * at random points.
 */
import { createRandom } from "../../engine/math/random.ts";
import { BayesianOptimiser } from "../../engine/tasks/optimization/bayesian/optimiser.ts";
import { unitAxis } from "../../engine/tasks/search-space.ts";
import { bench, type Row } from "./bench.ts";
import { classics, listSeeds } from "./optimiser-regrets.ts";
import { options } from "./options.ts";
import { median } from "./spread.ts";

function measureCpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Measures the first proposal, for which the kernel's form is searched, and the one after the next evaluation. */
function proposals(dimensions: number, evaluations: number, seed: number): { first: number; next: number } {
  const random = createRandom(seed);
  const [, rosenbrock] = classics(dimensions)(seed);
  if (rosenbrock === undefined) throw new Error("Rosenbrock's function is missing.");
  const { low, high, evaluate } = rosenbrock;
  const evaluatePoint = (id: number | null, point: Float64Array) => ({
    id,
    point,
    score: -evaluate(Array.from(point, (fraction) => low + (high - low) * fraction)),
  });
  const space = Array.from({ length: dimensions }, () => unitAxis());
  const optimiser = new BayesianOptimiser(space, { seed });
  optimiser.tell(
    Array.from({ length: evaluations }, () =>
      evaluatePoint(
        null,
        Float64Array.from(space, () => random.uniform()),
      ),
    ),
  );
  const first = measureCpuSeconds(() => optimiser.ask(1));
  optimiser.tell(optimiser.pending.map(({ id, point }) => evaluatePoint(id, point)));
  return { first, next: measureCpuSeconds(() => optimiser.ask(1)) };
}

bench("CPU seconds to propose a point, medians of the seeds", () =>
  [5, 10, 20].flatMap((dimensions) =>
    [50, 100, 200].map((evaluations): Row => {
      const all = listSeeds(options.seeds).map((seed) => proposals(dimensions, evaluations, seed));
      return {
        variables: dimensions,
        evaluations,
        "with a search of the kernel's form": median(all.map(({ first }) => first)),
        "in between": median(all.map(({ next }) => next)),
      };
    }),
  ),
);
