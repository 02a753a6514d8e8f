import { assert, eventually, suite } from "../harness.ts";
import { childrenOf, createBench, isAlive } from "../runner/runners.ts";
import { goesOn, longTraining, reaches } from "../runner/training-jobs.ts";

const it = suite("a training that is killed", { timeout: 120_000 });

it("with its child goes on from its checkpoint once, and then fails in a sentence", async () => {
  const bench = await createBench();
  await bench.runner();
  const job = await longTraining(bench);
  const [first] = childrenOf(process.pid);
  process.kill(first ?? 0, "SIGKILL");
  const reports = job.progress.length;
  const another = () => childrenOf(process.pid).find((pid) => pid !== first);
  const second = await eventually("another child", another, 10_000);
  await goesOn(job, reports);
  process.kill(second, "SIGKILL");
  await reaches(job, "Training Failed");
  assert.is(
    job.error,
    "The training was ended by the machine twice, most likely because its memory ran out.",
  );
});

it("with its runner ends with it, and is finished from its checkpoint by the next runner", async () => {
  const bench = await createBench();
  const runner = await bench.runnerProcess();
  const job = await longTraining(bench);
  const [child] = childrenOf(runner.pid ?? 0);
  runner.kill("SIGKILL");
  await eventually("the child's end", () => !isAlive(child ?? 0), 5000);
  const [reports, points, claims] = [job.progress.length, job.loss.length, job.claims.length];
  assert.is(job.status, "Training");
  await bench.runnerProcess();
  await goesOn(job, reports);
  await reaches(job, "Complete", 60_000);
  assert.is(job.claims.length, claims + 1);
  assert.is(job.emulators.length, 1);
  assert.ok(job.loss.length > points);
});
