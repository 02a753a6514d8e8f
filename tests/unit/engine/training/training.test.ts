import { join } from "node:path";
import { selectRows, type Table } from "@understudy/engine/dataset/table.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { TrainEvent } from "@understudy/engine/training/prepare/messages.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import {
  accuracies,
  predictRows,
  smooth,
  tickingClock,
  training,
} from "../../../support/engine/quick-trainings.ts";
import { FIXTURES, finish, readTable, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("training an emulator", { timeout: 60_000 });

/** So many of the table's rows, at random. */
const someRows = (table: Table, rows: number): Table =>
  selectRows(table, createRandom(1).permutation(table.rows).slice(0, rows).sort());

it("reaches 0.9995 on the cantilever truss, after which it is stopped", async () => {
  const table = await readTable(join(FIXTURES, "engineering1"));
  let reached = 0;
  const work = training(table, {}, { clock: () => performance.now(), stopRequested: () => reached > 0.9995 });
  const { emulator } = await finish(work, (event) => {
    if (event.type === "progress") reached = event.coefficientOfDetermination;
  });
  for (const accuracy of Object.values(accuracies(emulator))) assert.ok(accuracy > 0.999, `${accuracy}`);
});

it("reaches 0.99 on 100 runs of a heart", async () => {
  const table = await readTable(join(FIXTURES, "cardiac6"));
  const { emulator } = await finish(training(someRows(table, 100)));
  for (const accuracy of Object.values(accuracies(emulator))) assert.ok(accuracy > 0.99, `${accuracy}`);
});

it("learns transistor curves over a coordinate, and predicts them at their knots", async () => {
  const table = someRows(await readTable(join(FIXTURES, "ingaas_idvg")), 112);
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
  let eventCount = 0;
  for await (const _ of training(table, {}, { stopRequested: () => eventCount > 150 })) {
    longest = Math.max(longest, used() - before);
    before = used();
    eventCount += 1;
  }
  assert.ok(longest < 250, `${longest} ms`);
});

it("leaves a usable emulator whenever it is stopped", async () => {
  for (const patience of [1, 10, 60]) {
    let stopRequestCount = 0;
    const stopRequested = () => {
      stopRequestCount += 1;
      return stopRequestCount > patience;
    };
    const result = await finish(training(smooth, {}, { stopRequested }));
    assert.is(result.stopReason, "stopped");
    const [values] = predictRows(result.emulator, smooth);
    assert.ok(values?.every((bound) => bound.every(Number.isFinite)));
    if (patience === 60) assert.ok((accuracies(result.emulator).y ?? 0) > 0.5);
  }
});

it("says at once how far polynomials come, and is no worse when it is stopped there", async () => {
  let firstAccuracy = Number.NaN;
  const stopRequested = () => !Number.isNaN(firstAccuracy);
  const { emulator } = await finish(training(smooth, {}, { stopRequested }), (event) => {
    if (event.type === "progress" && Number.isNaN(firstAccuracy))
      firstAccuracy = event.coefficientOfDetermination;
  });
  assert.ok(firstAccuracy > 0.9, `${firstAccuracy}`);
  const [y = 0, z = 0] = Object.values(accuracies(emulator));
  assert.ok((y + z) / 2 > firstAccuracy - 0.01, `${y} ${z}, told ${firstAccuracy}`);
});

it("ends when its time is up", async () => {
  const result = await finish(training(smooth, { timeBudget: 0.05 }, { clock: tickingClock(1) }));
  assert.is(result.stopReason, "time budget");
  assert.ok(result.emulator.outputs.length === 2);
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
