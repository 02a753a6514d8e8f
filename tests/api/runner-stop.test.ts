import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { assert, eventually, suite } from "../harness.ts";
import { createBench, listChildren } from "../support/runner/runners.ts";
import {
  finalEmulatorFiles,
  goesOn,
  grownTraining,
  reaches,
  stop,
  youngTraining,
} from "../support/runner/training-jobs.ts";

const it = suite("a training that is stopped", { timeout: 300_000 });

it("leaves the best emulator, and goes on from there when resumed", async () => {
  const bench = await createBench();
  // Only the message may stop it, not the check that finds out when a message got lost.
  await bench.runner({ wantedCheck: 600_000 });
  const job = await grownTraining(bench);
  await stop(bench, job);
  assert.is(job.status, "Interrupted");
  assert.is(job.emulators[0]?.stopReason, "stopped");
  assert.ok(existsSync(join(job.workDir, job.emulators[0]?.file ?? "")));

  const claims = job.claims.length;
  await bench.queue.enqueue(bench.act(job, "resume"));
  await goesOn(job, claims);
  await stop(bench, job);
  assert.is(job.emulators.length, 2);
});

it("stops although the message got lost", async () => {
  const bench = await createBench();
  await bench.runner({ wantedCheck: 300 });
  const job = await youngTraining(bench);
  bench.act(job, "pause");
  await eventually("an emulator", () => job.emulators.length === 1, 30_000);
  assert.is(job.status, "Interrupted");
});

it("ends without a trace when its job was deleted", async () => {
  const bench = await createBench();
  await bench.runner({ wantedCheck: 300 });
  const job = await youngTraining(bench);
  bench.remove(job);
  rmSync(job.workDir, { recursive: true });
  await eventually("the child's end", () => listChildren(process.pid).length === 0, 30_000);
  assert.not(existsSync(job.workDir));
  assert.is(job.emulators.length, 0);
  assert.equal(bench.loggedErrors, [], "that its files are gone is no error");
});

it("is no error when its job is deleted while the emulator is stored", async () => {
  const bench = await createBench();
  await bench.runner({ wantedCheck: 600_000 });
  const job = await grownTraining(bench);
  bench.act(job, "pause");
  await bench.queue.requestStop(job.id);
  bench.remove(job);
  rmSync(job.workDir, { recursive: true });
  await eventually("the child's end", () => listChildren(process.pid).length === 0, 60_000);
  assert.equal(bench.loggedErrors, []);
});

it("has more time to store its emulator than any other child has to end", async () => {
  const bench = await createBench();
  await bench.runner({ wantedCheck: 600_000, grace: 1 });
  const job = await grownTraining(bench);
  await stop(bench, job);
  assert.is(job.emulators[0]?.stopReason, "stopped");
});

it("goes on from its checkpoint when its emulator could not be stored in time", async () => {
  const bench = await createBench();
  await bench.runner({ wantedCheck: 600_000, saving: 1 });
  const job = await grownTraining(bench);
  const end = async () => {
    bench.act(job, "pause");
    await bench.queue.requestStop(job.id);
    await eventually("the child's end", () => listChildren(process.pid).length === 0, 60_000);
  };
  await end();
  assert.is(job.emulators.length, 0);
  const claims = job.claims.length;
  await bench.queue.enqueue(bench.act(job, "resume"));
  await goesOn(job, claims);
  await end();
});

it("keeps no emulator file that nobody knows of", async () => {
  const bench = await createBench();
  await bench.runner();
  const job = await youngTraining(bench);
  // Paused and resumed before the runner noticed: the old claim may no longer write.
  bench.act(job, "pause");
  const work = bench.act(job, "resume");
  await bench.queue.requestStop(job.id);
  await eventually("the first training's end", () => listChildren(process.pid).length === 0, 30_000);
  await eventually("its file removed", () => finalEmulatorFiles(job).length === 0);
  assert.is(job.emulators.length, 0);
  assert.is(job.status, "Pending Training");
  await bench.queue.enqueue(work);
  await reaches(job, "Training");
  await stop(bench, job);
  assert.is(job.emulators.length, 1);
  await eventually("one file, which is known", () => finalEmulatorFiles(job).length === 1);
});
