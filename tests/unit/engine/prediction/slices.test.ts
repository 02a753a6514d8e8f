/**
 * The length of the slices of requests, by the measured cost of evaluations, with a thread that makes up the time it
 * takes.
 */
import { createEvaluationCost } from "@understudy/engine/prediction/evaluation-cost.ts";
import type { PredictionService } from "@understudy/engine/prediction/prediction.ts";
import { createPredictionService } from "@understudy/engine/prediction/prediction-service.ts";
import { assert, eventually, suite } from "../../../harness.ts";

const CALL_MS = 41;
const POINT_MS = 0.5;
const computeTime = (points: number) => CALL_MS + POINT_MS * points;
const SLICE_BUDGET_MS = 100;

function costlyService(workers = 1): PredictionService {
  const program = new URL("../../../support/prediction/costly-worker.ts", import.meta.url);
  const limits = { maxRequests: 10, maxPoints: 10_000, maxValues: 10_000 };
  const times = { deadline: 10_000, timeLimitMs: 10_000 };
  return createPredictionService({ ...times, workers, memory: 1e9, limits, program });
}

/** In their order, of the slices that a request of so many points was evaluated in. */
async function measureSizes(service: PredictionService, count: number): Promise<number[]> {
  const { outputs } = await service.predict({ key: "k", path: "", points: new Float64Array(count), count });
  const together = outputs.get("y")?.mean ?? new Float64Array(0);
  const sizes: number[] = [];
  for (let at = 0; at < together.length; at += sizes.at(-1) ?? count) sizes.push(together[at] ?? count);
  return sizes;
}

const it = suite("the slices of a long request");

it("are large where a call costs much whatever its points, though the first one was slow", async () => {
  const service = costlyService();
  const sizes = await measureSizes(service, 1_000);
  assert.is(
    sizes.reduce((sum, size) => sum + size, 0),
    1_000,
  );
  assert.ok(sizes.length < 25, sizes.join());
  await service.close();
});

it("are shorter while somebody else asks, who then waits less", async () => {
  const service = costlyService();
  let isOver = false;
  const alone = await measureSizes(service, 4_000);
  const long = measureSizes(service, 8_000).finally(() => {
    isOver = true;
  });
  while (!isOver) await service.predict({ key: "k", path: "", points: new Float64Array(1), count: 1 });
  const shorterSizes = await long;
  const largest = (SLICE_BUDGET_MS - CALL_MS) / POINT_MS;
  assert.ok(Math.abs((alone.at(-2) ?? 0) - largest) < 8, alone.join());
  assert.ok(Math.abs((shorterSizes.at(-2) ?? 0) - CALL_MS / POINT_MS) < 8, shorterSizes.join());
  await service.close();
});

it("are shared with an idle thread, and come back in their order", async () => {
  const service = costlyService(2);
  const points = Float64Array.from({ length: 5_000 }, (_, i) => i);
  const ask = async () => {
    const { outputs } = await service.predict({ key: "k", path: "", points, count: points.length });
    const { lower, upper } = outputs.get("y") ?? {};
    assert.equal(upper, points);
    return new Set(lower);
  };
  // The second thread takes part once it has started and read the emulator.
  await eventually("both threads take part", async () => (await ask()).size === 2);
  await service.close();
});

it("of few points stay with the emulator's own thread", async () => {
  const service = costlyService(2);
  const { outputs } = await service.predict({
    key: "k",
    path: "",
    points: new Float64Array(200),
    count: 200,
  });
  assert.is(new Set(outputs.get("y")?.lower).size, 1);
  await service.close();
});

/** The sizes of the slices of so many points, noted as they are evaluated. */
function listSlices(cost: ReturnType<typeof createEvaluationCost>, points: number, budget: number): number[] {
  const sizes: number[] = [];
  for (let left = points; left > 0; left -= sizes.at(-1) ?? left) {
    const size = cost.slice(left, budget);
    cost.record(size, computeTime(size));
    sizes.push(size);
  }
  return sizes;
}

it("begin moderate, and grow to what the budget lets them", () => {
  const sizes = listSlices(createEvaluationCost(), 2_000, SLICE_BUDGET_MS);
  assert.is(sizes[0], 16);
  sizes.slice(1).forEach((size, at) => {
    assert.ok(size <= 2 * (sizes[at] ?? 0), sizes.join());
  });
  assert.ok(Math.abs((sizes.at(-2) ?? 0) - (SLICE_BUDGET_MS - CALL_MS) / POINT_MS) <= 1, sizes.join());
});

it("spend at least half of their time on points, however little the budget", () => {
  const sizes = listSlices(createEvaluationCost(), 2_000, 8);
  assert.ok(Math.abs((sizes.at(-2) ?? 0) - CALL_MS / POINT_MS) <= 1, sizes.join());
});

it("recover from slow evaluations, be they the first ones of one point or of many", () => {
  for (const first of [1, 2, 16, 102]) {
    const cost = createEvaluationCost();
    for (let time = 0; time < 3; time++) cost.record(first, 3_000);
    const sizes = listSlices(cost, 5_000, SLICE_BUDGET_MS);
    assert.ok(sizes.length < 80, `${first} points at first: ${sizes.join()}`);
  }
});

it("are as large where the clock has steps of 4 ms, so that many points seem to take no time", () => {
  const cost = createEvaluationCost();
  let spent = 0;
  const noteInSteps = (points: number, time: number) => {
    const before = Math.floor(spent / 4);
    spent += time;
    cost.record(points, 4 * (Math.floor(spent / 4) - before));
  };
  for (let time = 0; time < 200; time++) noteInSteps(1, 1.5);
  assert.ok(Math.abs(cost.estimateMs(1) - 1.5) < 0.5, `${cost.estimateMs(1)}`);
  for (let left = 3_000; left > 0; ) {
    const size = cost.slice(left, SLICE_BUDGET_MS);
    noteInSteps(size, 1 + 0.5 * size);
    left -= size;
  }
  assert.ok(Math.abs(cost.slice(3_000, SLICE_BUDGET_MS) - 198) < 20);
});

it("stay short where points are slow", () => {
  const cost = createEvaluationCost();
  for (let left = 400; left > 0; ) {
    const size = cost.slice(left, SLICE_BUDGET_MS);
    cost.record(size, 30 * size);
    left -= size;
  }
  assert.is(cost.slice(400, SLICE_BUDGET_MS), 8);
  assert.ok(Math.abs(cost.estimateMs(100) - 3_000) < 30, `${cost.estimateMs(100)}`);
});

it("know what a call and a point cost where one point after the other was asked before", () => {
  const cost = createEvaluationCost();
  listSlices(cost, 1_000, SLICE_BUDGET_MS);
  for (let time = 0; time < 500; time++) cost.record(1, computeTime(1));
  assert.ok(Math.abs(cost.estimateMs(1) - computeTime(1)) < 0.1, `${cost.estimateMs(1)}`);
  assert.ok(Math.abs(cost.estimateMs(100) - computeTime(100)) < 5, `${cost.estimateMs(100)}`);
});
