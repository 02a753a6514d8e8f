/** The only place that decides what is done with a machine next. Pure: the service that watches machines does it. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { MachineState, ProvisionProblem } from "../../provision/provider.ts";

/** A machine whose client has not connected after this time will not: a larger value pays for it longer. */
export const CONNECT_LIMIT_MS = 20 * 60_000;
/** A client that is silent for longer than its lease has lost its training already. */
export const SILENCE_LIMIT_MS = 5 * 60_000;
/** A provider that cannot say for so long whether there is a machine creates none. */
export const UNKNOWN_LIMIT_MS = 2 * 60_000;
/** The lists of a provider may lack a new machine for this time. */
const APPEARANCE_MS = 60_000;
const HOUR_MS = 3_600_000;

export type MachineFailure =
  | ProvisionProblem
  | { readonly kind: "not-connected" | "lost" | "limit"; readonly detail: string };

export type MachineStep =
  | { readonly type: "wait" | "start" | "release" }
  | { readonly type: "enter"; readonly phase: "installing" | "connected" }
  | { readonly type: "fail"; readonly failure: MachineFailure };

export type MachineFacts = {
  readonly machine: Pick<MachineRecord, "phase" | "phase_time" | "created_time">;
  /** Its job is still to be trained on it, or the training that was stopped still brings its emulator. */
  readonly isWanted: boolean;
  readonly isConnected: boolean;
  /** The time of the last message of its client; null: there was none. */
  readonly lastSeen: Date | null;
  /** Null: the provider was not asked this time. */
  readonly state: MachineState | null;
  readonly now: Date;
  readonly maxHours: number;
};

const WAIT_STEP = { type: "wait" } as const;
const fail = (kind: "not-connected" | "lost" | "limit"): MachineStep => ({
  type: "fail",
  failure: { kind, detail: "" },
});

/** Decides the next step of a machine that is not being deleted. */
export function decideStep(facts: MachineFacts): MachineStep {
  const { machine, isWanted, isConnected, state, now, maxHours } = facts;
  const age = (time: Date) => now.getTime() - time.getTime();
  if (!isWanted) return { type: "release" };
  if (age(machine.created_time) > maxHours * HOUR_MS) return fail("limit");
  if (isConnected) return machine.phase === "connected" ? WAIT_STEP : { type: "enter", phase: "connected" };
  if (state?.kind === "failed") return { type: "fail", failure: state.problem };
  const isGone = state?.kind === "absent" || state?.kind === "ended";
  switch (machine.phase) {
    case "creating":
      // Nothing is paid for yet: whoever waits is told soon why nothing happens.
      if (
        state?.kind === "unknown" &&
        (state.problem.kind === "sign-in" || age(machine.phase_time) > UNKNOWN_LIMIT_MS)
      )
        return { type: "fail", failure: state.problem };
      if (state?.kind === "absent") return { type: "start" };
      if (state?.kind === "running") return { type: "enter", phase: "installing" };
      return isGone ? fail("lost") : WAIT_STEP;
    case "installing":
      if (isGone && age(machine.phase_time) > APPEARANCE_MS) return fail("lost");
      if (state?.kind === "ended") return fail("lost");
      return age(machine.phase_time) > CONNECT_LIMIT_MS ? fail("not-connected") : WAIT_STEP;
    case "connected": {
      const isSilent = age(facts.lastSeen ?? machine.phase_time) > SILENCE_LIMIT_MS;
      return isGone || isSilent ? fail("lost") : WAIT_STEP;
    }
    case "releasing":
      return { type: "release" };
  }
}

/** Writes why a training has no machine: a sentence, and the provider's own words where they add to it. */
export function describeFailure(machine: string, { kind, detail }: MachineFailure, maxHours: number): string {
  switch (kind) {
    case "quota":
      return MACHINE_MESSAGES.machineQuota(machine);
    case "capacity":
      return MACHINE_MESSAGES.machineCapacity(machine);
    case "sign-in":
      return MACHINE_MESSAGES.machineSignIn(machine);
    case "not-connected":
      return MACHINE_MESSAGES.machineNotConnected(machine);
    case "lost":
      return MACHINE_MESSAGES.machineLost(machine);
    case "limit":
      return MACHINE_MESSAGES.machineLimit(machine, maxHours);
    case "other":
      return [MACHINE_MESSAGES.machineNotCreated(machine), detail].join(" ").trim();
    default:
      return assertNever(kind);
  }
}
