/**
 * This bench measures the error of the product's emulators before and after the last fit, to every row. A training is stopped once the last
 * fit begins, which gives the emulator before it, and then resumed: only pairs of one training show the gain.
 */
import { availableParallelism } from "node:os";
import { everyRow, selectRows, thinRows } from "../../engine/dataset/table.ts";
import { createRandom } from "../../engine/math/random.ts";
import { train } from "../../engine/training/train.ts";
import { bench, type Row } from "./bench.ts";
import { BOUNDED_FUNCTIONS, friedman, type TestFunction } from "./data/functions.ts";
import { benchSets, evaluate, latinHypercube, type Split } from "./data/sets.ts";
import { isWanted, options } from "./options.ts";
import { predictUnseen } from "./ours.ts";
import { computeScores } from "./scores.ts";

const ROW_COUNTS = [4_000, 10_000];
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
/** Real sets with more rows than are fitted on to: so many of theirs are used. */
const MEASURED_SETS = ["spectre_cva", "spectre_lna"];

const readCpuSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

/** Trains as the product does. @param stopsBeforeLastFit whether it is stopped once the last fit reports progress */
async function trainSplit(
  { training, roles, seed }: Split,
  stopsBeforeLastFit: boolean,
  checkpoint?: Uint8Array,
) {
  const validationRows = createRandom(seed)
    .permutation(training.rows)
    .slice(0, Math.round(VALIDATION_SHARE * training.rows))
    .sort();
  let isStopped = false;
  const run = train(
    training,
    { effort: options.effort, validationRows, ...roles },
    {
      random: createRandom(seed),
      clock: () => performance.now(),
      cpuTime: () => 1_000 * readCpuSeconds(),
      workers: availableParallelism(),
      stopRequested: () => isStopped,
      ...(checkpoint && { checkpoint }),
    },
  );
  for (;;) {
    const step = await run.next();
    if (step.done) return step.value;
    if (step.value.type === "progress") isStopped ||= stopsBeforeLastFit && step.value.isLastFit;
  }
}

async function measureSplit(split: Split): Promise<Row[]> {
  const rows: Row[] = [];
  let checkpoint: Uint8Array | undefined;
  for (const method of ["as trained", "then every row"]) {
    const before = readCpuSeconds();
    const { emulator, ...result } = await trainSplit(split, checkpoint === undefined, checkpoint);
    checkpoint = result.checkpoint;
    const { nrmse, coverage } = computeScores(predictUnseen(emulator, split));
    rows.push({
      set: split.set,
      ...{ rows: split.training.rows, seed: split.seed, method },
      "CPU s": readCpuSeconds() - before,
      NRMSE: nrmse,
      "covered of 95%": coverage,
      "KiB of the file": Math.round(emulator.serialise().length / 1024),
    });
  }
  return rows;
}

function drawSplit(formula: TestFunction, rows: number, seed: number): Split {
  const random = createRandom(seed, rows);
  const training = evaluate(formula, latinHypercube(rows, formula, random), random);
  const unseen = evaluate(formula, latinHypercube(UNSEEN_ROWS, formula, random), random);
  return { set: formula.name, seed, training, unseen, roles: {} };
}

bench(`Every row above 3,000, effort ${options.effort}`, async () => {
  const measured: Row[] = [];
  const sets = benchSets().filter(({ name }) => MEASURED_SETS.includes(name));
  for (const rows of ROW_COUNTS.filter((count) => options.sizes?.includes(count) ?? true))
    for (let seed = 1; seed <= options.seeds; seed++) {
      for (const formula of MEASURED_FUNCTIONS.filter(({ name }) => isWanted(options.only, name)))
        measured.push(...(await measureSplit(drawSplit(formula, rows, seed))));
      for (const set of sets) {
        const split = await set.split(seed);
        const training = selectRows(split.training, thinRows(everyRow(split.training.rows), rows));
        measured.push(...(await measureSplit({ ...split, training })));
      }
    }
  return measured;
});
