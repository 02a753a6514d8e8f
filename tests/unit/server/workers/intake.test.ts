/** How much a connected server may say. */
import { createIntake } from "@understudy/server/workers/intake.ts";
import { assert, suite } from "../../../harness.ts";

const intake = suite("what a server may say");
const LIMITS = {
  messagesPerSecond: 10,
  bytesPerSecond: 1_000,
  burstSeconds: 2,
  waitingMessages: 5,
  waitingBytes: 10_000,
};
intake("comes at once up to a burst, and then no faster than its measure", () => {
  let now = 0;
  const own = createIntake(LIMITS, () => now);
  let arrived = 0;
  for (const end = 60_000; now < end; ) {
    const wait = own.pauseMs();
    now += wait;
    if (wait > 0) continue;
    own.arrived(10);
    own.waits(10);
    own.seenTo(10);
    arrived++;
  }
  assert.ok(arrived >= 600 && arrived <= 10 * 62, String(arrived));
});
intake("is measured in bytes as well", () => {
  let now = 0;
  const own = createIntake(LIMITS, () => now);
  own.arrived(12_000);
  own.waits(12_000);
  own.seenTo(12_000);
  assert.is(own.pauseMs(), 10_000);
  now = 10_000;
  assert.is(own.pauseMs(), 0);
});
intake("waits while too much is being seen to", () => {
  const own = createIntake(LIMITS, () => 0);
  for (let i = 0; i < 6; i++) own.waits(1);
  assert.ok(own.pauseMs() > 0);
  own.seenTo(1);
  assert.is(own.pauseMs(), 0);
});
