/** Suites on which optimisers are compared for minutes; options as for optimisers. `--only classical-10,bbob,ackley` chooses. */
import type { Row } from "./bench.ts";
import { bbob } from "./data/bbob.ts";
import { ackley } from "./data/objectives.ts";
import { bayesian, descent, type UnitFunction } from "./optimiser-peers.ts";
import { classics, EVALUATION_COUNT, mean, SUITE_SEEDS, suite, table } from "./optimiser-regrets.ts";

table(
  "classical-10",
  `8 classical functions, minimum shifted, 10-D, ${EVALUATION_COUNT} evaluations: regret`,
  () => suite(classics(10), 10),
);
table("bbob", `BBOB, 24 functions, 5-D, ${EVALUATION_COUNT} evaluations: regret`, () =>
  suite((seed) => bbob(5, seed), 5),
);

table("ackley", "Ackley-20 on -5 .. 10, 464 evaluations", async (): Promise<Row[]> => {
  const evaluate: UnitFunction = (point) => ackley(point.map((fraction) => 15 * fraction - 5));
  const values: number[] = [];
  for (const seed of SUITE_SEEDS) {
    const lowest = await descent(bayesian, evaluate, { dimensions: 20, evaluations: 464, seed });
    values.push(lowest.at(-1) ?? Number.NaN);
  }
  return [{ ours: mean(values), "TuRBO-1, published": 0.987, "LogEI, published": 3.17 }];
});
