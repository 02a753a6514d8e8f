import { createHash } from "node:crypto";
import { Matrix } from "@understudy/engine/math/matrix.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import type { FitResult, FitTask, NetworkFitTask, TrainingData } from "@understudy/engine/models/fit-task.ts";
import { packPlain, unpackPlain } from "@understudy/engine/models/plain-data.ts";
import type { FitterState } from "@understudy/engine/training/fit/create-fitter.ts";
import type { Executor } from "@understudy/engine/training/fit/executor.ts";
import type { FitReport } from "@understudy/engine/training/fit/fit-report.ts";
import { FitThreads } from "@understudy/engine/training/fit/fit-threads.ts";
import { createFolds } from "@understudy/engine/training/fit/folds.ts";
import { createInlineExecutor } from "@understudy/engine/training/fit/inline-executor.ts";
import { shared } from "@understudy/engine/training/fit/shared-arrays.ts";
import { z } from "zod";
import { assert, rejects, suite } from "../../../../harness.ts";

const it = suite("fit tasks", { timeout: 60_000 });

const FEATURE_COUNT = 2;

function toTrainingData(count: number): TrainingData {
  const random = createRandom(1);
  const inputs = shared(Float64Array.from({ length: FEATURE_COUNT * count }, () => random.normal()));
  const targets = [0, 1].map((target) =>
    shared(Float64Array.from({ length: count }, (_, i) => Math.sin((inputs[i] ?? 0) + target))),
  );
  const features = new Matrix(FEATURE_COUNT, count, inputs);
  const folds = createFolds(features, createRandom(2));
  return { inputs: features, targets, sources: Int32Array.of(0, 1), ...folds };
}

const task = (changes: Partial<NetworkFitTask> = {}): NetworkFitTask => ({
  family: "network",
  method: "second-order",
  candidate: "v",
  targets: [0],
  fold: 0,
  seed: 3,
  shape: { inputs: FEATURE_COUNT, hidden: [6], outputs: 1 },
  features: [0, 1],
  steps: 20,
  learningRate: 0,
  ...changes,
});
const wide = task({
  method: "mini-batch",
  targets: [0, 1],
  steps: 300,
  shape: { inputs: FEATURE_COUNT, hidden: [16, 16], outputs: 2 },
});

const TIME_LIMIT_MS = 1e9;

/** Runs them, as many at a time as the executor takes; the results are in the order of the tasks. */
async function runAll(executor: Executor, tasks: readonly FitTask[]): Promise<(FitResult | string)[]> {
  const results: (FitResult | string)[] = tasks.map(() => "no report");
  let [next, open] = [0, 0];
  while (next < tasks.length || open > 0) {
    for (; open < executor.concurrency && next < tasks.length; open++) {
      const nextTask = tasks[next];
      if (nextTask !== undefined)
        executor.start({ id: next, task: nextTask, state: null, timeLimitMs: TIME_LIMIT_MS });
      next += 1;
    }
    const report = await executor.next(1000);
    if (report?.type === "fitted") results[report.id] = report.result;
    if (report?.type === "failed") results[report.id] = report.reason;
    if (report !== null && report.type !== "progress") open -= 1;
  }
  await executor.close();
  return results;
}

const digest = (value: object) =>
  createHash("sha256")
    .update(packPlain("test", 1, { value }))
    .digest("hex");

it("come to the same bits on this thread and on one, two or three others", async () => {
  const data = toTrainingData(150);
  const tasks = [0, 1, 2, 3].map((fold) => task({ fold })).concat(wide);
  const expected = digest(
    await runAll(
      createInlineExecutor(data, () => 0),
      tasks,
    ),
  );
  for (const threads of [1, 2, 3])
    assert.is(digest(await runAll(new FitThreads(data, threads), tasks)), expected);
});

it("go on from a reported state to what they would have come to", async () => {
  const data = toTrainingData(150);
  for (const [fitTask, parts] of [
    [task({ starts: 3 }), 45],
    [wide, 3],
  ] as const) {
    const [uninterrupted] = await runAll(
      createInlineExecutor(data, () => 0),
      [fitTask],
    );
    // Every call of the clock takes a second, so every chunk is followed by a report with the state.
    let now = 0;
    const clock = () => (now += 1000);
    let state: FitterState | null = null;
    for (let part = 0; part < parts; part++) {
      const executor = createInlineExecutor(data, clock);
      executor.start({ id: 0, task: fitTask, state, timeLimitMs: TIME_LIMIT_MS });
      const report: FitReport | null = await executor.next(0);
      assert.is(report?.type, "progress");
      if (report?.type === "progress") state = report.state;
    }
    const executor = createInlineExecutor(data, clock);
    executor.start({ id: 0, task: fitTask, state, timeLimitMs: TIME_LIMIT_MS });
    let report: FitReport | null = null;
    while (report?.type !== "fitted") report = await executor.next(0);
    assert.ok(typeof uninterrupted === "object");
    assert.is(digest(report.result), digest(typeof uninterrupted === "object" ? uninterrupted : {}));
  }
});

it("of a process go on in its middle, however often they are cut short", async () => {
  const data = toTrainingData(90);
  const process: FitTask = {
    family: "gaussian-process",
    candidate: "process",
    targets: [1],
    fold: null,
    seed: 4,
    restarts: 2,
  };
  // Every call of the clock takes a second, so every chunk is followed by a report with the state.
  let now = 0;
  const clock = () => (now += 1000);
  /** At most so many chunks of it. */
  const advance = async (state: FitterState | null, max: number) => {
    const executor = createInlineExecutor(data, clock);
    executor.start({ id: 0, task: process, state, timeLimitMs: TIME_LIMIT_MS });
    for (let chunks = 1; ; chunks++) {
      const report = await executor.next(0);
      if (report?.type === "fitted") return { state, chunks, result: report.result };
      assert.is(report?.type, "progress");
      if (report?.type !== "progress") throw new Error("There is no result.");
      if (chunks === max) {
        // As it comes back from a checkpoint.
        const stored = unpackPlain("test", 1, packPlain("test", 1, { state: report.state }));
        return { ...z.object({ state: z.custom<FitterState>() }).parse(stored), chunks, result: null };
      }
    }
  };
  const uninterrupted = await advance(null, Number.POSITIVE_INFINITY);
  let part = await advance(null, 150);
  let chunks = part.chunks;
  let parts = 1;
  for (; part.result === null; parts++) {
    part = await advance(part.state, 150);
    chunks += part.chunks;
  }
  assert.ok(parts > 4, `${parts} parts`);
  assert.ok(
    chunks < 1.2 * uninterrupted.chunks,
    `${chunks} chunks in ${parts} parts, ${uninterrupted.chunks} in one`,
  );
  assert.is(digest(part.result), digest(uninterrupted.result ?? {}));
});

it("that cannot be fitted fail alone", async () => {
  const data = toTrainingData(150);
  const impossible = task({
    steps: 5,
    features: [0, 1],
    shape: { inputs: FEATURE_COUNT, hidden: [2 ** 40], outputs: 1 },
  });
  for (const executor of [createInlineExecutor(data, () => 0), new FitThreads(data, 2)]) {
    const [first, second] = await runAll(executor, [impossible, task()]);
    assert.type(first, "string");
    assert.type(second, "object");
  }
});

it("that cannot be sent to a thread fail, and the thread does others", async () => {
  const unsendable = Object.assign(task(), { listener: () => 0 });
  const [failed, fitted] = await runAll(new FitThreads(toTrainingData(60), 1), [unsendable, task()]);
  assert.match(String(failed), /could not be cloned/);
  assert.is(typeof fitted, "object");
});

it("whose thread dies fail, and when one dies after the other the training ends in a sentence", async () => {
  const data = toTrainingData(150);
  const dying = new URL("data:text/javascript,process.exit(3)");
  const results = await runAll(new FitThreads(data, 2, dying), [task(), task({ seed: 4 })]);
  assert.equal(results, ["its thread ended", "its thread ended"]);
  const many = Array.from({ length: 20 }, (_, seed) => task({ seed }));
  await rejects(() => runAll(new FitThreads(data, 2, dying), many), /threads failed one after the other/);
});

it("are stopped at once, and report their results so far", async () => {
  const data = toTrainingData(2000);
  const endless = task({ ...wide, steps: 1e9 });
  const pool = new FitThreads(data, 2);
  pool.start({ id: 0, task: endless, state: null, timeLimitMs: TIME_LIMIT_MS });
  pool.start({ id: 1, task: endless, state: null, timeLimitMs: TIME_LIMIT_MS });
  const reported = new Set<number>();
  while (reported.size < 2) {
    const report = await pool.next(1000);
    if (report !== null) reported.add(report.id);
  }
  const stopped = (await pool.drain(20_000)).filter(({ type }) => type === "stopped");
  assert.equal(stopped.map(({ id }) => id).sort(), [0, 1]);
  await pool.close();
});
