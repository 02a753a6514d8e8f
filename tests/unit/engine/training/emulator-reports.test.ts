/** Emulators of a training that goes on. */
import { runToEnd } from "@understudy/engine/math/run-to-end.ts";
import type { Emulator } from "@understudy/engine/models/emulator.ts";
import { createEmulatorReports } from "@understudy/engine/training/emulator-reports.ts";
import type { TrainResult } from "@understudy/engine/training/prepare/messages.ts";
import { assert, suite } from "../../../harness.ts";
import { accuracies, digest, predictRows, training } from "../../../support/engine/quick-trainings.ts";
import { finish, syntheticTable } from "../../../support/engine/tables.ts";

const it = suite("emulators of a training that goes on", { timeout: 60_000 });

/** Nothing asks for an emulator in a test of the intervals. */
function* unused(): Generator<undefined, Emulator> {
  yield;
  throw new Error("It was not asked for.");
}

/** Offers an emulator every 100 ms; each that is due takes `cost` milliseconds. @returns when each was reported (ms) */
function reportTimes(end: number, cost: number, accuracyAt: (milliseconds: number) => number): number[] {
  let now = 0;
  const reports = createEmulatorReports(() => now);
  const times: number[] = [];
  for (; now <= end; now += 100) {
    for (const _ of reports.offer({ coefficientOfDetermination: accuracyAt(now) }, unused)) {
      times.push(now);
      now += cost;
    }
  }
  return times;
}
const improving = (milliseconds: number): number => 1 - 1 / (1 + milliseconds);

it("is reported at once, and then at intervals that grow with the time", () => {
  const times = reportTimes(600_000, 10, improving);
  assert.is(times[0], 0);
  assert.ok(times.length > 5 && times.length < 25, times.join(", "));
  times.slice(2).forEach((time, at) => {
    const before = times[at + 1] ?? 0;
    assert.ok(time >= 1.5 * before, `${time} after ${before}`);
  });
});

it("takes no more than a twentieth of the time, however long it takes to store one", () => {
  for (const cost of [10, 200, 3_000]) {
    const [, ...later] = reportTimes(300_000, cost, improving);
    assert.ok(later.length > 0, `none of ${cost} ms`);
    for (const [at, time] of later.entries()) {
      assert.ok((at + 2) * cost <= 0.05 * time, `${at + 2} by ${time}`);
    }
  }
});

it("is not reported again while the accuracy stays the same, or falls", () => {
  assert.equal(
    reportTimes(100_000, 10, () => 0.9),
    [0],
  );
  assert.equal(
    reportTimes(100_000, 10, (now) => 0.9 - now * 1e-6),
    [0],
  );
});

const table = syntheticTable(120, 2, { y: ([a = 0, b = 0]) => Math.sin(4 * a) + b, z: ([a = 0]) => a * a });

/** The result of a training, and the first emulator that it reports. */
async function followTraining(): Promise<{ first: Emulator; result: TrainResult }> {
  const task = training(table, { reportsEmulators: true });
  let first: Emulator | null = null;
  for (let step = await task.next(); ; step = await task.next()) {
    if (step.done) {
      if (first === null) throw new Error("None was reported.");
      return { first, result: step.value };
    }
    if (step.value.type === "emulator") first ??= runToEnd(step.value.steps());
  }
}
const { first, result } = await followTraining();

it("predicts all outputs, with bounds that contain what they promise, before the training has ended", () => {
  assert.equal(
    first.outputs.map(({ name }) => name),
    ["y", "z"],
  );
  assert.equal(
    first.inputs.map(({ name }) => name),
    result.emulator.inputs.map(({ name }) => name),
  );
  table.outputs.forEach(({ name, values }, at) => {
    const [, lower, upper] = predictRows(first, table)[at] ?? [];
    if (lower === undefined || upper === undefined) throw new Error(`There is no prediction of ${name}.`);
    const isInside = (value: number, row: number) =>
      value >= (lower[row] ?? value) && value <= (upper[row] ?? value);
    const inside = values.filter(isInside).length;
    assert.ok(inside / values.length >= 0.9, `${name}: ${inside} of ${values.length}`);
  });
  const [before = 0, after = 0] = [first, result.emulator].map((emulator) => accuracies(emulator).y ?? 0);
  assert.ok(after >= before, `${before} -> ${after}`);
});

it("changes nothing of the emulator that the training ends with", async () => {
  assert.is(digest(result.emulator), digest((await finish(training(table))).emulator));
});
