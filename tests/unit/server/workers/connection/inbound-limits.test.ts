/** The rate at which a connected server may send. */
import { createInboundLimits } from "@understudy/server/workers/connection/inbound-limits.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("what a server may send");
const RATE_LIMITS = {
  messagesPerSecond: 10,
  bytesPerSecond: 1_000,
  burstSeconds: 2,
  queuedMessages: 5,
  queuedBytes: 10_000,
};
it("comes at once up to a burst, and then no faster than its limit", () => {
  let now = 0;
  const limits = createInboundLimits(RATE_LIMITS, () => now);
  let arrived = 0;
  for (const end = 60_000; now < end; ) {
    const wait = limits.pauseMs();
    now += wait;
    if (wait > 0) continue;
    limits.packetArrived(10);
    limits.messageQueued(10);
    limits.messageHandled(10);
    arrived++;
  }
  assert.ok(arrived >= 600 && arrived <= 10 * 62, String(arrived));
});
it("is limited in bytes as well", () => {
  let now = 0;
  const limits = createInboundLimits(RATE_LIMITS, () => now);
  limits.packetArrived(12_000);
  limits.messageQueued(12_000);
  limits.messageHandled(12_000);
  assert.is(limits.pauseMs(), 10_000);
  now = 10_000;
  assert.is(limits.pauseMs(), 0);
});
it("waits while too much waits to be handled", () => {
  const limits = createInboundLimits(RATE_LIMITS, () => 0);
  for (let i = 0; i < 6; i++) limits.messageQueued(1);
  assert.ok(limits.pauseMs() > 0);
  limits.messageHandled(1);
  assert.is(limits.pauseMs(), 0);
});
