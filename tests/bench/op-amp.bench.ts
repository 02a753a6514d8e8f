/**
 * The score that optimisers reach on the op-amp of fixtures/specs, which ngspice simulates: "Speed for power", larger is better,
 * over the variables that vary by default. `--seeds 5` (the default) chooses how many runs; `--methods Bayesian,Optuna ...` which.
 */
import { compileGoals } from "../../engine/specs/job-goals.ts";
import {
  type ProposedSimulation,
  ServerSearch,
} from "../../engine/tasks/optimization/servers/server-search.ts";
import { bench } from "./bench.ts";
import { manifest, SPEED_FOR_POWER, simulator, space, variables } from "./data/op-amp.ts";
import {
  availableMethods,
  BATCH_METHODS,
  descent,
  type Evaluate,
  type Method,
  random,
} from "./optimiser-peers.ts";
import { isSlow, listSeeds, mean } from "./optimiser-regrets.ts";
import { isWanted, options } from "./options.ts";
import { median } from "./spread.ts";

const SIMULATION_COUNT = 100;

const { goals } = compileGoals(manifest, SPEED_FOR_POWER, []);
const outputsAt = await simulator();

/** Computes by how much the score falls short of 0; infinite where a simulation fails. */
const simulate: Evaluate = async (point) => {
  const inputs = space.inputsOf(space.valuesAt(Float64Array.from(point)));
  const outputs = await outputsAt(inputs);
  const score = outputs === null ? Number.NaN : goals.score(inputs, outputs);
  return Number.isFinite(score) ? -score : Number.POSITIVE_INFINITY;
};

/** As a job does it, so many at a time: that knows its variables' types, and the outputs that its score is a function of. */
const asJob =
  (slots: number): Method =>
  async (evaluate, { evaluations: maximum, seed }) => {
    const search = new ServerSearch({
      variables,
      goals,
      seed,
      maximum,
      warmStart: false,
      knownSimulations: [],
    });
    const open: ProposedSimulation[] = [];
    for (;;) {
      while (open.length < slots) {
        const next = search.ask();
        if (next === null) break;
        open.push(next);
      }
      const first = open.shift();
      if (first === undefined) return;
      const inputs = space.inputsOf(first.inputs);
      const outputs = await outputsAt(inputs);
      await evaluate([...space.locatePoint(first.inputs)]);
      search.tell([{ ...first, state: outputs === null ? "failed" : "complete", outputs }]);
    }
  };

const JOB_METHODS = {
  "Bayesian, ours, as a job": asJob(1),
  "Bayesian, ours, as a job, 8 at a time": asJob(8),
};

const methods = Object.entries({
  ...availableMethods(),
  ...BATCH_METHODS,
  ...JOB_METHODS,
  Random: random,
}).filter(([name]) => isWanted(options.methods, name.split(/[, ]/)[0] ?? "") && !isSlow(name));

bench(`The op-amp in ngspice, ${SIMULATION_COUNT} simulations: score reached`, async () => {
  const rows = [];
  for (const [method, run] of methods) {
    const reached: number[] = [];
    for (const seed of listSeeds(options.seeds)) {
      const attempt = { dimensions: space.axes.length, evaluations: SIMULATION_COUNT, seed };
      reached.push(-((await descent(run, simulate, attempt)).at(-1) ?? Number.NaN));
    }
    const each = reached.map((score) => score.toFixed(3)).join(" ");
    rows.push({ method, median: median(reached), mean: mean(reached), "each seed": each });
  }
  return rows;
});
