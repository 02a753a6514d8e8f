/** With thousands of rows the models are fitted on to every row at the end, and what is shown of validation rows stays as it was. */
import { collectPoints, selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { createEnsembleEmulator } from "@understudy/engine/models/ensemble/emulator.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import type { FitTask } from "@understudy/engine/models/fit-task.ts";
import { assemble } from "@understudy/engine/models/targets.ts";
import { freshState, readCheckpoint } from "@understudy/engine/training/checkpoint.ts";
import { isLastFitPlanned, joinEveryRow } from "@understudy/engine/training/last-fit.ts";
import type { Plan } from "@understudy/engine/training/plan/stages.ts";
import type { TrainEvent } from "@understudy/engine/training/prepare/messages.ts";
import { type Prepared, prepare } from "@understudy/engine/training/prepare/prepare.ts";
import { Training } from "@understudy/engine/training/training.ts";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("the last fit, to every row", { timeout: 60_000 });

const DATA_FINGERPRINT = 7;
const ROW_COUNT = 4_000;
const TRAINING_ROW_COUNT = 3_200;

const evaluate = ([a = 0, b = 0, c = 0]: readonly number[]): number =>
  Math.sin(7 * a) * Math.cos(5 * b) + c * (a + b);
const table = syntheticTable(ROW_COUNT, 3, {
  y: (point, random) => evaluate(point) + 0.4 * random.normal(),
});
const validationRows = drawValidationRows(table);
const prepareTable = (data: Table, rows: ArrayLike<number>): Prepared =>
  runToEnd(prepare(data, { effort: "quick", validationRows: rows }, createRandom(1), false));
const prepared = prepareTable(table, validationRows);

/** A network by second-order steps, one by mini-batches, and a polynomial: each quickly fitted, and each with some weight. */
function* planTasks(isExtended = false): Plan {
  const common = { targets: [0], fold: 0 };
  const network = { family: "network", features: [0, 1, 2] } as const;
  const tasks: FitTask[] = [
    { ...common, family: "polynomial", candidate: "polynomial", seed: 1, degree: 3 },
    {
      ...{ ...common, ...network, candidate: "small", seed: 2, method: "second-order" },
      ...{ shape: { inputs: 3, hidden: [20], outputs: 1 }, steps: 50, learningRate: 0 },
    },
    {
      ...{ ...common, ...network, candidate: "wide", seed: 3, method: "mini-batch" },
      shape: { inputs: 3, hidden: [32, 32], outputs: 1, activation: "silu" },
      ...{ steps: 1_500, learningRate: 0.02 },
    },
  ];
  yield { tasks, workAhead: 0 };
  if (isExtended)
    yield { tasks: tasks.map((task) => ({ ...task, candidate: "further", seed: 9 })), workAhead: 0 };
}

interface Trained {
  stopReason: string;
  emulator: Emulator;
  checkpoint: Uint8Array;
  progress: Extract<TrainEvent, { type: "progress" }>[];
}

/**
 * @param shouldStop whether a stop is requested, from the progress so far
 * @param extensions how often more training was asked for: the plan is longer then
 */
async function train(
  shouldStop: (progress: Trained["progress"]) => boolean,
  checkpoint?: Uint8Array,
  extensions = 0,
): Promise<Trained> {
  let now = 0;
  const progress: Trained["progress"] = [];
  const state = checkpoint ? readCheckpoint(checkpoint, DATA_FINGERPRINT) : freshState(1);
  assert.ok(state !== undefined);
  state.extensions = extensions;
  const training = new Training(
    { prepared, state, fingerprint: DATA_FINGERPRINT, budget: 1e9 },
    {
      random: createRandom(1),
      clock: () => now++ * 200,
      stopRequested: () => shouldStop(progress),
    },
  );
  const run = training.run(planTasks(extensions > 0), 0);
  for (;;) {
    const step = await run.next();
    if (step.done) {
      const emulator = createEnsembleEmulator(runToEnd(training.partsSteps()));
      return { stopReason: step.value, emulator, checkpoint: training.checkpoint(), progress };
    }
    if (step.value.type === "progress") progress.push(step.value);
  }
}

const stopped = await train((progress) => progress.some(({ isLastFit }) => isLastFit));
const resumed = await train(() => false, stopped.checkpoint);

const unseen = syntheticTable(2_000, 3, { y: evaluate }, 9);
const predict = (emulator: Emulator, rows: Table) =>
  emulator.predict(collectPoints(rows), rows.rows).get("y");

function measureError(emulator: Emulator): number {
  const mean = predict(emulator, unseen)?.mean ?? new Float64Array();
  const truth = unseen.outputs[0]?.values ?? new Float64Array();
  return Math.sqrt(mean.reduce((sum, value, at) => sum + (value - (truth[at] ?? 0)) ** 2, 0) / mean.length);
}

it("lowers the error at new points", () => {
  const [before, after] = [measureError(stopped.emulator), measureError(resumed.emulator)];
  assert.ok(after < 0.95 * before, `${after}, ${before} before`);
});

it("keeps the bounds right at new points", () => {
  const noisy = syntheticTable(
    2_000,
    3,
    { y: (point, random) => evaluate(point) + 0.4 * random.normal() },
    11,
  );
  const { lower = [], upper = [] } = predict(resumed.emulator, noisy) ?? {};
  const inside = noisy.outputs[0]?.values.filter((y, at) => y >= (lower[at] ?? 0) && y <= (upper[at] ?? 0));
  const coverage = (inside?.length ?? 0) / noisy.rows;
  assert.ok(coverage > 0.93 && coverage < 0.98, `${coverage} are covered`);
});

it("leaves the emulator before it whole where it is stopped", () => {
  assert.is(stopped.stopReason, "stopped");
  const [output] = stopped.emulator.outputs;
  assert.is(output?.validationMethod, "held-out rows");
  assert.equal(output?.rowCounts, { training: TRAINING_ROW_COUNT, validation: 800 });
  assert.is(stopped.emulator.outOfSample("y"), null);
});

it("changes neither the accuracy nor a bit of what is shown of validation rows", () => {
  const rows = Int32Array.from(validationRows).sort();
  const validation = selectRows(table, rows);
  const before = predict(stopped.emulator, validation);
  for (const emulator of [resumed.emulator, restoreEmulator(resumed.emulator.serialise())]) {
    assert.equal(emulator.outOfSample("y"), { rows, ...before });
    const [output] = emulator.outputs;
    for (const measure of ["coefficientOfDetermination", "coverage", "calibration"] as const)
      assert.equal(output?.[measure], stopped.emulator.outputs[0]?.[measure]);
    assert.is(output?.validationMethod, "held-out rows, then every row");
    assert.equal(output?.rowCounts, { training: ROW_COUNT, validation: 800 });
    assert.not.equal(predict(emulator, validation)?.mean, before?.mean);
  }
});

it("predicts the same bits from a file, and resumed in the middle", async () => {
  const expected = predict(resumed.emulator, unseen);
  assert.equal(predict(restoreEmulator(resumed.emulator.serialise()), unseen), expected);
  const { emulator, stopReason, progress } = await train(() => false);
  assert.is(stopReason, "converged");
  assert.equal(predict(emulator, unseen), expected);
  const fractions = progress.map(({ fraction }) => fraction);
  assert.equal(
    fractions,
    fractions.toSorted((a, b) => a - b),
  );
  const last = progress.filter(({ isLastFit }) => isLastFit);
  assert.ok(last.length > 0 && last.every(({ fraction }) => fraction >= 0.8), `${fractions}`);
  assert.ok(
    progress.every(({ fraction, isLastFit }) => isLastFit || fraction <= 0.8),
    `${fractions}`,
  );
});

it("stays in force where the training goes on and is stopped", async () => {
  const { emulator, stopReason } = await train(() => true, resumed.checkpoint, 1);
  assert.is(stopReason, "stopped");
  assert.equal(predict(emulator, unseen), predict(resumed.emulator, unseen));
});

it("projects the validation rows of curves on the targets", () => {
  const curves = syntheticTable(3_100, 2, {
    curve: ([a = 0, b = 0]) => [0, 1, 2, 3, 4, 5].map((at) => Math.sin(a * at) + b * b * at),
    y: ([a = 0, b = 0]) => a - b,
  });
  const rows = drawValidationRows(curves);
  const data = prepareTable(curves, rows);
  const joined = joinEveryRow(data);
  assert.is(joined.inputs.columns, 3_100);
  for (const { model, standardisedTruth, trainingValues } of data.outputs) {
    const targets = Array.from(model.targets, (target) => joined.targets[target] ?? new Float64Array());
    const assembled = assemble(model, targets, 3_100);
    const truth = Float64Array.of(...trainingValues, ...standardisedTruth);
    const worst = assembled.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (truth[at] ?? 0))),
      0,
    );
    assert.ok(worst < 0.02, `${model.name} is off by ${worst}`);
  }
});

it("takes place up to 10,000 rows, without folds, where the predictions to store are few enough", () => {
  const isPlanned = (rows: number, size: number, foldCount = 1): boolean =>
    isLastFitPlanned({
      trainingData: { inputs: new Matrix(1, rows - 600), foldCount },
      validation: { method: "held-out rows", rows: new Int32Array(600), inputs: new Matrix(1, 600) },
      outputs: [{ model: { size } }],
    });
  assert.equal(
    [2_999, 3_000, 10_000, 10_001].map((rows) => isPlanned(rows, 1)),
    [false, true, true, false],
  );
  assert.equal(
    [500, 600].map((size) => isPlanned(4_000, size)),
    [true, false],
  );
  assert.is(isPlanned(3_500, 1, 5), false);
});
