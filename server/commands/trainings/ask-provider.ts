/**
 * Asks the provider about a machine. A machine that another provider created is not known to this one, whether it exists or
 * not: it is never taken for deleted, and its record says which configuration it needs.
 */
import { log } from "../../core/log.ts";
import type { MachineRecord } from "../../models/machine.ts";
import { describeMissingPlace, isSamePlace } from "../../provision/machine-place.ts";
import type { MachineProvider, MachineState } from "../../provision/provider.ts";
import type { MachineContext } from "./machine-context.ts";

/** Says that only another configuration can delete the machine. @returns the sentence */
async function recordMissingPlace(
  { platform }: MachineContext,
  { _id, name, release_problem: before }: MachineRecord,
  place: NonNullable<MachineRecord["place"]>,
): Promise<string> {
  const release_problem = describeMissingPlace(place);
  if (before === release_problem) return release_problem;
  log.warn({ machine: name, release_problem }, "a machine belongs to another configuration");
  await platform.store.machines.update({ _id }, { release_problem });
  return release_problem;
}

/**
 * Asks what has become of a machine. One of another place is this provider's from now on if it is known to it by its name,
 * which no other machine has: so the commands may be corrected while there are machines.
 */
export async function askState(context: MachineContext, machine: MachineRecord): Promise<MachineState> {
  const { provider, signal, platform } = context;
  const { _id, name, place } = machine;
  const state = provider === null ? null : await provider.state(name, signal);
  if (provider !== null && state !== null) {
    if (isSamePlace(place, provider.place)) return state;
    if (state.kind !== "absent" && state.kind !== "unknown") {
      await platform.store.machines.update({ _id }, { place: provider.place, release_problem: null });
      return state;
    }
  }
  if (place === null) return state ?? { kind: "absent" };
  // An answer that was cut off says nothing about the machine.
  if (signal.aborted) return { kind: "unknown", problem: { kind: "other", detail: "" } };
  const detail = await recordMissingPlace(context, machine, place);
  return { kind: "unknown", problem: { kind: "other", detail } };
}

/** @returns the provider that can delete the machine; "nowhere": it exists nowhere; null: another provider has it */
export async function findProvider(
  context: MachineContext,
  machine: MachineRecord,
): Promise<MachineProvider | "nowhere" | null> {
  const { provider } = context;
  if (provider !== null && isSamePlace(machine.place, provider.place)) return provider;
  const { kind } = await askState(context, machine);
  if (provider !== null && kind !== "absent" && kind !== "unknown") return provider;
  return machine.place === null ? "nowhere" : null;
}
