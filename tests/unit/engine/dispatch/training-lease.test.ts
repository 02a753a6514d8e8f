import {
  isOutOfAttempts,
  nextTrainingLease,
  type TrainingLease,
  type TrainingLeaseEvent,
} from "@understudy/engine/dispatch/training-lease.ts";
import { assert, suite } from "../../../harness.ts";

const WAITING_LEASE: TrainingLease = { attempt: 0, until: null, failures: 0, reason: null };
const until = new Date(1_000);
const later = new Date(2_000);
const after = (lease: TrainingLease, ...events: TrainingLeaseEvent[]): TrainingLease => {
  const [event, ...rest] = events;
  if (event === undefined) return lease;
  const next = nextTrainingLease(lease, event);
  assert.ok(next !== null, `${event.type} changes nothing`);
  return next === null ? lease : after(next, ...rest);
};
const leased = after(WAITING_LEASE, { type: "leased", until });
const failed = (attempt: number) =>
  ({ type: "infrastructure-failed", attempt, reason: "It was lost." }) as const;

const lease = suite("the lease of a training");
lease("goes to one server at a time, which renews it", () => {
  assert.equal(leased, { attempt: 1, until, failures: 0, reason: null });
  assert.is(nextTrainingLease(leased, { type: "leased", until: later }), null);
  assert.equal(after(leased, { type: "renewed", attempt: 1, until: later }).until, later);
});
lease("waits again once it is given back, at no cost", () => {
  const waiting = after(leased, { type: "given-back", attempt: 1 });
  assert.equal(waiting, { ...WAITING_LEASE, attempt: 1 });
  assert.is(after(waiting, { type: "leased", until }).attempt, 2);
});
lease("is over after the fourth failure, whose reason stays", () => {
  let now = WAITING_LEASE;
  for (let attempt = 1; attempt <= 4; attempt++) {
    assert.not.ok(isOutOfAttempts(now));
    now = after(now, { type: "leased", until }, failed(attempt));
  }
  assert.ok(isOutOfAttempts(now));
  assert.is(now.reason, "It was lost.");
  assert.is(nextTrainingLease(now, { type: "leased", until }), null);
});
lease("is left as it is by whatever is said of an attempt that nobody has", () => {
  const eventsOfAttempt = (attempt: number): TrainingLeaseEvent[] => [
    { type: "renewed", attempt, until: later },
    { type: "given-back", attempt },
    { type: "over", attempt },
    failed(attempt),
  ];
  for (const event of eventsOfAttempt(2)) assert.is(nextTrainingLease(leased, event), null, event.type);
  const over = after(leased, { type: "over", attempt: 1 });
  for (const event of eventsOfAttempt(1)) assert.is(nextTrainingLease(over, event), null, event.type);
});
