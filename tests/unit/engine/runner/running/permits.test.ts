import { createPermitPool } from "@understudy/engine/runner/running/permits.ts";
import { assert, rejects, suite } from "../../../../harness.ts";

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

/** Time that passes only when the test says so. */
function createManualTime() {
  let now = 0;
  const timers = new Map<() => void, number>();
  return {
    timers,
    clock: () => now,
    schedule: (callback: () => void, ms: number) => {
      timers.set(callback, now + ms);
      return () => void timers.delete(callback);
    },
    pass(ms: number) {
      now += ms;
      for (const [callback, time] of [...timers]) if (time <= now && timers.delete(callback)) callback();
    },
  };
}

it("go in turn to a person who only tries and to another who always waits", async () => {
  const time = createManualTime();
  const pool = createPermitPool(1, time.clock, time.schedule);
  const [ada, zoe] = [pool.of(ADA_FLOW), pool.of(ZOE_FLOW)];
  const leaving = new AbortController();
  let adaCount = 0;
  let held = 0;
  const pieces = Array.from({ length: 40 }, async () => {
    await ada.take(leaving.signal);
    adaCount++;
    held++;
  });
  let zoeCount = 0;
  for (let round = 0; round < 20; round++) {
    await settled();
    if (zoe.tryTake()) {
      zoeCount++;
      zoe.give();
    }
    await settled();
    if (held > 0) {
      held--;
      ada.give();
    }
    time.pass(100);
  }
  assert.ok(zoeCount >= 8, `Zoe is served ${zoeCount} times, Ada ${adaCount} times`);
  assert.ok(adaCount >= 8, `Ada is served ${adaCount} times, Zoe ${zoeCount} times`);
  const left = Promise.allSettled(pieces);
  leaving.abort(new Error("stopped"));
  await left;
  assert.is(time.timers.size, 0);
});

it("go to those who wait once a person who was refused one no longer tries", async () => {
  const time = createManualTime();
  const pool = createPermitPool(1, time.clock, time.schedule);
  const [ada, zoe] = [pool.of(ADA_FLOW), pool.of(ZOE_FLOW)];
  assert.ok(ada.tryTake());
  assert.not.ok(zoe.tryTake());
  let isServed = false;
  const taken = ada.take(new AbortController().signal).then(() => {
    isServed = true;
  });
  ada.give();
  await settled();
  assert.not.ok(isServed, "Zoe is next");
  assert.is(time.timers.size, 1);
  time.pass(1_500);
  await taken;
  assert.is(time.timers.size, 0);
  ada.give();
  assert.ok(ada.tryTake(), "no permit is lost");
});

it("share the time in which they are held, also between short and long work", async () => {
  const time = createManualTime();
  const pool = createPermitPool(1, time.clock, time.schedule);
  const leaving = new AbortController();
  const secondsHeld = new Map<number, number>();
  const work = async (flow: typeof ADA_FLOW, seconds: number) => {
    const permits = pool.of(flow);
    while (!leaving.signal.aborted) {
      await permits.take(leaving.signal);
      time.pass(1_000 * seconds);
      secondsHeld.set(flow.person, (secondsHeld.get(flow.person) ?? 0) + seconds);
      await settled();
      permits.give();
      if (time.clock() > 2_000_000) leaving.abort(new Error("The time is over."));
    }
  };
  // Of either something waits whenever a permit is given back.
  const pieces = [work(ADA_FLOW, 20), work(ADA_FLOW, 20), work(ZOE_FLOW, 1), work(ZOE_FLOW, 1)];
  await Promise.allSettled(pieces);
  const [ada = 0, zoe = 0] = [secondsHeld.get(1), secondsHeld.get(2)];
  assert.ok(Math.abs(ada - zoe) <= 40, `Ada ${ada} s, Zoe ${zoe} s`);
});
