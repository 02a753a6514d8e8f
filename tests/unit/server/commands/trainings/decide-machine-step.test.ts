import {
  CONNECT_LIMIT_MS,
  decideStep,
  type MachineFacts,
  SILENCE_LIMIT_MS,
  UNKNOWN_LIMIT_MS,
} from "@understudy/server/commands/trainings/decide-machine-step.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the next step of a machine");

const TEST_TIME = new Date("2026-05-01T12:00:00Z");
const before = (ms: number) => new Date(TEST_TIME.getTime() - ms);
const UNKNOWN_STATE = { kind: "unknown", problem: { kind: "other", detail: "" } } as const;
type Change = Partial<Omit<MachineFacts, "machine">> & Partial<MachineFacts["machine"]>;
const step = ({ phase = "creating", phase_time = TEST_TIME, created_time = TEST_TIME, ...change }: Change) =>
  decideStep({
    isWanted: true,
    isConnected: false,
    lastSeen: null,
    state: null,
    now: TEST_TIME,
    maxHours: 2,
    ...change,
    machine: { phase, phase_time, created_time },
  });
const findFailure = (change: Change): string | null => {
  const decided = step(change);
  return decided.type === "fail" ? decided.failure.kind : null;
};

it("is to delete it in every phase once it is not wanted, whatever else is true", () => {
  for (const phase of ["creating", "installing", "connected", "releasing"] as const)
    for (const isConnected of [true, false])
      assert.equal(step({ phase, isConnected, isWanted: false }), { type: "release" });
});
it("is to start it only where the provider says that there is none", () => {
  assert.equal(step({ state: { kind: "absent" } }), { type: "start" });
  for (const state of [null, UNKNOWN_STATE, { kind: "creating" }] as const)
    assert.equal(step({ state }), { type: "wait" });
  assert.is(findFailure({ state: UNKNOWN_STATE, phase_time: before(UNKNOWN_LIMIT_MS + 1) }), "other");
  assert.is(findFailure({ state: { kind: "unknown", problem: { kind: "sign-in", detail: "" } } }), "sign-in");
  assert.equal(step({ state: { kind: "running" } }), { type: "enter", phase: "installing" });
});
it("is to trust its client more than the provider", () => {
  const connected = { phase: "connected", isConnected: true } as const;
  assert.equal(step({ ...connected, state: { kind: "absent" } }), { type: "wait" });
  assert.equal(step({ phase: "installing", isConnected: true }), { type: "enter", phase: "connected" });
});
it("is to give it up when it is gone, silent, late or too old, and never because the provider could not say", () => {
  assert.is(findFailure({ phase: "connected", lastSeen: TEST_TIME, state: { kind: "absent" } }), "lost");
  assert.is(findFailure({ phase: "connected", lastSeen: before(SILENCE_LIMIT_MS + 1) }), "lost");
  assert.is(findFailure({ phase: "connected", lastSeen: TEST_TIME, state: UNKNOWN_STATE }), null);
  assert.is(findFailure({ phase: "installing", phase_time: before(CONNECT_LIMIT_MS + 1) }), "not-connected");
  assert.is(findFailure({ phase: "installing", state: { kind: "ended" } }), "lost");
  // A provider's list may lack a new machine for a moment.
  assert.is(findFailure({ phase: "installing", state: { kind: "absent" } }), null);
  assert.is(
    findFailure({ phase: "installing", phase_time: before(90_000), state: { kind: "absent" } }),
    "lost",
  );
  assert.is(
    findFailure({ phase: "connected", isConnected: true, created_time: before(2.1 * 3_600_000) }),
    "limit",
  );
  const problem = { kind: "capacity", detail: "none" } as const;
  assert.is(findFailure({ state: { kind: "failed", problem } }), "capacity");
});
