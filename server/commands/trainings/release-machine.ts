import { MESSAGES } from "@understudy/shared/messages.ts";
import { log } from "../../log.ts";
import type { MachineRecord } from "../../models/machine.ts";
import { ProvisionError } from "../../provision/provider.ts";
import { findProvider } from "./ask-provider.ts";
import type { MachineContext } from "./machine-context.ts";
import { removeMachine } from "./machine-records.ts";

/**
 * Deletes the machine, and its record once it is known to be gone. What another provider created stays, with its record.
 * @returns whether it is gone
 */
export async function releaseMachine(context: MachineContext, machine: MachineRecord): Promise<boolean> {
  const { platform, signal } = context;
  const { _id, name, start_until } = machine;
  const provider = await findProvider(context, machine);
  if (provider === null) return false;
  if (provider !== "nowhere") {
    try {
      await provider.stop(name, signal);
    } catch (err) {
      if (signal.aborted) return false;
      const problem = err instanceof ProvisionError ? err.problem.detail : "";
      const release_problem = problem || MESSAGES.machineNotDeleted;
      log.warn({ err, machine: name, release_problem }, "a machine could not be deleted; it is tried again");
      await platform.store.machines.update({ _id }, { release_problem });
      return false;
    }
    // A start that was cut off may still take effect: the machine is deleted again until it cannot.
    if (start_until !== null && start_until > new Date()) return false;
  }
  await removeMachine(platform, machine);
  log.info({ machine: name, jobId: machine.job_id }, "a machine is deleted");
  return true;
}

/** Deletes the machines of this installation that have no record, as after the loss of its database. */
export async function deleteOrphans({ platform, provider, signal }: MachineContext): Promise<void> {
  const names = (await provider?.list(signal)) ?? null;
  if (provider === null || names === null || names.length === 0) return;
  // Read after the list: a machine has its record before it exists.
  const records = await platform.store.machines.find({});
  const recordedNames = new Set(records.map(({ name }) => name));
  for (const name of names.filter((listed) => !recordedNames.has(listed))) {
    log.warn({ machine: name }, "a machine without a training is deleted");
    await provider.stop(name, signal);
  }
}
