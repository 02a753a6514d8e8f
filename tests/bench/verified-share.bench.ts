/**
 * The share of the ranges that fails, by emulators of few rows and once 20 or 40 simulations have verified what they predict: how
 * often its 95% interval holds the truth, and how far it is off. `--seeds` times 2 emulators of each.
 */
import type { Table } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { createEmulatorObjective } from "../../engine/tasks/optimization/emulator/emulator-objective.ts";
import { createEmulatorLevelSet } from "../../engine/tasks/out-of-spec/emulator-level-set.ts";
import type { JobVariable } from "../../shared/domain/job-variable.ts";
import type { SimulationInputs } from "../../shared/domain/simulation.ts";
import { predictFailures, verifiedShare } from "../support/engine/verified-share.ts";
import { bench, type Row } from "./bench.ts";
import { evenRuns, inputColumns, variables as opAmpVariables, type Run, simulator } from "./data/op-amp.ts";
import { computeLimits, FEW_ROWS, trainOnFormula, variablesIn } from "./few-rows.ts";
import { isWanted, options } from "./options.ts";
import { trainTable } from "./ours.ts";

const SEED_COUNT = 2 * options.seeds;
const SCREENED_COUNT = 4_096;
const FAILING_SHARES = [0.5, 0.1, 0.03];

interface Question {
  variables: Readonly<Record<string, JobVariable>>;
  output: string;
  /** Below 0 out of spec. */
  score: (value: number) => number;
  truth: number;
  simulate: (inputs: SimulationInputs) => number | null | Promise<number | null>;
  verified: number;
}

async function trainedBy(emulatorAt: (seed: number) => Promise<Emulator>): Promise<Emulator[]> {
  const emulators: Emulator[] = [];
  for (let seed = 1; seed <= SEED_COUNT; seed++) emulators.push(await emulatorAt(seed));
  return emulators;
}

async function makeRow(
  labels: Row,
  { variables, output, score, truth, simulate, verified }: Question,
  emulators: readonly Emulator[],
): Promise<Row> {
  const tally = { before: { held: 0, squares: 0, width: 0 }, after: { held: 0, squares: 0, width: 0 } };
  const goals = {
    score: (_: unknown, outputs: Readonly<Record<string, unknown>>) => score(Number(outputs[output])),
  };
  for (const [at, emulator] of emulators.entries()) {
    const seed = at + 1;
    const objective = createEmulatorObjective(emulator, variables, goals);
    const predicted = predictFailures(createEmulatorLevelSet(objective, emulator), {
      seed,
      screened: SCREENED_COUNT,
    });
    const share = await verifiedShare(predicted, verified, async (point) => {
      const value = await simulate(objective.space.inputsOf(point));
      return value === null ? null : score(value);
    });
    const shares = { before: predicted.share, after: share };
    for (const when of ["before", "after"] as const) {
      const { value, lower, upper } = shares[when];
      tally[when].held += lower <= truth && truth <= upper ? 1 : 0;
      tally[when].squares += (value - truth) ** 2;
      tally[when].width += (upper - lower) / 2;
    }
  }
  const { before, after } = tally;
  return {
    ...labels,
    "fails in truth": truth,
    "holds the truth, emulator alone": before.held / SEED_COUNT,
    "holds the truth, verified": after.held / SEED_COUNT,
    "error, emulator alone": Math.sqrt(before.squares / SEED_COUNT),
    "error, verified": Math.sqrt(after.squares / SEED_COUNT),
    "half the width, emulator alone": before.width / SEED_COUNT,
    "half the width, verified": after.width / SEED_COUNT,
  };
}

async function ofFormula({ formula, rows }: (typeof FEW_ROWS)[number]): Promise<Row[]> {
  const names = Object.keys(formula.inputs);
  const noise = createRandom(1);
  const simulate = (inputs: SimulationInputs) =>
    formula.evaluate(
      names.map((name) => Number(inputs[name])),
      () => noise.normal(),
    );
  const emulators = await trainedBy((seed) => trainOnFormula(formula, rows, seed));
  const rowsFound: Row[] = [];
  for (const [at, limit] of computeLimits(formula, FAILING_SHARES).entries())
    rowsFound.push(
      await makeRow(
        { emulator: `${formula.name}, ${rows} rows, 20 verified` },
        {
          variables: variablesIn(formula),
          output: "y",
          score: (value) => value - limit,
          truth: FAILING_SHARES[at] ?? 0,
          simulate,
          verified: 20,
        },
        emulators,
      ),
    );
  return rowsFound;
}

const OP_AMP_ROWS = 80;
const POOL_SEED = 101;
/** Plain simulations, which tell the truth: its standard error is .007. */
const PLAIN_COUNT = 4_096;
const PHASE_MARGINS = [
  [60, 120],
  [50, 120],
  [66, 100],
] as const;

const marginTable = (runs: readonly Run[]): Table => ({
  rows: runs.length,
  inputs: inputColumns(runs),
  outputs: [
    {
      name: "phase_margin",
      size: 1,
      values: Float64Array.from(runs, ({ outputs }) => Number(outputs.phase_margin)),
    },
  ],
});

async function ofOpAmp(): Promise<Row[]> {
  const simulate = await simulator();
  const runs = await evenRuns(simulate, PLAIN_COUNT, POOL_SEED);
  const emulators = await trainedBy(async (seed) => {
    const random = createRandom(seed);
    const trainingRuns = Array.from(random.permutation(runs.length).slice(0, OP_AMP_ROWS));
    const validation = random.permutation(OP_AMP_ROWS).slice(0, OP_AMP_ROWS / 10);
    const table = marginTable(trainingRuns.flatMap((at) => runs[at] ?? []));
    return (await trainTable(table, { effort: "quick", validationRows: validation.sort() }, seed)).emulator;
  });
  const opAmpRows: Row[] = [];
  for (const [lower, upper] of PHASE_MARGINS) {
    const score = (margin: number) => Math.min(margin - lower, upper - margin);
    const question = {
      variables: opAmpVariables,
      output: "phase_margin",
      score,
      truth: runs.filter(({ outputs }) => score(Number(outputs.phase_margin)) < 0).length / runs.length,
      simulate: async (inputs: SimulationInputs) => {
        const outputs = await simulate(inputs);
        return outputs === null ? null : Number(outputs.phase_margin);
      },
      verified: 40,
    };
    const name = `op-amp, phase margin ${lower} to ${upper} deg, ${OP_AMP_ROWS} rows, 40 verified`;
    opAmpRows.push(await makeRow({ emulator: name }, question, emulators));
  }
  return opAmpRows;
}

bench(`The share that fails, once it is verified: ${SEED_COUNT} emulators each`, async () => {
  const rows: Row[] = [];
  for (const fewRowProblem of FEW_ROWS)
    if (isWanted(options.only, fewRowProblem.formula.name)) rows.push(...(await ofFormula(fewRowProblem)));
  if (isWanted(options.only, "op-amp")) rows.push(...(await ofOpAmp()));
  return rows;
});
