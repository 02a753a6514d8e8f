import type { LeasedSimulation } from "@understudy/server/dispatch/dispatch.ts";
import { createPrefetchedLeases } from "@understudy/server/workers/simulations/prefetched-leases.ts";
import { assert, suite } from "../../../../harness.ts";

let now = 0;
const makePrefetched = (slots: number) => createPrefetchedLeases(slots, () => now);
const makeLeased = (simulation: number, jobId = 1): LeasedSimulation => ({
  simulation,
  attempt: 1,
  jobId,
  concurrency: 10,
  specVersionId: 1,
  inputs: {},
  files: {},
  leaseUntil: new Date(),
});
const ids = (leased: readonly LeasedSimulation[]) => leased.map(({ simulation }) => simulation);

const it = suite("simulations leased ahead for a server");
it("is nothing before it is known that simulations are short, and a second's work at most", () => {
  const prefetched = makePrefetched(8);
  assert.is(prefetched.target(), 0);
  prefetched.recordDuration(1_000);
  assert.is(prefetched.target(), 8);
  for (let i = 0; i < 50; i++) prefetched.recordDuration(490);
  assert.is(prefetched.target(), 16);
  for (let i = 0; i < 50; i++) prefetched.recordDuration(3);
  assert.is(prefetched.target(), 32);
  for (let i = 0; i < 50; i++) prefetched.recordDuration(60_000);
  assert.is(prefetched.target(), 0);
});
it("is not everything, however many slots there are", () => {
  const prefetched = makePrefetched(1_000);
  prefetched.recordDuration(1);
  assert.is(prefetched.target(), 256);
});
it("goes out in its order, but for jobs that have as many as they may", () => {
  const prefetched = makePrefetched(2);
  prefetched.add([makeLeased(1, 7), makeLeased(2, 8), makeLeased(3, 7)]);
  assert.is(prefetched.next(({ jobId }) => jobId !== 7)?.simulation, 2);
  assert.is(
    prefetched.next(() => false),
    null,
  );
  assert.is(prefetched.next(() => true)?.simulation, 1);
  assert.is(prefetched.size, 1);
});
it("is given up with its job, and after five seconds", () => {
  const prefetched = makePrefetched(2);
  prefetched.add([makeLeased(1, 7), makeLeased(2, 8)]);
  now += 4_000;
  prefetched.add([makeLeased(3, 8)]);
  assert.equal(ids(prefetched.removeJob(7)), [1]);
  assert.equal(prefetched.removeOld(), []);
  now += 2_000;
  assert.equal(ids(prefetched.removeOld()), [2]);
  assert.equal(ids(prefetched.removeAll()), [3]);
  assert.is(prefetched.size, 0);
});
