import {
  type Attempts,
  type AttemptsEvent,
  isHeldBy,
  isLeased,
  nextAttempts,
} from "@understudy/engine/dispatch/attempts.ts";
import { HELD_BACK_MS, INFRASTRUCTURE_RETRIES } from "@understudy/engine/dispatch/rules.ts";
import { failureOfRun } from "@understudy/engine/dispatch/run-failure.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import {
  LEASED_STATUSES,
  nextSimulationStatus,
  OPEN_STATUSES,
  PENDING_STATUSES,
  SIMULATION_TRANSITIONS,
  type SimulationStatus,
  simulationEvent,
  simulationStatus,
} from "@understudy/shared/domain/simulation.ts";
import { assert, suite } from "../../../harness.ts";

const NEVER_STARTED: Attempts = {
  status: "Pending Running",
  attempt: 0,
  holders: [],
  leaseUntil: null,
  infrastructureFailures: 0,
  retriedAfter: 0,
  heldBack: null,
  verifies: false,
};
const CURRENT_TIME = new Date(2_000_000_000_000);
const later = (ms: number) => new Date(CURRENT_TIME.getTime() + ms);
const lease = (server: number, now = CURRENT_TIME): AttemptsEvent => ({
  type: "leased",
  server,
  until: new Date(now.getTime() + 120_000),
  now,
});
const makeEvent = (type: "succeeded" | "model-failed" | "given-back", server: number, attempt: number) =>
  ({ type, server, attempt }) as const;
const lost = (server: number, attempt: number, now = CURRENT_TIME) =>
  ({ type: "infrastructure-failed", server, attempt, now }) as const;
/** Applies events to a simulation that was never started; those that change nothing are passed over. */
const after = (...events: AttemptsEvent[]): Attempts =>
  events.reduce((state, event) => nextAttempts(state, event) ?? state, NEVER_STARTED);

const table = suite("the table of a simulation's states");
table("says of every event in every state where it leads, or that it changes nothing", () => {
  const facts = { verifies: false, outOfAttempts: false };
  const drawn: Record<SimulationStatus, string> = {
    "Pending Running": "Running Complete RunningFailed . . . . .",
    "Pending Verification": "Verifying Complete RunningFailed . . . . .",
    Running: ". Complete RunningFailed PendingRunning PendingRunning Interrupted . .",
    Verifying: ". Complete RunningFailed PendingRunning PendingRunning Interrupted . .",
    Interrupted: ". Complete . . . . PendingRunning .",
    Complete: ". . . . . . . .",
    "Running Failed": ". . . . . . . PendingRunning",
  };
  for (const status of simulationStatus.options) {
    const row = simulationEvent.options.map((event) => nextSimulationStatus(status, event, facts));
    assert.is(row.map((next) => next?.replace(" ", "") ?? ".").join(" "), drawn[status], status);
  }
});
table("sends what verifies back to where it waits to verify, and gives up what nobody can run", () => {
  const next = (status: SimulationStatus, event: (typeof simulationEvent.options)[number], last = false) =>
    nextSimulationStatus(status, event, { verifies: true, outOfAttempts: last });
  for (const [status, event] of [
    ["Verifying", "given-back"],
    ["Verifying", "infrastructure-failed"],
    ["Interrupted", "resumed"],
    ["Running Failed", "retried"],
  ] as const) {
    assert.is(next(status, event), "Pending Verification", `${status} ${event}`);
  }
  assert.is(next("Verifying", "infrastructure-failed", true), "Running Failed");
});
table("names the states that are waited in, leased and open", () => {
  const leavesBy = (event: (typeof simulationEvent.options)[number]) =>
    simulationStatus.options.filter((status) => SIMULATION_TRANSITIONS[status][event] !== undefined);
  assert.equal(leavesBy("leased").sort(), [...PENDING_STATUSES].sort());
  assert.equal(leavesBy("given-back").sort(), [...LEASED_STATUSES].sort());
  assert.equal(leavesBy("succeeded").sort(), [...OPEN_STATUSES].sort());
});

const attempts = suite("the attempts at a simulation");
attempts("count up, and the server that lost one is held back for a while", () => {
  const state = after(lease(1), lost(1, 1));
  assert.equal([state.status, state.attempt, state.infrastructureFailures], ["Pending Running", 1, 1]);
  assert.is(nextAttempts(state, lease(1)), null);
  assert.is(nextAttempts(state, lease(2))?.attempt, 2);
  assert.is(nextAttempts(state, lease(1, later(HELD_BACK_MS)))?.attempt, 2);
});
attempts("are not held back for an hour by a clock that is set back by one", () => {
  const state = after(lease(1), lost(1, 1));
  assert.is(nextAttempts(state, lease(1, later(-30_000))), null, "clocks of two processes may differ");
  assert.is(nextAttempts(state, lease(1, later(-3_600_000)))?.attempt, 2);
});
attempts("end with the first result, whichever attempt it is of", () => {
  const requeued = after(lease(1), lost(1, 1), lease(2));
  const late = nextAttempts(requeued, makeEvent("succeeded", 1, 1));
  assert.is(late?.status, "Complete");
  assert.is(late && nextAttempts(late, makeEvent("succeeded", 2, 2)), null);
  assert.is(late && nextAttempts(late, makeEvent("model-failed", 2, 2)), null);
});
attempts("listen to nobody who never had them", () => {
  const state = after(lease(1), lost(1, 1), lease(2));
  for (const [server, attempt] of [
    [2, 1],
    [1, 2],
    [3, 1],
    [2, 3],
    [2, 0],
  ] as const) {
    assert.is(nextAttempts(state, makeEvent("succeeded", server, attempt)), null, `${server} ${attempt}`);
    assert.is(nextAttempts(state, makeEvent("model-failed", server, attempt)), null);
  }
  assert.is(nextAttempts(state, makeEvent("given-back", 1, 1)), null, "who had it once cannot give it back");
  assert.is(nextAttempts(state, lost(1, 1)), null);
});
attempts("are over when servers could not run it four times, but not for being given back", () => {
  let state = NEVER_STARTED;
  for (let i = 1; i <= INFRASTRUCTURE_RETRIES + 1; i++) {
    assert.is(state.status, "Pending Running");
    state = [lease(i), lost(i, i)].reduce((now, event) => nextAttempts(now, event) ?? now, state);
  }
  assert.is(state.status, "Running Failed");
  const retried = nextAttempts(state, { type: "retried" });
  assert.equal([retried?.status, retried?.infrastructureFailures], ["Pending Running", 0]);
  let returned = NEVER_STARTED;
  for (let i = 1; i <= 10; i++) {
    returned = [lease(1), makeEvent("given-back", 1, i)].reduce(
      (now, event) => nextAttempts(now, event) ?? now,
      returned,
    );
  }
  assert.equal([returned.status, returned.attempt], ["Pending Running", 10]);
});
attempts("that a pause ended take a result that was on its way, and no failure", () => {
  const paused = after(lease(1), { type: "stopped" });
  assert.is(paused.leaseUntil, null);
  assert.is(nextAttempts(paused, makeEvent("succeeded", 1, 1))?.status, "Complete");
  assert.is(nextAttempts(paused, makeEvent("model-failed", 1, 1)), null);
  assert.is(nextAttempts(paused, lost(1, 1)), null);
  assert.is(nextAttempts(paused, { type: "resumed" })?.status, "Pending Running");
});

attempts("that were tried again by hand are not failed by what an earlier one says once more", () => {
  const retried = after(lease(1), makeEvent("model-failed", 1, 1), { type: "retried" });
  assert.is(retried.status, "Pending Running");
  assert.is(nextAttempts(retried, makeEvent("model-failed", 1, 1)), null);
  const again = nextAttempts(retried, lease(1));
  assert.is(again && nextAttempts(again, makeEvent("model-failed", 1, 1)), null);
  assert.is(again && nextAttempts(again, makeEvent("model-failed", 1, 2))?.status, "Running Failed");
  assert.is(again && nextAttempts(again, makeEvent("succeeded", 1, 2))?.status, "Complete");
});

attempts("stay lawful whatever happens in whatever order", () => {
  const random = createRandom(20_261_121);
  const pick = <T>(items: readonly T[]): T | undefined => items[random.integer(items.length)];
  const ends = { complete: 0, failed: 0 };
  for (let walk = 0; walk < 300; walk++) {
    let state: Attempts = { ...NEVER_STARTED, verifies: walk % 3 === 0 };
    let now = CURRENT_TIME;
    let results = 0;
    for (let step = 0; step < 60; step++) {
      now = new Date(now.getTime() + random.integer(40_000));
      const server = 1 + random.integer(3);
      const attempt = random.integer(state.attempt + 2);
      const event: AttemptsEvent = pick<AttemptsEvent>([
        lease(server, now),
        lease(server, now),
        makeEvent("succeeded", server, attempt),
        makeEvent("model-failed", server, attempt),
        makeEvent("given-back", server, attempt),
        lost(server, attempt, now),
        lost(state.holders.at(-1) ?? 0, state.attempt, now),
        { type: "stopped" },
        { type: "resumed" },
        { type: "retried" },
      ]) ?? { type: "stopped" };
      const before = state;
      const next = nextAttempts(before, event);
      if (next === null) continue;
      state = next;
      assert.is(state.attempt, state.holders.length, "an attempt is a lease");
      assert.equal(state.holders.slice(0, before.attempt), before.holders, "nobody is forgotten");
      assert.is(state.leaseUntil !== null, isLeased(state), "a lease is who has it");
      assert.ok(state.infrastructureFailures <= INFRASTRUCTURE_RETRIES + 1);
      assert.is.not(before.status, "Complete", "a result is final");
      if (event.type === "leased") assert.ok(isHeldBy(state, event.server, state.attempt));
      if (event.type === "succeeded") results++;
    }
    assert.ok(results <= 1, "nothing is counted twice");
    assert.is(results === 1, state.status === "Complete", "nothing is lost");
    if (state.status === "Complete") ends.complete++;
    if (state.status === "Running Failed") ends.failed++;
  }
  assert.ok(ends.complete > 50 && ends.failed > 5, JSON.stringify(ends));
});

const verdict = suite("a run");
verdict("fails by its first eight, or by more than half, and says so", () => {
  const of = (planned: number, complete: number, failed: number) =>
    failureOfRun({ planned, complete, failed });
  assert.is(of(100, 0, 7), null);
  assert.is(of(100, 0, 8), "The first 8 simulations all failed, so the others were not started.");
  assert.is(of(100, 1, 50), null);
  assert.is(of(100, 1, 51), "More than half of the simulations failed: 51 of 100.");
  assert.is(of(1, 0, 1), "The simulation failed.");
  assert.is(of(1, 1, 0), null);
  assert.is(of(4, 0, 4), "All 4 simulations failed.");
});
