/** A runner that is drained, with real Redis and real children. */
import { assert, eventually, suite } from "../harness.ts";
import { soundOutputs, soundParameters } from "../support/engine/csv-files.ts";
import { createBench } from "../support/runner/runners.ts";
import { reaches, stop, youngTraining } from "../support/runner/training-jobs.ts";

const it = suite("a runner that is drained", { timeout: 120_000 });

it("goes on with what it has, leaves the rest to other runners, and takes work again", async () => {
  const bench = await createBench();
  const runner = await bench.runner();
  const training = await youngTraining(bench);
  assert.is(runner.countWork(), 1);
  await runner.drain(true);
  const first = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(first));
  const second = await bench.runner();
  await reaches(first, "Awaiting Configuration");
  await second.close();
  assert.equal([training.status, runner.countWork()], ["Training", 1]);
  const later = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(later));
  await stop(bench, training);
  await eventually("it has nothing to do", () => runner.countWork() === 0, 30_000);
  assert.equal(later.claims, [], "nobody takes it");
  await runner.drain(false);
  await reaches(later, "Awaiting Configuration");
});
