/** When a page that changes is read again, by a clock that the test moves. */
import { createPacer } from "@understudy/client/data/socket/pacer.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("what is read again and again");

/** @param leastMs the pause that is asked for; left out: the usual one */
function paced(leastMs?: number) {
  let time = 0;
  let alarm: { at: number; call: () => void } | null = null;
  const clock: Parameters<typeof createPacer>[0] = {
    now: () => time,
    after: (wait, call) => {
      alarm = { at: time + wait, call };
      return () => {
        alarm = null;
      };
    },
  };
  const pacer = createPacer(clock, leastMs);
  const readings: PromiseWithResolvers<void>[] = [];
  const read = () => {
    const reading = Promise.withResolvers<void>();
    readings.push(reading);
    void pacer.follow(reading.promise);
  };
  return {
    pacer,
    readings,
    ask: () => pacer.ask(read),
    pass: (milliseconds: number) => {
      time += milliseconds;
      if (alarm !== null && alarm.at <= time) alarm.call();
    },
    /** The last reading ends. */
    end: async () => {
      readings.at(-1)?.resolve();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

it("is read at once where nothing was read lately", async () => {
  const { readings, ask, pass, end } = paced();
  ask();
  assert.is(readings.length, 1);
  await end();
  pass(200);
  ask();
  assert.is(readings.length, 2);
});

it("is read once more, after a pause, however often that was asked for meanwhile", async () => {
  const { readings, ask, pass, end } = paced();
  ask();
  ask();
  ask();
  assert.is(readings.length, 1, "one at a time");
  await end();
  ask();
  pass(199);
  assert.is(readings.length, 1);
  pass(1);
  assert.is(readings.length, 2);
  await end();
  pass(10_000);
  assert.is(readings.length, 2, "nothing is left to read");
});

it("rests the longer the more a reading costs", async () => {
  const { readings, ask, pass, end } = paced();
  ask();
  pass(1_000);
  await end();
  ask();
  pass(2_999);
  assert.is(readings.length, 1);
  pass(1);
  assert.is(readings.length, 2);
  pass(60_000);
  await end();
  ask();
  pass(5_000);
  assert.is(readings.length, 3, "but no longer than five seconds");
});

it("is not read after the end", async () => {
  const { pacer, readings, ask, pass, end } = paced();
  ask();
  ask();
  pacer.end();
  await end();
  pass(10_000);
  assert.is(readings.length, 1);
});

it("is read no more often than was asked for", async () => {
  const { readings, ask, pass, end } = paced(1_000);
  ask();
  await end();
  ask();
  pass(999);
  assert.is(readings.length, 1);
  pass(1);
  assert.is(readings.length, 2);
});
