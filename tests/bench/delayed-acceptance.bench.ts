/**
 * Simulations that an effective sample takes where a sampling runs on servers, with and without an emulator of few rows that screens
 * the proposals (delayed acceptance). Formulas stand for the simulator; a chain is judged by the autocorrelation time of its slowest
 * input.
 */
import { createRandom } from "../../engine/math/random.ts";
import { jobSpace } from "../../engine/tasks/optimization/servers/job-space.ts";
import { autocorrelationTime } from "../../engine/tasks/sampling/autocorrelation.ts";
import { createEmulatorDensity } from "../../engine/tasks/sampling/emulator-density.ts";
import { SamplingRun } from "../../engine/tasks/sampling/sampling-run.ts";
import { bench, type Row } from "./bench.ts";
import { FEW_ROW_FUNCTIONS, type TestFunction } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { trainOnFormula, variablesIn } from "./few-rows.ts";
import { isWanted, options } from "./options.ts";
import { median } from "./spread.ts";

const WALKER_COUNT = 32;
const STEP_COUNT = 6_000;
const BURN_IN = 0.25;
/** The width of the density about the middle of the output, in its standard deviations. */
const DENSITY_WIDTH = 0.2;
const ROW_COUNTS = [20, 60];

type Score = (_: unknown, outputs: Readonly<Record<string, unknown>>) => number;

function makeScore(formula: TestFunction): Score {
  const random = createRandom(7);
  const [values = new Float64Array(1)] = evaluate(
    formula,
    latinHypercube(2_000, formula, random),
    random,
  ).outputs.map((output) => output.values);
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  const [target, tolerance] = [median([...values]), DENSITY_WIDTH * Math.sqrt(variance)];
  return (_, { y }) => -0.5 * ((Number(y) - target) / tolerance) ** 2;
}

/** As a server's sampling screens: the emulator's own uncertainty enters. */
async function makeScreening(formula: TestFunction, rows: number, score: Score, seed: number) {
  const emulator = await trainOnFormula(formula, rows, seed);
  const density = createEmulatorDensity(
    emulator,
    variablesIn(formula),
    { score },
    {},
    { isUncertain: true, isInSpecOnly: false },
  );
  return (points: readonly Float64Array[]) =>
    Float64Array.from(density.scores(points), (value) => value ?? Number.NaN);
}

type Screening = Awaited<ReturnType<typeof makeScreening>>;

/** Simulations for an effective sample, after the burn-in. */
function measureCost(
  formula: TestFunction,
  score: Score,
  seed: number,
  approximate: Screening | null,
): number {
  const { axes, valuesAt } = jobSpace(variablesIn(formula));
  const chain = axes.map(() => new Float64Array(STEP_COUNT * WALKER_COUNT));
  const names = Object.keys(formula.inputs);
  let step = 0;
  const run = new SamplingRun(axes, {
    seed,
    walkers: WALKER_COUNT,
    stretchProbability: 0.5,
    maxEvaluations: Number.POSITIVE_INFINITY,
    stopsAtConvergence: false,
    start: null,
    scan: null,
    ...(approximate === null ? {} : { approximate }),
    onStep: (rows) => {
      if (step < STEP_COUNT)
        chain.forEach((values, a) => {
          for (let walker = 0; walker < WALKER_COUNT; walker++)
            values[step * WALKER_COUNT + walker] = rows[walker * (axes.length + 1) + a] ?? Number.NaN;
        });
      step++;
    },
  });
  const from = Math.ceil(BURN_IN * STEP_COUNT);
  let evaluations = 0;
  while (step < STEP_COUNT) {
    const proposals = run.ask();
    if (step >= from) evaluations += proposals.length;
    run.tell(
      proposals.map((proposal) => {
        const values = valuesAt(proposal.point);
        const y = formula.evaluate(
          names.map((name) => Number(values[name])),
          () => 0,
        );
        return { proposal, score: score(null, { y }) };
      }),
    );
  }
  const time = Math.max(
    ...chain.map((values) =>
      autocorrelationTime({
        values: values.subarray(from * WALKER_COUNT),
        steps: STEP_COUNT - from,
        walkers: WALKER_COUNT,
      }),
    ),
  );
  return evaluations / (((STEP_COUNT - from) * WALKER_COUNT) / time);
}

bench(
  `Delayed acceptance: simulations for an effective sample, medians of ${options.seeds} seeds`,
  async () => {
    const rows: Row[] = [];
    const seeds = Array.from({ length: options.seeds }, (_, at) => at + 1);
    for (const formula of FEW_ROW_FUNCTIONS.filter(({ name }) => isWanted(options.only, name))) {
      const score = makeScore(formula);
      const plain = median(seeds.map((seed) => measureCost(formula, score, seed, null)));
      for (const count of ROW_COUNTS) {
        const costs: number[] = [];
        for (const seed of seeds) {
          const screening = await makeScreening(formula, count, score, seed);
          costs.push(measureCost(formula, score, seed, screening));
        }
        const screened = median(costs);
        rows.push({
          function: `${formula.name}, ${Object.keys(formula.inputs).length} inputs`,
          "rows of the emulator": count,
          "without an emulator": plain,
          "delayed acceptance": screened,
          "share of the simulations": screened / plain,
        });
      }
    }
    return rows;
  },
);
