/**
 * This bench measures, with more rows than are cross-validated, the error of the product's emulators, whose models have seen two thirds of the rows, and
 * that of the same emulators with their models fitted on to all rows. Models fitted on to the rows that they had tell what the further steps do alone.
 */
import { collectPoints, type Table } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import { runToEnd } from "../../engine/math/run-to-end.ts";
import { createEnsembleEmulator } from "../../engine/models/ensemble/emulator.ts";
import type { EnsembleEmulatorParts } from "../../engine/models/ensemble/parts.ts";
import type { FitTask, FittedModel } from "../../engine/models/fit-task.ts";
import { freshState } from "../../engine/training/checkpoint.ts";
import { EFFORT_LIMITS } from "../../engine/training/plan/effort.ts";
import { planTasks } from "../../engine/training/plan/plan.ts";
import { planData } from "../../engine/training/plan/plan-data.ts";
import { type Prepared, prepare } from "../../engine/training/prepare/prepare.ts";
import { Training } from "../../engine/training/training.ts";
import { bench, type Row } from "./bench.ts";
import { BOUNDED_FUNCTIONS, friedman, type TestFunction } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { isWanted, options } from "./options.ts";
import { joinValidationRows, refitMembers } from "./refit-members.ts";
import { computeScores } from "./scores.ts";

const ROW_COUNTS = [4_000, 10_000, 30_000];
const UNSEEN_ROWS = 2_000;
const VALIDATION_SHARE = 0.2;
const NOISE_DEVIATION = 0.5;

const noisyFriedman: TestFunction = {
  ...friedman,
  name: "friedman_noisy",
  evaluate: (point, noise) => friedman.evaluate(point, noise) + NOISE_DEVIATION * noise(),
};
const MEASURED_FUNCTIONS = [
  ...BOUNDED_FUNCTIONS.filter(({ name }) => ["borehole", "piston", "hartmann"].includes(name)),
  noisyFriedman,
];

interface Trained {
  prepared: Prepared;
  parts: EnsembleEmulatorParts;
  tasks: ReadonlyMap<FittedModel["model"], FitTask>;
}

const readCpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Trains as the product does, on one thread, and without a limit of time. */
async function trainParts(table: Table, seed: number): Promise<Trained> {
  const random = createRandom(seed);
  const validationRows = random
    .permutation(table.rows)
    .slice(0, Math.round(VALIDATION_SHARE * table.rows))
    .sort();
  const prepared = runToEnd(prepare(table, { effort: options.effort, validationRows }, random.fork(0)));
  const state = freshState(seed);
  const set = { prepared, state, fingerprint: 0, budget: Number.MAX_SAFE_INTEGER };
  const training = new Training(set, { random, clock: () => performance.now() });
  const run = training.run(planTasks(planData(prepared, random), EFFORT_LIMITS[options.effort], 0), 0);
  while (!(await run.next()).done);
  const tasks = new Map(Array.from(state.results.values(), ({ fitted, task }) => [fitted.model, task]));
  return { prepared, parts: runToEnd(training.partsSteps()), tasks };
}

async function measureTraining(formula: TestFunction, rows: number, seed: number): Promise<Row[]> {
  const random = createRandom(seed, rows);
  const table = evaluate(formula, latinHypercube(rows, formula, random), random);
  const points = latinHypercube(UNSEEN_ROWS, formula, random);
  const unseen = evaluate(formula, points, random);
  const truth = Float64Array.from(points, (point) => formula.evaluate(point, () => 0));
  const measure = (method: string, seconds: number, parts: EnsembleEmulatorParts): Row => {
    const prediction = createEnsembleEmulator(parts).predict(collectPoints(unseen), UNSEEN_ROWS).get("y");
    const observed = unseen.outputs[0]?.values;
    if (prediction === undefined || observed === undefined) throw new Error("There is no output y.");
    const judged = { mean: prediction.mean, bounds: prediction, size: 1 };
    return {
      function: formula.name,
      ...{ rows, seed, method },
      "CPU s": seconds,
      NRMSE: computeScores([{ ...judged, truth }]).nrmse,
      "covered of 95%": computeScores([{ ...judged, truth: observed }]).coverage,
    };
  };
  const timed = async <Result>(work: () => Result | Promise<Result>): Promise<[Result, number]> => {
    const before = readCpuSeconds();
    const result = await work();
    return [result, readCpuSeconds() - before];
  };
  const [{ prepared, parts, tasks }, seconds] = await timed(() => trainParts(table, seed));
  const refits = [
    { method: "then all rows", data: joinValidationRows(prepared) },
    { method: "then the same rows", data: prepared.trainingData },
  ];
  const measured = [measure("as trained", seconds, parts)];
  for (const { method, data } of refits) {
    const [refitted, refitSeconds] = await timed(() => refitMembers(parts, tasks, data));
    measured.push(measure(method, refitSeconds, refitted));
  }
  return measured;
}

bench(`Every row above 3,000, effort ${options.effort}`, async () => {
  const measured: Row[] = [];
  for (const rows of ROW_COUNTS.filter((count) => options.sizes?.includes(count) ?? true))
    for (const formula of MEASURED_FUNCTIONS.filter(({ name }) => isWanted(options.only, name)))
      for (let seed = 1; seed <= options.seeds; seed++)
        measured.push(...(await measureTraining(formula, rows, seed)));
  return measured;
});
