import { createPermitPool } from "@understudy/engine/runner/running/permits.ts";
import { assert, rejects, suite } from "../../../harness.ts";

const it = suite("the permits of a runner");
const ADA_FLOW = { person: 1, weight: 1 };
const ZOE_FLOW = { person: 2, weight: 1 };
const settled = () => new Promise((resolve) => setImmediate(resolve));

it("go to people in turn, however many pieces of work of one of them wait", async () => {
  const pool = createPermitPool(1);
  const { signal } = new AbortController();
  const order: string[] = [];
  const work = async (flow: typeof ADA_FLOW, name: string) => {
    const permits = pool.of(flow);
    await permits.take(signal);
    order.push(name);
    await settled();
    permits.give();
  };
  const pieces = Array.from({ length: 50 }, (_, i) => work(ADA_FLOW, `Ada ${i}`));
  pieces.push(work(ZOE_FLOW, "Zoe"));
  await Promise.all(pieces);
  assert.ok(order.indexOf("Zoe") <= 2, `Zoe begins as number ${order.indexOf("Zoe")}`);
  assert.is(order.length, 51);
});

it("are left to a person who was refused one, while they try again", () => {
  let now = 0;
  const pool = createPermitPool(1, () => now);
  const [ada, zoe] = [pool.of(ADA_FLOW), pool.of(ZOE_FLOW)];
  assert.ok(ada.tryTake());
  assert.not.ok(zoe.tryTake());
  ada.give();
  assert.not.ok(ada.tryTake(), "Zoe is next");
  assert.ok(zoe.tryTake());
  zoe.give();
  assert.ok(ada.tryTake());
  assert.not.ok(zoe.tryTake());
  ada.give();
  now += 60_000;
  assert.ok(ada.tryTake(), "Zoe does not try any more");
});

it("are taken by nobody who left", async () => {
  const pool = createPermitPool(1);
  const [ada, zoe] = [pool.of(ADA_FLOW), pool.of(ZOE_FLOW)];
  assert.ok(ada.tryTake());
  const leaving = new AbortController();
  const taken = zoe.take(leaving.signal);
  leaving.abort(new Error("stopped"));
  await rejects(taken, /stopped/);
  ada.give();
  await rejects(zoe.take(leaving.signal), /stopped/);
  assert.ok(ada.tryTake(), "the permit is free");
});
