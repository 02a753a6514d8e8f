import { createHash } from "node:crypto";
import { join } from "node:path";
import type { Table } from "@understudy/engine/dataset/table.ts";
import { pointsOf } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { restoreEmulator } from "@understudy/engine/models/restore.ts";
import type { TrainContext, TrainEvent, TrainOptions } from "@understudy/engine/training/messages.ts";
import { train } from "@understudy/engine/training/train.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import {
  FIXTURES,
  finish,
  readTable,
  syntheticTable,
  validationRowsOf,
} from "../../../support/engine/tables.ts";

const it = suite("training an emulator", { timeout: 60_000 });

const smooth = syntheticTable(120, 2, {
  y: ([a = 0, b = 0]) => Math.sin(4 * a) + b,
  z: ([a = 0, b = 0]) => a * b,
});

/** A clock that moves on by `step` milliseconds whenever it is read. */
const tickingClock = (step = 1) => {
  let now = 0;
  return () => {
    now += step;
    return now;
  };
};

function training(table: Table, options: Partial<TrainOptions> = {}, context: Partial<TrainContext> = {}) {
  return train(
    table,
    { effort: "quick", validationRows: validationRowsOf(table), ...options },
    { random: createRandom(1), clock: tickingClock(), ...context },
  );
}

/** Short enough to be shown when two differ. */
const digest = (emulator: Emulator) => createHash("sha256").update(emulator.serialise()).digest("hex");

const accuracies = (emulator: Emulator) =>
  Object.fromEntries(emulator.outputs.map((output) => [output.name, output.coefficientOfDetermination]));

const predictionsOf = (emulator: Emulator, table: Table) =>
  Array.from(emulator.predict(pointsOf(table), table.rows).values(), ({ mean, lower, upper }) => [
    mean,
    lower,
    upper,
  ]);

it("reaches 0.9995 on the cantilever truss, after which it is stopped", async () => {
  const table = await readTable(join(FIXTURES, "engineering1"));
  let reached = 0;
  const work = training(table, {}, { clock: () => performance.now(), stopRequested: () => reached > 0.9995 });
  const { emulator } = await finish(work, (event) => {
    if (event.type === "progress") reached = event.coefficientOfDetermination;
  });
  for (const accuracy of Object.values(accuracies(emulator))) assert.ok(accuracy > 0.999, `${accuracy}`);
});

it("reaches 0.99 on the 180 runs of a heart", async () => {
  const { emulator } = await finish(training(await readTable(join(FIXTURES, "cardiac6"))));
  for (const accuracy of Object.values(accuracies(emulator))) assert.ok(accuracy > 0.99, `${accuracy}`);
});

it("learns transistor curves over a coordinate, and predicts them at their knots", async () => {
  const table = await readTable(join(FIXTURES, "ingaas_idvg"));
  const options = { curves: { Id: { coordinate: "Vgs" } }, ignoredOutputs: ["Vgs"] };
  const { emulator } = await finish(training(table, options));
  const [output] = emulator.outputs;
  assert.is(emulator.outputs.length, 1);
  assert.is(output?.coordinate, "Vgs");
  assert.is(output?.size, 21);
  assert.equal(output?.knots.at(-1), 2);
  assert.ok((output?.coefficientOfDetermination ?? 0) > 0.99);
  assert.ok(output?.coefficientsOfDetermination.every(Number.isFinite));
});

it("gives the same emulator for the same seed, whatever the clock says, and another for another", async () => {
  const trained = async (seed: number, step: number) =>
    digest(
      (await finish(training(smooth, {}, { random: createRandom(seed), clock: tickingClock(step) })))
        .emulator,
    );
  const first = await trained(1, 0.1);
  assert.is(await trained(1, 2), first);
  assert.is.not(await trained(2, 0.1), first);
});

it("gives the same emulator on any number of threads", async () => {
  const few = syntheticTable(40, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b, z: ([a = 0]) => a * a });
  const clock = () => performance.now();
  const [here, ...others] = await Promise.all(
    [0, 1, 2, 3].map(async (workers) =>
      digest((await finish(training(few, {}, { clock, workers }))).emulator),
    ),
  );
  assert.equal(others, [here, here, here]);
});

it("predicts the same bits after saving and restoring", async () => {
  const { emulator } = await finish(training(smooth));
  const restored = restoreEmulator(emulator.serialise());
  assert.equal(predictionsOf(restored, smooth), predictionsOf(emulator, smooth));
  assert.equal(restored.inputs, emulator.inputs);
  assert.equal(restored.outputs, emulator.outputs);
  assert.equal(predictionsOf(restoreEmulator(restored.serialise()), smooth), predictionsOf(emulator, smooth));
});

it("is restored from any stretch of memory, but only whole and of a known version", async () => {
  const bytes = (await finish(training(smooth))).emulator.serialise();
  await rejects(() => restoreEmulator(bytes.subarray(0, bytes.length - 8)), /not a complete emulator/);
  await rejects(() => restoreEmulator(new Uint8Array(100)), /not a complete emulator/);
  const within = Buffer.concat([Buffer.alloc(3), bytes]).subarray(3);
  assert.is(digest(restoreEmulator(within)), digest(restoreEmulator(bytes)));
  const newer = bytes.slice();
  newer[8] = 99;
  await rejects(() => restoreEmulator(newer), /another version/);
});

it("reports its progress in finite numbers that never fall", async () => {
  const events: TrainEvent[] = [];
  await finish(training(smooth, {}, { clock: tickingClock(2) }), (event) => events.push(event));
  const progress = events.filter((event) => event.type === "progress");
  assert.ok(progress.length > 5);
  let before = 0;
  for (const { fraction, coefficientOfDetermination, loss } of progress) {
    assert.ok(fraction >= before && fraction <= 1);
    assert.ok(Number.isFinite(coefficientOfDetermination) && Number.isFinite(loss));
    before = fraction;
  }
  assert.is(progress.at(-1)?.fraction, 1);
  assert.ok((progress.at(-1)?.loss ?? 1) < (progress[0]?.loss ?? 0) / 100);
});

it("gives way to its driver often", async () => {
  const table = syntheticTable(2000, 6, { y: (point) => Math.sin(point.reduce((sum, x) => sum + x, 0)) });
  // Processor time of this thread: neither other programs count nor what Node does beside it.
  const used = () => process.threadCpuUsage().user / 1000;
  let longest = 0;
  let before = used();
  let seen = 0;
  for await (const _ of training(table, {}, { stopRequested: () => seen > 150 })) {
    longest = Math.max(longest, used() - before);
    before = used();
    seen += 1;
  }
  assert.ok(longest < 250, `${longest} ms`);
});

it("leaves a usable emulator whenever it is stopped", async () => {
  for (const patience of [1, 10, 60]) {
    let asked = 0;
    const stopRequested = () => {
      asked += 1;
      return asked > patience;
    };
    const result = await finish(training(smooth, {}, { stopRequested }));
    assert.is(result.stopReason, "stopped");
    const [values] = predictionsOf(result.emulator, smooth);
    assert.ok(values?.every((bound) => bound.every(Number.isFinite)));
    if (patience === 60) assert.ok((accuracies(result.emulator).y ?? 0) > 0.5);
  }
});

it("says at once how far polynomials come, and is no worse when it is stopped there", async () => {
  let told = Number.NaN;
  const stopRequested = () => !Number.isNaN(told);
  const { emulator } = await finish(training(smooth, {}, { stopRequested }), (event) => {
    if (event.type === "progress" && Number.isNaN(told)) told = event.coefficientOfDetermination;
  });
  assert.ok(told > 0.9, `${told}`);
  const [y = 0, z = 0] = Object.values(accuracies(emulator));
  assert.ok((y + z) / 2 > told - 0.01, `${y} ${z}, told ${told}`);
});

it("ends when its time is up", async () => {
  const result = await finish(training(smooth, { timeBudget: 0.05 }, { clock: tickingClock(1) }));
  assert.is(result.stopReason, "time budget");
  assert.ok(result.emulator.outputs.length === 2);
});

for (const [effort, after] of [
  ["quick", 3],
  ["standard", 9],
] as const) {
  it(`goes on from checkpoint ${after} of a ${effort} training to the result it would have come to`, async () => {
    const few = syntheticTable(60, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b });
    let latest = new Uint8Array();
    let seen = 0;
    for await (const event of training(few, { effort }, { clock: tickingClock(100) })) {
      if (event.type !== "checkpoint") continue;
      latest = new Uint8Array(event.bytes);
      seen += 1;
      if (seen === after) break;
    }
    assert.is(seen, after);
    const resumed = await finish(
      training(few, { effort }, { clock: tickingClock(0.01), checkpoint: latest }),
    );
    assert.ok(resumed.resumed);
    assert.is(resumed.stopReason, "converged");
    const uninterrupted = await finish(training(few, { effort }, { clock: tickingClock(0.01) }));
    assert.is(digest(resumed.emulator), digest(uninterrupted.emulator));
  });
}

it("sets aside a checkpoint of other data or other choices, and a damaged one", async () => {
  const { checkpoint } = await finish(training(smooth));
  assert.ok((await finish(training(smooth, {}, { checkpoint }))).resumed);
  const others = [
    training(syntheticTable(120, 2, { y: ([a = 0]) => a, z: ([a = 0]) => a }, 2), {}, { checkpoint }),
    training(smooth, { ignoredInputs: ["b"] }, { checkpoint }),
    training(smooth, {}, { checkpoint: checkpoint.subarray(0, 500) }),
  ];
  for (const other of others) assert.not.ok((await finish(other)).resumed);
});

it("trains on when more is asked for, and keeps what it had", async () => {
  const table = syntheticTable(80, 3, { y: ([a = 0, b = 0, c = 0]) => Math.sin(6 * a * b) + c });
  const first = await finish(training(table));
  const more = await finish(training(table, { more: true }, { checkpoint: first.checkpoint }));
  assert.ok(more.resumed);
  assert.ok(more.checkpoint.length > first.checkpoint.length);
  const [before = 0, after = 0] = [first, more].map(({ emulator }) => 1 - (accuracies(emulator).y ?? 0));
  assert.ok(after < before * 1.2, `${before} -> ${after}`);
  const again = await finish(training(table, {}, { checkpoint: more.checkpoint }));
  assert.is(digest(again.emulator), digest(more.emulator));
});

it("leaves out the inputs that it is asked to, and those that do not vary", async () => {
  const table = syntheticTable(60, 2, { y: ([a = 0, b = 0]) => a + b });
  const still: Table = {
    ...table,
    inputs: [...table.inputs, { kind: "continuous", name: "still", values: new Float64Array(60).fill(3) }],
  };
  const { emulator } = await finish(training(still, { ignoredInputs: ["b"] }));
  assert.equal(
    emulator.inputs.map(({ name, used }) => [name, used]),
    [
      ["a", true],
      ["b", false],
      ["still", false],
    ],
  );
  const at = (b: number, rest: number) =>
    emulator.predict(Float64Array.of(0.5, b, rest), 1).get("y")?.mean[0];
  assert.is(at(0, 3), at(1e9, -7));
});

it("answers points that do not fit with a sentence", async () => {
  const { emulator } = await finish(training(smooth));
  await rejects(() => emulator.predict(Float64Array.of(1), 1), /needs 2 values/);
  await rejects(() => emulator.predict(Float64Array.of(1, Number.NaN), 1), /“b” is not a number/);
  await rejects(() => emulator.predict(Float64Array.of(1, 2), 1, ["w"]), /no output named “w”/);
});
