import { readFileSync } from "node:fs";
import { join } from "node:path";
import { IDENTITY } from "@understudy/engine/dataset/scaling.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { restoreEmulator } from "@understudy/engine/models/ensemble/restore.ts";
import { computeFingerprint, keepResultsOn, readCheckpoint } from "@understudy/engine/training/checkpoint.ts";
import type { TrainEvent } from "@understudy/engine/training/prepare/messages.ts";
import { train } from "@understudy/engine/training/train.ts";
import { z } from "zod";
import { assert, suite } from "../../../harness.ts";
import { drawValidationRows, FIXTURES, finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("a training that is stopped and resumed", { timeout: 30_000 });

const table = syntheticTable(150, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b * a });

/** Its progress until `events` of them were seen. */
async function trainFor(events: number, checkpoint?: Uint8Array) {
  const progress: Extract<TrainEvent, { type: "progress" }>[] = [];
  let now = 0;
  const task = train(
    table,
    { effort: "quick", validationRows: drawValidationRows(table) },
    {
      random: createRandom(1),
      clock: () => now++ * 20,
      stopRequested: () => progress.length >= events,
      ...(checkpoint === undefined ? {} : { checkpoint }),
    },
  );
  const result = await finish(task, (event) => {
    if (event.type === "progress") progress.push(event);
  });
  return { progress, result };
}

it("starts no network anew that was in training", async () => {
  let { progress, result } = await trainFor(8);
  assert.is(result.stopReason, "stopped");
  for (let round = 0; round < 3; round++) {
    const before = progress.at(-1);
    ({ progress, result } = await trainFor(4, result.checkpoint));
    const least = Math.min(...progress.map(({ fraction }) => fraction));
    const worst = Math.max(...progress.map(({ loss }) => loss));
    assert.ok(least >= (before?.fraction ?? 1) - 0.01, `${least} of the work, ${before?.fraction} before`);
    assert.ok(worst <= (before?.loss ?? 0) * 1.5, `loss ${worst}, ${before?.loss} before`);
  }
});

const EARLIER_VERSIONS = join(FIXTURES, "earlier-versions");

/** The predictions of the program that wrote the files. */
const earlier = z
  .object({
    points: z.array(z.number()).transform((values) => Float64Array.from(values)),
    emulator: z.object({ plain: z.unknown(), gradients: z.unknown() }),
    emulator5: z.unknown(),
    emulator6: z.object({
      points: z.array(z.number()).transform((values) => Float64Array.from(values)),
      plain: z.unknown(),
      gradients: z.unknown(),
    }),
  })
  .parse(JSON.parse(readFileSync(join(EARLIER_VERSIONS, "predictions.json"), "utf8")));
const count = earlier.points.length / 2;

/** As the fixture has predictions: plain objects and lists. */
const plain = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (_, part) =>
      part instanceof Map ? Object.fromEntries(part) : part instanceof Float64Array ? [...part] : part,
    ),
  );

it("reads emulators of earlier versions, and predicts the same bits", () => {
  for (const [version, predicted] of [
    [4, earlier.emulator.plain],
    [5, earlier.emulator5],
  ] as const) {
    const emulator = restoreEmulator(readFileSync(join(EARLIER_VERSIONS, `emulator-${version}.bin`)));
    assert.equal(plain(emulator.predict(earlier.points, count)), predicted);
    const again = restoreEmulator(emulator.serialise());
    assert.equal(plain(again.predict(earlier.points, count)), predicted);
    if (version > 4) continue;
    assert.equal(plain(emulator.predictWithGradients(earlier.points, count)), earlier.emulator.gradients);
  }
});

it("reads an emulator of version 6, and predicts the same bits far from its rows, too", () => {
  const { points, plain: predicted, gradients } = earlier.emulator6;
  const read = restoreEmulator(readFileSync(join(EARLIER_VERSIONS, "emulator-6.bin")));
  for (const emulator of [read, restoreEmulator(read.serialise())]) {
    assert.equal(plain(emulator.predict(points, points.length / 2)), predicted);
    assert.equal(plain(emulator.predictWithGradients(points, points.length / 2)), gradients);
  }
});

const steps = syntheticTable(56, 2, {
  jump: ([a = 0, b = 0]) => (a > 0.4 ? 3 : 0) + b,
  wave: ([a = 0, b = 0], random) => Math.sin(5 * a) + b * b + 0.02 * random.normal(),
});
const options = { effort: "quick", validationRows: drawValidationRows(steps) } as const;

/** The number of tasks that a whole training of these runs. */
const TASK_COUNT = 18;

for (const family of ["process", "network"]) {
  it(`reads a checkpoint of the version before, in the middle of a ${family}, and trains on the validation rows too`, async () => {
    const checkpoint = readFileSync(join(EARLIER_VERSIONS, `checkpoint-5-${family}.bin`));
    const read = readCheckpoint(checkpoint, computeFingerprint(steps, options));
    const [unfinished] = read?.unfinished.values() ?? [];
    const { state } = unfinished ?? {};
    // A process evaluates its likelihood in another order now: it begins again.
    if (family === "process") assert.is(state, undefined);
    else assert.is(state?.method === "second-order" && state.bestStart?.stalledSteps, 0);
    const training = train(steps, options, { random: createRandom(1), clock: () => 0, checkpoint });
    const result = await finish(training);
    assert.ok(result.resumed);
    // Its results were fitted without the validation rows: all tasks run anew.
    assert.is(
      readCheckpoint(result.checkpoint, computeFingerprint(steps, options))?.results.size,
      TASK_COUNT,
    );
    for (const { rowCounts } of result.emulator.outputs)
      assert.equal(rowCounts, { training: 56, validation: 56 });
  });
}

/** Data of which the validation rows are held out, as in all earlier checkpoints. */
const heldOut = { trainingRows: 30, isCrossValidated: false };

it("drops the results of a checkpoint that were fitted without the validation rows, where they are trained on now", () => {
  const checkpoint = readFileSync(join(EARLIER_VERSIONS, "checkpoint-5-network.bin"));
  const state = readCheckpoint(checkpoint, computeFingerprint(steps, options));
  if (state === undefined) throw new Error("The checkpoint cannot be read.");
  const present = {
    scales: [IDENTITY, IDENTITY],
    leftOut: "rows",
    trainingRows: 40,
    isCrossValidated: true,
  } as const;
  assert.ok(state.results.size > 0);
  keepResultsOn(state, present);
  assert.equal([state.results.size, state.trainingRows], [0, 40]);
});

it("drops the results of a checkpoint that were fitted on other scales of the outputs", () => {
  const checkpoint = readFileSync(join(EARLIER_VERSIONS, "checkpoint-5-network.bin"));
  const state = readCheckpoint(checkpoint, computeFingerprint(steps, options));
  if (state === undefined) throw new Error("The checkpoint cannot be read.");
  const resultCount = state.results.size;
  assert.ok(resultCount > 0);
  keepResultsOn(state, { ...heldOut, scales: [IDENTITY, IDENTITY], leftOut: "rows" });
  assert.is(state.results.size, resultCount);
  keepResultsOn(state, { ...heldOut, scales: [IDENTITY, { kind: "asinh", unit: 0.1 }], leftOut: "rows" });
  assert.equal([state.results.size, state.unfinished.size, state.elapsed], [0, 0, 0]);
});

it("drops the results of a checkpoint whose folds left out rows, where folds leave out levels now", () => {
  const checkpoint = readFileSync(join(EARLIER_VERSIONS, "checkpoint-5-network.bin"));
  const state = readCheckpoint(checkpoint, computeFingerprint(steps, options));
  if (state === undefined) throw new Error("The checkpoint cannot be read.");
  assert.ok(state.results.size > 0);
  keepResultsOn(state, { ...heldOut, scales: [IDENTITY, IDENTITY], leftOut: "levels" });
  assert.equal([state.results.size, state.leftOut], [0, "levels"]);
});
