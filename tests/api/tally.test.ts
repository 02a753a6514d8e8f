/** Counting the simulations of a job while they run: those that are over are not counted at every look. */

import { tallyJob } from "@understudy/server/dispatch/simulation-counts.ts";
import { createTally, tallySimulations } from "@understudy/server/dispatch/tally.ts";
import type { SimulationStatus } from "@understudy/shared/domain/simulation.ts";
import { assert, suite } from "../harness.ts";
import { openProfiler } from "../support/profiler.ts";
import { openTestPlatform, storeRunJob, storeSimulations } from "../support/specs/simulations.ts";
import { insertServer } from "../support/specs/spec-records.ts";

const SIMULATION_COUNT = 60;
const REPETITION_COUNT = 5;

const platform = await openTestPlatform();
const { store } = platform;
const profiler = openProfiler(platform.config.mongodbUrl);

const it = suite("the tally of a run");

async function startCounting() {
  const { _id } = await storeRunJob(platform);
  await storeSimulations(platform, _id, SIMULATION_COUNT);
  const claim = { jobId: _id, phase: "running", ticket: 0, claimId: "one" } as const;
  const tally = createTally(store, { many: REPETITION_COUNT });
  return {
    jobId: _id,
    count: () => tally(claim),
    become: (status: SimulationStatus, from: number, until: number) =>
      store.simulations.updateAll({ job_id: _id, index: { $gte: from, $lt: until } }, { status }),
  };
}

it("counts all statuses, whichever simulation was over first", async () => {
  const { jobId, count, become } = await startCounting();
  const steps: [SimulationStatus, number, number][] = [
    ["Running", 0, 30],
    ["Complete", 0, 8],
    ["Running Failed", 12, 20],
    ["Complete", 8, 10],
    ["Pending Running", 11, 12],
    ["Complete", 20, 40],
    ["Interrupted", 40, 41],
    ["Running Failed", 10, 12],
    ["Complete", 40, SIMULATION_COUNT],
  ];
  for (const [status, from, until] of steps) {
    await become(status, from, until);
    for (let again = 0; again < 2; again++) assert.equal(await count(), await tallySimulations(store, jobId));
  }
  await storeSimulations(platform, jobId, 10, {}, SIMULATION_COUNT);
  assert.equal(await count(), await tallySimulations(store, jobId));
  assert.is((await count()).pending, 10);
});

it("looks at those only that may have changed, and at no record", async () => {
  const { count, become } = await startCounting();
  await become("Complete", 0, 50);
  await count();
  const [counted, ...furtherOperations] = await profiler.during(async () => {
    assert.equal((await count()).complete, 50);
  });
  assert.equal(furtherOperations, []);
  assert.is(counted?.docsExamined, 0);
  assert.ok(counted?.keysExamined < 30, `${counted?.keysExamined} keys`);
});

it("counts no more as running than the servers have slots: what was leased ahead waits", async () => {
  const { _id: id } = await insertServer(store, 1, { allowed: 1 });
  const resources = [{ id, concurrent_simulations: 5 }];
  const { _id } = await storeRunJob(platform, { resources });
  await storeSimulations(platform, _id, 10);
  await store.simulations.updateAll({ job_id: _id, index: { $lt: 3 } }, { status: "Running" });
  const { simulation_counts } = await tallyJob(platform, _id);
  assert.equal(simulation_counts, { planned: 20, running: 1, complete: 0, failed: 0 });
});
