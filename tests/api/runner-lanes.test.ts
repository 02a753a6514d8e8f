/** The order in which a runner takes the trainings that wait, with real Redis and real children. */
import { assert, eventually, suite } from "../harness.ts";
import { soundOutputs, soundParameters } from "../support/engine/csv-files.ts";
import type { MemoryJob } from "../support/runner/memory-platform.ts";
import { createBench } from "../support/runner/runners.ts";
import { reaches, stop, youngTraining } from "../support/runner/training-jobs.ts";

const it = suite("the trainings of a runner", { timeout: 120_000 });

it("begin at once where they are short, while a long one goes on", async () => {
  const bench = await createBench();
  await bench.runner();
  const short = bench.create(soundParameters, soundOutputs);
  await bench.queue.enqueue(bench.work(short));
  await reaches(short, "Awaiting Configuration");
  const long = await youngTraining(bench);
  await bench.queue.enqueue({ ...bench.act(short, "start-training"), isShort: true });
  await reaches(short, "Complete");
  assert.is(long.status, "Training");
  await stop(bench, long);
});

it("are taken in their order, not as they came", async () => {
  const bench = await createBench();
  const jobs = [3, 1, 2].map((order) => ({ order, job: bench.create(soundParameters, soundOutputs) }));
  const begun: MemoryJob["id"][] = [];
  const { claimTraining } = bench.ports;
  bench.ports.claimTraining = (claim) => {
    begun.push(claim.jobId);
    return claimTraining(claim);
  };
  const reader = await bench.runner();
  for (const { job } of jobs) await bench.queue.enqueue(bench.work(job));
  for (const { job } of jobs) await reaches(job, "Awaiting Configuration");
  await reader.close();
  for (const { order, job } of jobs)
    await bench.queue.enqueue({ ...bench.act(job, "start-training"), order: 1e9 + order });
  await bench.runner();
  await eventually("all begin", () => begun.length === jobs.length, 60_000);
  const expected = jobs.toSorted((a, b) => a.order - b.order).map(({ job }) => job.id);
  assert.equal(begun, expected);
  for (const { job } of jobs) await reaches(job, "Complete");
});
