/** Tells apart the places where machines were created, and names them to people. */
import { createHash } from "node:crypto";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import type { AzureProvision, CommandProvision } from "../core/provision-config.ts";
import type { MachinePlace } from "../models/machine.ts";

/** Enough of a digest to tell the few templates of one installation apart. */
const DIGEST_CHARACTERS = 16;

export const toAzurePlace = ({
  subscription,
  resourceGroup,
}: Pick<AzureProvision, "subscription" | "resourceGroup">): MachinePlace => ({
  provider: "azure",
  subscription,
  resource_group: resourceGroup,
});

/** The command that starts machines may change, as for another size: the other two find and delete those that there are. */
export const toCommandPlace = ({ state, stop }: Pick<CommandProvision, "state" | "stop">): MachinePlace => ({
  provider: "command",
  program: stop[0] ?? "",
  commands: createHash("sha256")
    .update(JSON.stringify([state, stop]))
    .digest("hex")
    .slice(0, DIGEST_CHARACTERS),
});

/** A place that is not recorded is none that a provider has. Azure's names do not distinguish capitals. */
export function isSamePlace(a: MachinePlace | null, b: MachinePlace): boolean {
  if (a === null) return false;
  switch (a.provider) {
    case "azure":
      return (
        b.provider === "azure" &&
        a.subscription.toLowerCase() === b.subscription.toLowerCase() &&
        a.resource_group.toLowerCase() === b.resource_group.toLowerCase()
      );
    case "command":
      return b.provider === "command" && a.commands === b.commands;
    case "unrecorded":
      return false;
    default:
      return assertNever(a);
  }
}

/** Writes, in a sentence, with which configuration alone a machine of this place can be deleted. */
export function describeMissingPlace(place: MachinePlace): string {
  switch (place.provider) {
    case "azure":
      return MACHINE_MESSAGES.machineNeedsAzure(place.subscription, place.resource_group);
    case "command":
      return MACHINE_MESSAGES.machineNeedsCommands(place.program);
    case "unrecorded":
      return MACHINE_MESSAGES.machineNeedsEarlierProvision;
    default:
      return assertNever(place);
  }
}
