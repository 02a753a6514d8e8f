import { TrainingSlot } from "@understudy/server/workers/trainings/training-slot.ts";
import { OFFER_MS } from "@understudy/shared/worker/worker-protocol.ts";
import { assert, suite } from "../../../../harness.ts";

const training = (job: number, attempt = 1) => ({
  attempt: { job, attempt },
  claim: { jobId: job, phase: "training", ticket: 1, claimId: "claim" } as const,
});

function makeSlot() {
  const record = { now: 0, changes: 0 };
  const slot = new TrainingSlot(
    () => record.now,
    () => {
      record.changes++;
    },
  );
  return { slot, record };
}

const it = suite("the training of a server");

it("is known by its attempt alone", () => {
  const { slot } = makeSlot();
  slot.offer(training(7, 2));
  assert.equal(slot.of({ job: 7, attempt: 2 }), slot.held);
  assert.is(slot.of({ job: 7, attempt: 1 }), null);
  assert.is(slot.free({ job: 7, attempt: 1 }), null);
  assert.is(slot.free({ job: 7, attempt: 2 })?.attempt.job, 7);
  assert.is(slot.held, null);
});

it("can be withdrawn only until it is accepted", () => {
  const { slot } = makeSlot();
  const { attempt } = training(7);
  slot.offer(training(7));
  slot.take(training(7));
  assert.is(slot.freeOffered(attempt), null);
  slot.offer(training(8));
  assert.is(slot.freeOffered({ job: 8, attempt: 1 })?.attempt.job, 8);
});

it("is given back when the server does not name it, unless it has only just accepted it", () => {
  const { slot, record } = makeSlot();
  slot.take(training(7));
  record.now = OFFER_MS;
  assert.is(slot.freeUnreported([]), null, "the heartbeat may be older than the acceptance");
  record.now = OFFER_MS + 1;
  assert.is(slot.freeUnreported([{ job: 7, attempt: 1 }]), null);
  assert.is(slot.freeUnreported([{ job: 7, attempt: 2 }])?.attempt.attempt, 1);
  assert.is(slot.held, null);
});

it("reports a change only where there is one: an offer that waits keeps its time limit through heartbeats", () => {
  const { slot, record } = makeSlot();
  slot.offer(training(7));
  assert.is(record.changes, 1);
  record.now = 2 * OFFER_MS;
  assert.is(slot.freeUnreported([]), null);
  assert.is(slot.free({ job: 8, attempt: 1 }), null);
  assert.is(record.changes, 1);
});
