import type { TrainingPointBatch } from "@understudy/engine/runner/contract/ports.ts";
import { createTrainingCurve } from "@understudy/engine/runner/training-curve.ts";
import { assert, rejects, suite } from "../../../harness.ts";

const it = suite("points of a training on their way to the platform");

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const point = (loss: number) => ({ coefficientOfDetermination: 1 - loss, loss });

it("are stored in order, in batches, one at a time, however slow the platform is", async () => {
  const batches: TrainingPointBatch[] = [];
  let running = 0;
  const began = performance.now();
  const curve = createTrainingCurve(5, async (batch) => {
    assert.is(++running, 1);
    await pause(30);
    running--;
    batches.push(batch);
    return "applied";
  });
  for (let i = 0; i < 40; i++) {
    curve.add(point(i));
    await pause(5);
  }
  await curve.flush();
  assert.equal(
    batches.flatMap(({ loss }) => loss),
    Array.from({ length: 40 }, (_, i) => i),
  );
  let next = 5;
  for (const { from, loss, coefficientOfDetermination } of batches) {
    assert.is(from, next);
    assert.is(coefficientOfDetermination.length, loss.length);
    next += loss.length;
  }
  assert.ok(batches.length <= (performance.now() - began) / 100 + 2, `${batches.length} batches`);
});

it("reach it within 250 ms", async () => {
  const stored = new Set<number>();
  const late: number[] = [];
  const curve = createTrainingCurve(0, async ({ loss }) => {
    for (const index of loss) stored.add(index);
    return "applied";
  });
  const deadlines = Array.from({ length: 20 }, async (_, index) => {
    await pause(index * 30);
    curve.add(point(index));
    await pause(250);
    // On a late machine what was due before may still be behind this timer, but not after all that are due.
    await new Promise((resolve) => setImmediate(resolve));
    if (!stored.has(index)) late.push(index);
  });
  await Promise.all(deadlines);
  assert.equal(late, []);
});

it("let their sender know when they are refused, and when the platform failed", async () => {
  const refused = createTrainingCurve(0, async () => "refused");
  assert.is(refused.add(point(1)), "applied");
  await refused.flush();
  assert.is(refused.add(point(2)), "refused");
  await refused.flush();

  const failing = createTrainingCurve(0, () => Promise.reject(new Error("the database is away")));
  failing.add(point(1));
  await rejects(failing.flush(), /the database is away/);
  await rejects(() => failing.add(point(2)), /the database is away/);
});
