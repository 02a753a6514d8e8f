import { assertNever } from "@understudy/shared/assert-never.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import type { MachineFailure } from "./decide.ts";

/** Writes why a training has no machine: a sentence, and the provider's own words where they add to it. */
export function describeFailure(machine: string, { kind, detail }: MachineFailure, maxHours: number): string {
  switch (kind) {
    case "quota":
      return MESSAGES.machineQuota(machine);
    case "capacity":
      return MESSAGES.machineCapacity(machine);
    case "sign-in":
      return MESSAGES.machineSignIn(machine);
    case "not-connected":
      return MESSAGES.machineNotConnected(machine);
    case "lost":
      return MESSAGES.machineLost(machine);
    case "limit":
      return MESSAGES.machineLimit(machine, maxHours);
    case "other":
      return [MESSAGES.machineNotCreated(machine), detail].join(" ").trim();
    default:
      return assertNever(kind);
  }
}
