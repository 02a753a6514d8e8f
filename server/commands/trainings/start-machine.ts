import { log } from "../../log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import { type MachineProvider, ProvisionError } from "../../provision/provider.ts";
import { enterPhase, failMachine, type MachineContext } from "./machine-context.ts";

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
