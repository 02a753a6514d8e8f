import { Redis } from "ioredis";
import { assert, eventually, suite } from "../harness.ts";
import { createBench, listChildren } from "../support/runner/runners.ts";
import {
  finalEmulatorFiles,
  goesOn,
  grownTraining,
  stop,
  youngTraining,
} from "../support/runner/training-jobs.ts";

const it = suite("a training that a runner loses", { timeout: 300_000 });

it("to another, because it was taken for dead, is never overwritten by it", async () => {
  const bench = await createBench();
  const frozen = await bench.runnerProcess();
  const job = await youngTraining(bench);
  const [child] = listChildren(frozen.pid ?? 0);
  const claims = job.claims.length;
  frozen.kill("SIGSTOP");
  await bench.runner();
  await eventually("another claim", () => job.claims.length > claims, 30_000);
  await stop(bench, job);
  const [emulators, points] = [job.emulators.length, job.loss.length];
  // Its child has trained on meanwhile, and what it has to say waits to be read.
  frozen.kill("SIGCONT");
  await eventually(
    "the first child's end",
    () => !listChildren(frozen.pid ?? 0).includes(child ?? 0),
    30_000,
  );
  await eventually("no second emulator", () => finalEmulatorFiles(job).length === 1);
  assert.is(job.emulators.length, emulators);
  assert.is(job.loss.length, points);
  assert.is(job.status, "Interrupted");
});

it("because it closes, goes on from where it was", async () => {
  const bench = await createBench();
  const first = await bench.runner();
  const job = await grownTraining(bench);
  const claims = job.claims.length;
  await first.close();
  await eventually("its child has ended", () => listChildren(process.pid).length === 0);
  assert.is(job.status, "Training");
  assert.is(job.emulators.length, 0);
  await bench.runner();
  await goesOn(job, claims);
  await stop(bench, job);
});

it("because Redis forgot everything, is found again and goes on", async () => {
  const bench = await createBench();
  await bench.runner({ sweep: 500 });
  const job = await youngTraining(bench);
  const claims = job.claims.length;
  const redis = new Redis(bench.connection.redisUrl);
  const keys = await redis.keys(`${bench.connection.prefix}*`);
  assert.ok(keys.length > 0);
  await redis.del(keys);
  redis.disconnect();
  await eventually("another claim", () => job.claims.length > claims, 30_000);
  await stop(bench, job);
  assert.is(job.emulators.length, 1);
});
