/** Creates and deletes machines. Each may be cut off at any moment: the record says how far it has come. */
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { log } from "../../core/log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import { type MachineProvider, ProvisionError } from "../../provision/provider.ts";
import { findProvider } from "./ask-provider.ts";
import { enterPhase, failMachine, type MachineContext } from "./machine-context.ts";
import { removeMachine } from "./machine-records.ts";

/**
 * Creates a machine, unless another process has moved it on. Its record says before the request where the machine will be.
 * @param abort ends the start: the machine is no longer wanted
 */
export async function startMachine(
  context: MachineContext,
  provider: MachineProvider,
  machine: MachineRecord,
  job: JobRecord,
  abort: AbortSignal,
): Promise<void> {
  const { workerKeys, times, signal, progress } = context;
  const { store, config } = context.platform;
  const { _id, name, job_id: jobId } = machine;
  const isOurs = { _id, phase: "creating" as const };
  const start_until = new Date(Date.now() + provider.startLimitMs);
  if ((await store.machines.update(isOurs, { start_until, place: provider.place })) === null) return;
  await progress.reportPhase(job, "creating");
  const order = { name, jobId, serverUrl: config.publicUrl ?? "", key: workerKeys.signMachineKey(_id) };
  log.info({ machine: name, jobId }, "a machine is created");
  try {
    await provider.start(order, AbortSignal.any([abort, signal]));
    await enterPhase(context, machine, "installing");
  } catch (err) {
    // The next process finds out how far the start has come.
    if (signal.aborted) return;
    const isRefused = err instanceof ProvisionError && !err.mayTakeEffect && !abort.aborted;
    const handover = isRefused ? null : new Date(Date.now() + times.handoverMs);
    await store.machines.update({ _id }, { start_until: handover });
    if (abort.aborted) return;
    // An earlier process had begun the same start: the machine of this name is the one that is wanted.
    const { kind } = await provider.state(name, signal);
    if (signal.aborted) return;
    if (kind === "creating" || kind === "running") {
      await enterPhase(context, machine, "installing");
      return;
    }
    log.warn({ err, machine: name, jobId }, "a machine could not be created");
    const failure = err instanceof ProvisionError ? err.problem : { kind: "other" as const, detail: "" };
    await failMachine(context, machine, job, failure);
  }
}

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
      const release_problem = problem || MACHINE_MESSAGES.machineNotDeleted;
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
    try {
      await provider.stop(name, signal);
    } catch (err) {
      if (signal.aborted) return;
      log.warn(
        { err, machine: name },
        "a machine without a training could not be deleted; it is tried again",
      );
    }
  }
}
