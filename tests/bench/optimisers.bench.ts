/**
 * Optimisers beside each other (engine.md, section 4): evaluations to a goal, regret after few evaluations, one and
 * eight at a time, CMA-ES by itself. Suites that take longer are in optimiser-suites.
 *
 * `--only goals,classical-5 ...` chooses tables; `--seeds 5` (the default) is one seed of the suites of many functions and five of
 * single ones; `--methods Bayesian,CMA-ES,NLopt ...` chooses. Peers that are not installed are left out.
 */
import { CmaEs } from "../../engine/tasks/optimization/cma-es/optimiser.ts";
import { unitAxis } from "../../engine/tasks/search-space.ts";
import type { Row } from "./bench.ts";
import { BRANIN_MINIMUM, branin, HARTMANN6_MINIMUM, hartmann6 } from "./data/objectives.ts";
import { BATCH_METHODS, descent, type UnitFunction } from "./optimiser-peers.ts";
import { classics, EVALUATION_COUNT, isSlow, listSeeds, methods, suite, table } from "./optimiser-regrets.ts";
import { options } from "./options.ts";
import { median } from "./spread.ts";

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
    const used = listSeeds(3 * options.seeds).map((seed) => {
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
    for (const [name, method] of methods) {
      const row: Row = { method: name };
      const evaluations = isSlow(name) ? 50 : 100;
      for (const [goalName, evaluate, minimum, dimensions] of goals) {
        if (isSlow(name) && dimensions > 2) continue;
        const used: number[] = [];
        for (const seed of listSeeds(options.seeds)) {
          const lowest = await descent(method, evaluate, { dimensions, evaluations, seed });
          const reached = lowest.findIndex((value) => value <= minimum + 0.01 * Math.abs(minimum));
          used.push(reached < 0 ? Number.POSITIVE_INFINITY : reached + 1);
        }
        const shown = used.map((count) => (Number.isFinite(count) ? count : `> ${evaluations}`));
        row[goalName] = shown[used.indexOf(median(used))] ?? null;
        row[`${goalName}, each seed`] = shown.join(" ");
      }
      rows.push(row);
    }
    const published = Object.fromEntries(goals.map(([goalName, , , , count]) => [goalName, count]));
    return [...rows, { method: "scikit-optimize, published", ...published }];
  },
);

table(
  "classical-5",
  `8 classical functions, minimum shifted, 5-D, ${EVALUATION_COUNT} evaluations: regret`,
  () => suite(classics(5), 5, BATCH_METHODS),
);
