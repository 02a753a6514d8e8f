/** How much a connected server may send. */
import { createInboundLimits } from "@understudy/server/workers/connection/inbound-limits.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("what a server may send");
const LIMITS = {
  messagesPerSecond: 10,
  bytesPerSecond: 1_000,
  burstSeconds: 2,
  queuedMessages: 5,
  queuedBytes: 10_000,
};
it("comes at once up to a burst, and then no faster than its limit", () => {
  let now = 0;
  const own = createInboundLimits(LIMITS, () => now);
  let arrived = 0;
  for (const end = 60_000; now < end; ) {
    const wait = own.pauseMs();
    now += wait;
    if (wait > 0) continue;
    own.packetArrived(10);
    own.messageQueued(10);
    own.messageHandled(10);
    arrived++;
  }
  assert.ok(arrived >= 600 && arrived <= 10 * 62, String(arrived));
});
it("is limited in bytes as well", () => {
  let now = 0;
  const own = createInboundLimits(LIMITS, () => now);
  own.packetArrived(12_000);
  own.messageQueued(12_000);
  own.messageHandled(12_000);
  assert.is(own.pauseMs(), 10_000);
  now = 10_000;
  assert.is(own.pauseMs(), 0);
});
it("waits while too much waits to be handled", () => {
  const own = createInboundLimits(LIMITS, () => 0);
  for (let i = 0; i < 6; i++) own.messageQueued(1);
  assert.ok(own.pauseMs() > 0);
  own.messageHandled(1);
  assert.is(own.pauseMs(), 0);
});
