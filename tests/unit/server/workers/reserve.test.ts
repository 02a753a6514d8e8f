import type { Leased } from "@understudy/server/dispatch/dispatch.ts";
import { createReserve } from "@understudy/server/workers/reserve.ts";
import { assert, suite } from "../../../harness.ts";

let now = 0;
const makeReserve = (slots: number) => createReserve(slots, () => now);
const makeLeased = (simulation: number, job_id = 1): Leased => ({
  simulation,
  attempt: 1,
  job_id,
  at_once: 10,
  spec_version_id: 1,
  inputs: {},
  files: {},
  lease_until: new Date(),
});
const ids = (leased: readonly Leased[]) => leased.map(({ simulation }) => simulation);

const it = suite("what lies ready for a server");
it("is nothing before it is known that simulations are short, and a second's work at most", () => {
  const reserve = makeReserve(8);
  assert.is(reserve.ahead(), 0);
  reserve.done(1_000);
  assert.is(reserve.ahead(), 8);
  for (let i = 0; i < 50; i++) reserve.done(490);
  assert.is(reserve.ahead(), 16);
  for (let i = 0; i < 50; i++) reserve.done(3);
  assert.is(reserve.ahead(), 32);
  for (let i = 0; i < 50; i++) reserve.done(60_000);
  assert.is(reserve.ahead(), 0);
});
it("is not everything, however many slots there are", () => {
  const reserve = makeReserve(1_000);
  reserve.done(1);
  assert.is(reserve.ahead(), 256);
});
it("goes out in its order, but for jobs that have as many as they may", () => {
  const reserve = makeReserve(2);
  reserve.add([makeLeased(1, 7), makeLeased(2, 8), makeLeased(3, 7)]);
  assert.is(reserve.next(({ job_id }) => job_id !== 7)?.simulation, 2);
  assert.is(
    reserve.next(() => false),
    null,
  );
  assert.is(reserve.next(() => true)?.simulation, 1);
  assert.is(reserve.size, 1);
});
it("is given up with its job, and after five seconds", () => {
  const reserve = makeReserve(2);
  reserve.add([makeLeased(1, 7), makeLeased(2, 8)]);
  now += 4_000;
  reserve.add([makeLeased(3, 8)]);
  assert.equal(ids(reserve.freeJob(7)), [1]);
  assert.equal(reserve.freeOld(), []);
  now += 2_000;
  assert.equal(ids(reserve.freeOld()), [2]);
  assert.equal(ids(reserve.freeAll()), [3]);
  assert.is(reserve.size, 0);
});
