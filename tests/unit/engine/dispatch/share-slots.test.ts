import { FairShares } from "@understudy/engine/dispatch/fair-shares.ts";
import { shareSlots } from "@understudy/engine/dispatch/share-slots.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the places of a server");
const ADA_FLOW = { person: 1, weight: 1 };
const ZOE_FLOW = { person: 2, weight: 1 };
const job = (id: number, pending: number, running: number, { flow = ADA_FLOW, room = 100 } = {}) => ({
  ...{ job: id, pending, running, room },
  flow,
});
const share = (count: number, jobs: ReturnType<typeof job>[], shares = new FairShares()) => [
  ...shareSlots(count, jobs, shares),
];

it("go to those of a person's jobs that have the fewest running, never to one that may not have more", () => {
  assert.equal(share(6, [job(1, 1_000, 0), job(2, 1_000, 0)]), [
    [1, 3],
    [2, 3],
  ]);
  assert.equal(share(4, [job(1, 1_000, 10), job(2, 1_000, 8)]), [
    [2, 3],
    [1, 1],
  ]);
  assert.equal(share(4, [job(1, 1_000, 10), job(2, 1, 0)]), [
    [2, 1],
    [1, 3],
  ]);
  assert.equal(share(8, [job(1, 1_000, 0, { room: 2 }), job(2, 3, 0)]), [
    [1, 2],
    [2, 3],
  ]);
  assert.is(share(3, [job(1, 0, 0), job(2, 5, 0, { room: 0 })]).length, 0);
});

it("go to people in equal parts, however many jobs each has", () => {
  const many = Array.from({ length: 50 }, (_, i) => job(i + 1, 1_000, 0));
  const slots = new Map(share(20, [...many, job(99, 1_000, 0, { flow: ZOE_FLOW })]));
  assert.is(slots.get(99), 10);
});

it("go to people by their weights", () => {
  const heavy = { ...ZOE_FLOW, weight: 3 };
  assert.equal(new Map(share(8, [job(1, 1_000, 0), job(2, 1_000, 0, { flow: heavy })])).get(2), 6);
});

it("serve people in turn where there is only one, so that an older job starves nobody", () => {
  const shares = new FairShares();
  const served: number[] = [];
  for (let round = 0; round < 6; round++) {
    const [slot] = share(1, [job(1, 1_000, 0), job(2, 1_000, 0, { flow: ZOE_FLOW })], shares);
    served.push(slot?.[0] ?? 0);
  }
  assert.equal(served, [1, 2, 1, 2, 1, 2]);
});

it("do not go to others as often as a person was served while nobody else requested any", () => {
  const shares = new FairShares();
  share(100, [job(1, 1_000, 0)], shares);
  const served: number[] = [];
  for (let round = 0; round < 10; round++) {
    const [slot] = share(1, [job(1, 1_000, 0), job(2, 1_000, 0, { flow: ZOE_FLOW })], shares);
    served.push(slot?.[0] ?? 0);
  }
  assert.is(served.filter((id) => id === 1).length, 5, `the jobs are served in turn: ${served}`);
});
