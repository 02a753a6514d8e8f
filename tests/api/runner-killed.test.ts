import { assert, eventually, suite } from "../harness.ts";
import { createBench, isAlive, listChildren } from "../support/runner/runners.ts";
import { goesOn, grownTraining, reaches, stop } from "../support/runner/training-jobs.ts";

const it = suite("a training that is killed", { timeout: 300_000 });

it("with its child goes on from its checkpoint once, and then fails in a sentence", async () => {
  const bench = await createBench();
  await bench.runner();
  const job = await grownTraining(bench);
  const claims = job.claims.length;
  const [first] = listChildren(process.pid);
  process.kill(first ?? 0, "SIGKILL");
  const another = () => listChildren(process.pid).find((pid) => pid !== first);
  const second = await eventually("another child", another, 30_000);
  await goesOn(job, claims);
  process.kill(second, "SIGKILL");
  await reaches(job, "Training Failed");
  assert.is(
    job.error,
    "The training was ended by the machine twice, most likely because its memory ran out.",
  );
});

it("with its runner ends with it, and is taken up from its checkpoint by the next runner", async () => {
  const bench = await createBench();
  const runner = await bench.runnerProcess();
  const job = await grownTraining(bench);
  const [child] = listChildren(runner.pid ?? 0);
  const claims = job.claims.length;
  runner.kill("SIGKILL");
  await eventually("the child's end", () => !isAlive(child ?? 0));
  assert.is(job.status, "Training");
  await bench.runnerProcess();
  await goesOn(job, claims);
  await stop(bench, job);
  assert.is(job.claims.length, claims + 1);
  assert.is(job.emulators.length, 1);
});
