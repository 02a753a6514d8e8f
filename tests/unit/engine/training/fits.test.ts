import { deepStrictEqual } from "node:assert";
import { createHash } from "node:crypto";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { LearningData, Learnt, Lesson, NetworkLesson } from "@understudy/engine/models/fit-task.ts";
import { packPlain, unpackPlain } from "@understudy/engine/models/plain-data.ts";
import type { Executor } from "@understudy/engine/training/fit/executor.ts";
import type { Report } from "@understudy/engine/training/fit/fit-report.ts";
import type { StudyState } from "@understudy/engine/training/fit/fitter.ts";
import { createFolds, keptOutRows, learntRows } from "@understudy/engine/training/fit/folds.ts";
import { createInlineExecutor } from "@understudy/engine/training/fit/inline-executor.ts";
import { shared } from "@understudy/engine/training/fit/shared-arrays.ts";
import { createThreadPool } from "@understudy/engine/training/fit/thread-pool.ts";
import { z } from "zod";
import { assert, rejects, suite } from "../../../harness.ts";

const it = suite("lessons", { timeout: 60_000 });

const WIDTH = 2;

function learningData(count: number): LearningData {
  const random = createRandom(1);
  const inputs = shared(Float64Array.from({ length: WIDTH * count }, () => random.normal()));
  const targets = [0, 1].map((target) =>
    shared(Float64Array.from({ length: count }, (_, i) => Math.sin((inputs[i] ?? 0) + target))),
  );
  const folds = createFolds(inputs, WIDTH, count, createRandom(2));
  return { count, width: WIDTH, inputs, targets, sources: Int32Array.of(0, 1), ...folds };
}

const lesson = (changes: Partial<NetworkLesson> = {}): NetworkLesson => ({
  family: "network",
  method: "second-order",
  voice: "v",
  targets: [0],
  fold: 0,
  seed: 3,
  shape: { inputs: WIDTH, hidden: [6], outputs: 1 },
  features: [0, 1],
  steps: 20,
  learningRate: 0,
  ...changes,
});
const wide = lesson({
  method: "mini-batch",
  targets: [0, 1],
  steps: 300,
  shape: { inputs: WIDTH, hidden: [16, 16], outputs: 2 },
});

const TIME_LIMIT_MS = 1e9;

/** Learns them, as many at a time as the executor takes, and answers by lesson. */
async function learnAll(executor: Executor, lessons: readonly Lesson[]): Promise<(Learnt | string)[]> {
  const results: (Learnt | string)[] = lessons.map(() => "unheard");
  let [next, open] = [0, 0];
  while (next < lessons.length || open > 0) {
    for (; open < executor.concurrency && next < lessons.length; open++) {
      const given = lessons[next];
      if (given !== undefined)
        executor.start({ id: next, lesson: given, state: null, timeLimitMs: TIME_LIMIT_MS });
      next += 1;
    }
    const report = await executor.next(1000);
    if (report?.type === "learnt") results[report.id] = report.learnt;
    if (report?.type === "failed") results[report.id] = report.reason;
    if (report !== null && report.type !== "going") open -= 1;
  }
  await executor.close();
  return results;
}

const digest = (value: object) =>
  createHash("sha256")
    .update(packPlain("test", 1, { value }))
    .digest("hex");

it("come to the same bits on this thread and on one, two or three others", async () => {
  const data = learningData(150);
  const lessons = [0, 1, 2, 3].map((fold) => lesson({ fold })).concat(wide);
  const wanted = digest(
    await learnAll(
      createInlineExecutor(data, () => 0),
      lessons,
    ),
  );
  for (const threads of [1, 2, 3])
    assert.is(digest(await learnAll(createThreadPool(data, threads), lessons)), wanted);
});

it("go on from a reported state to what they would have come to", async () => {
  const data = learningData(150);
  for (const [one, parts] of [
    [lesson({ starts: 3 }), 45],
    [wide, 3],
  ] as const) {
    const [whole] = await learnAll(
      createInlineExecutor(data, () => 0),
      [one],
    );
    // Every look at the clock takes a second, so every breath is followed by a report with the state.
    let now = 0;
    const clock = () => (now += 1000);
    let state: StudyState | null = null;
    for (let part = 0; part < parts; part++) {
      const executor = createInlineExecutor(data, clock);
      executor.start({ id: 0, lesson: one, state, timeLimitMs: TIME_LIMIT_MS });
      const report: Report | null = await executor.next(0);
      assert.is(report?.type, "going");
      if (report?.type === "going") state = report.state;
    }
    const executor = createInlineExecutor(data, clock);
    executor.start({ id: 0, lesson: one, state, timeLimitMs: TIME_LIMIT_MS });
    let report: Report | null = null;
    while (report?.type !== "learnt") report = await executor.next(0);
    assert.ok(typeof whole === "object");
    assert.is(digest(report.learnt), digest(typeof whole === "object" ? whole : {}));
  }
});

it("of a process go on in its middle, however often they are cut short", async () => {
  const data = learningData(90);
  const process: Lesson = {
    family: "gaussian-process",
    voice: "process",
    targets: [1],
    fold: null,
    seed: 4,
    restarts: 2,
  };
  // Every look at the clock takes a second, so every breath is followed by a report with the state.
  let now = 0;
  const clock = () => (now += 1000);
  /** So many breaths of it, or all. */
  const learn = async (state: StudyState | null, most: number) => {
    const executor = createInlineExecutor(data, clock);
    executor.start({ id: 0, lesson: process, state, timeLimitMs: TIME_LIMIT_MS });
    for (let breaths = 1; ; breaths++) {
      const report = await executor.next(0);
      if (report?.type === "learnt") return { state, breaths, learnt: report.learnt };
      assert.is(report?.type, "going");
      if (report?.type !== "going") throw new Error("Nothing came of it.");
      if (breaths === most) {
        // As it comes back from a checkpoint.
        const stored = unpackPlain("test", 1, packPlain("test", 1, { state: report.state }));
        return { ...z.object({ state: z.custom<StudyState>() }).parse(stored), breaths, learnt: null };
      }
    }
  };
  const whole = await learn(null, Number.POSITIVE_INFINITY);
  let part = await learn(null, 150);
  let breaths = part.breaths;
  let parts = 1;
  for (; part.learnt === null; parts++) {
    part = await learn(part.state, 150);
    breaths += part.breaths;
  }
  assert.ok(parts > 4, `${parts} parts`);
  assert.ok(breaths < 1.2 * whole.breaths, `${breaths} breaths in ${parts} parts, ${whole.breaths} in one`);
  assert.is(digest(part.learnt), digest(whole.learnt ?? {}));
});

it("that cannot be learnt fail alone", async () => {
  const data = learningData(150);
  const impossible = lesson({
    steps: 5,
    features: [0, 1],
    shape: { inputs: WIDTH, hidden: [2 ** 40], outputs: 1 },
  });
  for (const executor of [createInlineExecutor(data, () => 0), createThreadPool(data, 2)]) {
    const [first, second] = await learnAll(executor, [impossible, lesson()]);
    assert.type(first, "string");
    assert.type(second, "object");
  }
});

it("whose thread dies fail, and when one dies after the other the training ends in a sentence", async () => {
  const data = learningData(150);
  const dying = new URL("data:text/javascript,process.exit(3)");
  const results = await learnAll(createThreadPool(data, 2, dying), [lesson(), lesson({ seed: 4 })]);
  assert.equal(results, ["its thread ended", "its thread ended"]);
  const many = Array.from({ length: 20 }, (_, seed) => lesson({ seed }));
  await rejects(() => learnAll(createThreadPool(data, 2, dying), many), /threads die one after the other/);
});

it("are stopped at once, and say what they know so far", async () => {
  const data = learningData(2000);
  const endless = lesson({ ...wide, steps: 1e9 });
  const pool = createThreadPool(data, 2);
  pool.start({ id: 0, lesson: endless, state: null, timeLimitMs: TIME_LIMIT_MS });
  pool.start({ id: 1, lesson: endless, state: null, timeLimitMs: TIME_LIMIT_MS });
  const heard = new Set<number>();
  while (heard.size < 2) {
    const report = await pool.next(1000);
    if (report !== null) heard.add(report.id);
  }
  const stopped = (await pool.drain(20_000)).filter(({ type }) => type === "stopped");
  assert.equal(stopped.map(({ id }) => id).sort(), [0, 1]);
  await pool.close();
});

it("keep rows with the same inputs in one fold, every row in one", () => {
  const count = 600;
  const inputs = Float64Array.from({ length: count }, (_, i) => i % 50);
  const { folds, foldCount } = createFolds(inputs, 1, count, createRandom(1));
  assert.is(foldCount, 5);
  for (let row = 50; row < count; row++) assert.is(folds[row], folds[row % 50]);
  const rows = Array.from({ length: foldCount }, (_, fold) => Array.from(keptOutRows(folds, fold)));
  assert.equal(
    rows.map((own) => own.length),
    [120, 120, 120, 120, 120],
  );
  for (const [fold, own] of rows.entries()) {
    const together = [...own, ...learntRows(folds, fold)].sort((a, b) => a - b);
    assert.equal(
      together,
      Array.from({ length: count }, (_, row) => row),
    );
  }
});

it("deal the rows of a handful of repeated points singly, so that no fold misses one", () => {
  const count = 90;
  const inputs = Float64Array.from({ length: count }, (_, i) => i % 3);
  const { folds, foldCount } = createFolds(inputs, 1, count, createRandom(1));
  for (let fold = 0; fold < foldCount; fold++) {
    assert.is(new Set(Array.from(learntRows(folds, fold), (row) => inputs[row])).size, 3);
  }
});

it("of many rows leave one share out of all fits", () => {
  const count = 10_000;
  const inputs = Float64Array.from({ length: count }, (_, i) => i);
  const { folds, foldCount } = createFolds(inputs, 1, count, createRandom(1));
  assert.is(foldCount, 1);
  assert.is(keptOutRows(folds, 0).length, 1500);
});

it("are stored as they are", () => {
  const value = {
    text: "a",
    numbers: [1, Number.NaN, Number.POSITIVE_INFINITY, -0.1],
    nothing: null,
    arrays: {
      a: Float64Array.of(1e-300, Number.NaN),
      b: Int32Array.of(-3),
      c: Float32Array.of(0.1),
      d: new Uint8Array(2),
    },
  };
  const bytes = packPlain("test", 3, value);
  // Not `assert.equal`, for which NaN differs from itself.
  deepStrictEqual(unpackPlain("test", 3, bytes), value);
  assert.is(unpackPlain("test", 4, bytes), undefined);
  assert.is(unpackPlain("other", 3, bytes), undefined);
  assert.is(unpackPlain("test", 3, bytes.subarray(0, bytes.length - 1)), undefined);
});
