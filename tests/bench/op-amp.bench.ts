/**
 * The score that optimisers reach on the op-amp of fixtures/specs, which ngspice simulates: "Speed for power", larger is better,
 * over the variables that vary by default. `--seeds 5` (the default) chooses how many runs; `--methods Bayesian,Optuna ...` which.
 */
import { compileGoals } from "../../engine/specs/job-goals.ts";
import { bench } from "./bench.ts";
import { manifest, SCORE, simulator, space } from "./data/op-amp.ts";
import { availableMethods, BATCHES, descent, type Evaluate, random } from "./optimiser-peers.ts";
import { isSlow, mean, seedsOf } from "./optimiser-regrets.ts";
import { isWanted, options } from "./options.ts";
import { median } from "./spread.ts";

const SIMULATIONS = 100;

const { goals } = compileGoals(manifest, SCORE, []);
const outputsAt = await simulator();

/** What the score falls short of 0 by; infinite where a simulation fails. */
const simulate: Evaluate = async (point) => {
  const inputs = space.inputsOf(space.valuesAt(Float64Array.from(point)));
  const outputs = await outputsAt(inputs);
  const score = outputs === null ? Number.NaN : goals.score(inputs, outputs);
  return Number.isFinite(score) ? -score : Number.POSITIVE_INFINITY;
};

const methods = Object.entries({ ...availableMethods(), ...BATCHES, Random: random }).filter(
  ([name]) => isWanted(options.methods, name.split(/[, ]/)[0] ?? "") && !isSlow(name),
);

bench(`The op-amp in ngspice, ${SIMULATIONS} simulations: score reached`, async () => {
  const rows = [];
  for (const [method, run] of methods) {
    const reached: number[] = [];
    for (const seed of seedsOf(options.seeds)) {
      const attempt = { dimensions: space.axes.length, evaluations: SIMULATIONS, seed };
      reached.push(-((await descent(run, simulate, attempt)).at(-1) ?? Number.NaN));
    }
    const each = reached.map((score) => score.toFixed(3)).join(" ");
    rows.push({ method, median: median(reached), mean: mean(reached), "each seed": each });
  }
  return rows;
});
