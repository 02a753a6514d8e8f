/**
 * Optimisers beside each other (engine.md, section 4): regret after few evaluations, evaluations to a goal, batches, CMA-ES by
 * itself. Regret is (best - minimum) / (best of as many random points - minimum): lower is better, 1 is as good as random.
 *
 * `--only classical-10,bbob,ackley ...` chooses tables; `--seeds 5` (the default) is one seed of the suites of many functions
 * and five of single ones; `--methods Bayesian,CMA-ES,SciPy` chooses.
 */
import { createRandom } from "../../engine/math/random.ts";
import { CmaEs } from "../../engine/tasks/optimization/cma-es/optimiser.ts";
import { unitAxis } from "../../engine/tasks/search-space.ts";
import { bench, type Row } from "./bench.ts";
import { bbob } from "./data/bbob.ts";
import {
  ackley,
  BRANIN_MINIMUM,
  branin,
  HARTMANN6_MINIMUM,
  hartmann6,
  type Objective,
  shiftedClassics,
} from "./data/objectives.ts";
import {
  type Attempt,
  bayesian,
  bestOfRandom,
  descent,
  METHODS,
  type UnitFunction,
} from "./optimiser-peers.ts";
import { isWanted, options } from "./options.ts";

const EVALUATIONS = 200;
const suiteSeeds = Math.max(1, Math.round(options.seeds / 5));
const seedsOf = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1);
const methods = Object.entries(METHODS).filter(([name]) =>
  isWanted(options.methods, name.split(/[, ]/)[0] ?? ""),
);

/** The others take a quarter of an hour together: name them. */
const DEFAULT_TABLES = ["cma-es", "goals", "classical-5", "batches"];
const table = (key: string, title: string, measure: () => Promise<Row[]> | Row[]): void => {
  if (isWanted(options.only ?? DEFAULT_TABLES, key)) bench(title, measure);
};

const unit =
  ({ low, high, evaluate }: Objective): UnitFunction =>
  (point) =>
    evaluate(point.map((fraction) => low + (high - low) * fraction));
const mean = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Of each function the mean regret of all seeds. */
async function regretsOf(
  functionsOf: (seed: number) => Objective[],
  attempt: Pick<Attempt, "dimensions" | "slots">,
  method: (typeof METHODS)[string],
): Promise<Map<string, number>> {
  const regrets = new Map<string, number[]>();
  for (const seed of seedsOf(suiteSeeds)) {
    for (const objective of functionsOf(seed)) {
      const whole = { ...attempt, evaluations: EVALUATIONS, seed };
      const best = (await descent(method, unit(objective), whole)).at(-1) ?? Number.NaN;
      const regret = best / bestOfRandom(unit(objective), whole);
      regrets.set(objective.name, [...(regrets.get(objective.name) ?? []), regret]);
    }
  }
  return new Map([...regrets].map(([name, all]) => [name, mean(all)]));
}

async function suite(functionsOf: (seed: number) => Objective[], dimensions: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, method] of methods) {
    const started = performance.now();
    const regrets = await regretsOf(functionsOf, { dimensions }, method);
    const seconds = (performance.now() - started) / 1000 / regrets.size / suiteSeeds;
    rows.push({
      method: name,
      "mean regret": mean([...regrets.values()]),
      "s a run": seconds,
      ...Object.fromEntries([...regrets].map(([own, regret]) => [own, regret.toPrecision(2)])),
    });
  }
  return rows;
}

const classics =
  (dimensions: number) =>
  (seed: number): Objective[] => {
    const random = createRandom(seed, dimensions);
    return shiftedClassics(dimensions, () => random.uniform());
  };

table("cma-es", "CMA-ES alone: median evaluations to 1e-9, d = 10, from 0.1 with a deviation of 0.5", () => {
  const fields: [string, number, (x: readonly number[]) => number][] = [
    ["sphere", 1290, (x) => x.reduce((sum, v) => sum + v * v, 0)],
    ["ellipsoid", 4080, (x) => x.reduce((sum, v, i) => sum + 10 ** ((6 * i) / 9) * v * v, 0)],
    [
      "Rosenbrock",
      5120,
      (x) =>
        x
          .slice(1)
          .reduce((sum, next, i) => sum + 100 * (next - (x[i] ?? 0) ** 2) ** 2 + (1 - (x[i] ?? 0)) ** 2, 0),
    ],
  ];
  return fields.map(([name, published, evaluate]) => {
    const used = seedsOf(3 * options.seeds).map((seed) => {
      const space = Array.from({ length: 10 }, () => unitAxis());
      const optimiser = new CmaEs(space, { seed, start: new Float64Array(10).fill(0.51), sigma: 0.05 });
      for (let evaluations = 1; ; evaluations++) {
        const [proposal] = optimiser.ask(1);
        if (proposal === undefined) return Number.NaN;
        const value = evaluate(Array.from(proposal.point, (fraction) => 10 * fraction - 5));
        if (value <= 1e-9) return evaluations;
        optimiser.tell([{ ...proposal, score: -value }]);
      }
    });
    return { function: name, ours: median(used), "pycma, published": published };
  });
});

table(
  "goals",
  "Evaluations until within 1% of the minimum: median of the seeds",
  async (): Promise<Row[]> => {
    const goals: [string, UnitFunction, number, number, number][] = [
      ["Branin", branin, BRANIN_MINIMUM, 2, 33],
      ["Hartmann-6", hartmann6, HARTMANN6_MINIMUM, 6, 57],
    ];
    const rows: Row[] = [];
    for (const [name, evaluate, minimum, dimensions, published] of goals) {
      const used: number[] = [];
      for (const seed of seedsOf(options.seeds)) {
        const lowest = await descent(bayesian, evaluate, { dimensions, evaluations: 100, seed });
        const reached = lowest.findIndex((value) => value <= minimum + 0.01 * Math.abs(minimum));
        used.push(reached < 0 ? Number.POSITIVE_INFINITY : reached + 1);
      }
      rows.push({
        function: name,
        ours: median(used),
        all: used.join(" "),
        "scikit-optimize, published": published,
      });
    }
    return rows;
  },
);

table("classical-5", `8 classical functions, minimum shifted, 5-D, ${EVALUATIONS} evaluations: regret`, () =>
  suite(classics(5), 5),
);
table(
  "classical-10",
  `8 classical functions, minimum shifted, 10-D, ${EVALUATIONS} evaluations: regret`,
  () => suite(classics(10), 10),
);
table("bbob", `BBOB, 24 functions, 5-D, ${EVALUATIONS} evaluations: regret`, () =>
  suite((seed) => bbob(5, seed), 5),
);

table(
  "batches",
  "Batches: regret of the classical functions in 5-D with 8 evaluations at a time",
  async (): Promise<Row[]> => {
    const rows: Row[] = [];
    for (const slots of [1, 8]) {
      const regrets = await regretsOf(classics(5), { dimensions: 5, slots }, bayesian);
      rows.push({ "at a time": slots, "mean regret": mean([...regrets.values()]) });
    }
    return rows;
  },
);

table("ackley", "Ackley-20 on -5 .. 10, 464 evaluations", async (): Promise<Row[]> => {
  const evaluate: UnitFunction = (point) => ackley(point.map((fraction) => 15 * fraction - 5));
  const values: number[] = [];
  for (const seed of seedsOf(suiteSeeds)) {
    const lowest = await descent(bayesian, evaluate, { dimensions: 20, evaluations: 464, seed });
    values.push(lowest.at(-1) ?? Number.NaN);
  }
  return [{ ours: mean(values), "TuRBO-1, published": 0.987, "LogEI, published": 3.17 }];
});
