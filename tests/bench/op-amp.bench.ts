/**
 * The score that optimisers reach on the op-amp of fixtures/specs, which ngspice simulates: "Speed for power", larger is better,
 * over the variables that vary by default. `--seeds 5` (the default) chooses how many runs; `--methods Bayesian,Optuna ...` which.
 */
import { compileGoals } from "../../engine/specs/job-goals.ts";
import { scoreFunctionOptions } from "../../engine/specs/score-functions.ts";
import { jobSpace } from "../../engine/tasks/optimization/servers/job-space.ts";
import { createSpecJobBody } from "../../shared/api/spec-job.ts";
import { checkSpecJob } from "../../shared/spec-job/check-spec-job.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { ngspice } from "../support/processes/simulators.ts";
import { runSimulation } from "../support/specs/run-simulation.ts";
import { fixtureManifest, specFixtureFolder } from "../support/specs/spec-fixtures.ts";
import { bench } from "./bench.ts";
import { availableMethods, BATCHES, descent, type Evaluate, random } from "./optimiser-peers.ts";
import { isSlow, mean, seedsOf } from "./optimiser-regrets.ts";
import { isWanted, options } from "./options.ts";
import { median } from "./spread.ts";

const SIMULATIONS = 100;
const SCORE = { name: "Speed for power", inputs: { least_margin: { type: "Scalar", value: 60 } } } as const;

const manifest = fixtureManifest("opamp");
const spec = { ...manifest, score_function_options: scoreFunctionOptions(manifest) };
const asked = createSpecJobBody.parse({
  name: "bench",
  objective: "Optimization",
  score_function: SCORE,
  resources: { type: "servers", servers: [{ id: 1 }] },
});
const space = jobSpace(checkSpecJob(spec, asked).variables);
const { goals } = compileGoals(manifest, SCORE, []);
const root = temporaryFolder("op-amp");
const folder = specFixtureFolder("opamp");
const programs = { ngspice: await ngspice() };

/** What the score falls short of 0 by; infinite where a simulation fails. */
const simulate: Evaluate = async (point) => {
  const inputs = space.inputsOf(space.valuesAt(Float64Array.from(point)));
  const outputs = await runSimulation({ folder, manifest, root, programs }, inputs).catch(() => null);
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
