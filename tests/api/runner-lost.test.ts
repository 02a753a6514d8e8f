import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Redis } from "ioredis";
import { assert, eventually, suite } from "../harness.ts";
import { childrenOf, createBench } from "../runner/runners.ts";
import { goesOn, longTraining, reaches, shortTraining, stop } from "../runner/training-jobs.ts";

const it = suite("a training that a runner loses", { timeout: 90_000 });

it("to another, because it was taken for dead, is never overwritten by it", async () => {
  const bench = await createBench();
  const frozen = await bench.runnerProcess();
  const job = await shortTraining(bench);
  const [child] = childrenOf(frozen.pid ?? 0);
  const claims = job.claims.length;
  frozen.kill("SIGSTOP");
  await bench.runner();
  await eventually("another claim", () => job.claims.length > claims, 15_000);
  await reaches(job, "Complete");
  const [emulators, points] = [job.emulators.length, job.loss.length];
  // Its child has trained on meanwhile, and what it has to say waits to be read.
  frozen.kill("SIGCONT");
  await eventually("the first child's end", () => !childrenOf(frozen.pid ?? 0).includes(child ?? 0), 10_000);
  await eventually("no second emulator", () => readdirSync(join(job.workDir, "emulators")).length === 1);
  assert.is(job.emulators.length, emulators);
  assert.is(job.loss.length, points);
  assert.equal(
    job.history.filter((status) => status === "Complete"),
    ["Complete"],
  );
});

it("because it closes, goes on from where it was", async () => {
  const bench = await createBench();
  const first = await bench.runner();
  const job = await longTraining(bench);
  const closing = performance.now();
  await first.close();
  assert.ok(performance.now() - closing < 8000, `${performance.now() - closing} ms`);
  await eventually("its child has ended", () => childrenOf(process.pid).length === 0);
  assert.is(job.status, "Training");
  assert.is(job.emulators.length, 0);
  const reports = job.progress.length;
  await bench.runner();
  await goesOn(job, reports);
  await stop(bench, job);
});

it("because Redis forgot everything, is found again and finished", async () => {
  const bench = await createBench();
  await bench.runner({ sweep: 500 });
  const job = await shortTraining(bench);
  const claims = job.claims.length;
  const redis = new Redis(bench.connection.redisUrl);
  const keys = await redis.keys(`${bench.connection.prefix}*`);
  assert.ok(keys.length > 0);
  await redis.del(keys);
  redis.disconnect();
  await eventually("another claim", () => job.claims.length > claims, 15_000);
  await reaches(job, "Complete");
  assert.is(job.emulators.length, 1);
});
