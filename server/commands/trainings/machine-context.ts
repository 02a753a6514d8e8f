/** All steps of machines share these: the provider, the times, and the changes of phase. */
import { log } from "../../core/log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { JobTransitions } from "../../platform/platform.ts";
import type { MachineProvider } from "../../provision/provider.ts";
import { transitionJob } from "../jobs/transition-job.ts";
import type { WorkerKeys } from "../resources/worker-keys.ts";
import { outcome } from "../runner/outcome.ts";
import { PHASE_STATUSES } from "../runner/work.ts";
import { describeFailure, type MachineFailure } from "./decide-machine-step.ts";
import type { createMachineProgress } from "./machine-progress.ts";

export type MachineTimes = {
  /** The interval at which jobs and machines are looked at. */
  readonly lookMs: number;
  /** The intervals at which the provider is asked for the state of a machine that starts, and of one that trains. */
  readonly startingStateMs: number;
  readonly trainingStateMs: number;
  /** The interval at which machines without a record are searched for. */
  readonly orphansMs: number;
  /** The pause after a deletion that failed, or whose machine may still appear. */
  readonly releaseMs: number;
  /** A start that was cut off may have handed work over to the provider, which takes effect within this time. */
  readonly handoverMs: number;
  /** A platform that creates no machines fails the jobs that wait for one when it has run for this time. */
  readonly correctionMs: number;
};
export const DEFAULT_TIMES: MachineTimes = {
  lookMs: 1_000,
  startingStateMs: 5_000,
  trainingStateMs: 15_000,
  orphansMs: 10 * 60_000,
  releaseMs: 10_000,
  handoverMs: 30_000,
  correctionMs: 5 * 60_000,
};

export type MachineContext = {
  readonly platform: JobTransitions;
  /** Null: no machines are created here. There may be some that were created with an earlier configuration. */
  readonly provider: MachineProvider | null;
  readonly workerKeys: Pick<WorkerKeys, "signMachineKey">;
  readonly times: MachineTimes;
  /** The service is to end. */
  readonly signal: AbortSignal;
  readonly progress: ReturnType<typeof createMachineProgress>;
};

/** A platform that creates no machines limits none: what was configured for those that there are is no longer known. */
export const readMaxHours = ({ platform }: MachineContext): number =>
  platform.config.provision?.maxHours ?? Number.POSITIVE_INFINITY;

/** @returns null: another process has moved it on */
export async function enterPhase(
  { platform, progress }: MachineContext,
  { _id, created_time }: MachineRecord,
  phase: MachineRecord["phase"],
): Promise<MachineRecord | null> {
  const now = new Date();
  const isSame = { _id, phase: { $nin: [phase, "releasing" as const] } };
  // Whoever had begun to create it, it exists: no start can take effect any more.
  const settled = phase === "releasing" ? {} : { start_until: null };
  const change = { phase, phase_time: now, ...settled };
  const entered = await platform.store.machines.update(isSame, change);
  if (entered !== null && phase === "connected")
    await progress.recordStart(now.getTime() - created_time.getTime());
  return entered;
}

/** Fails the training unless it has moved on since the job was read. @returns whether it did */
export async function failJob(platform: JobTransitions, job: JobRecord, error: string): Promise<boolean> {
  const { _id, training_server, work } = job;
  const only = {
    "training_server.id": training_server?.id ?? null,
    "work.ticket": work.ticket,
    status: { $in: [...PHASE_STATUSES.training] },
  };
  const change = () => ({ error });
  return (await outcome(() => transitionJob(platform, _id, "failed", { only, change }))) === "applied";
}

/** Gives a machine up: its job gets a sentence and waits for a person. */
export async function failMachine(
  context: MachineContext,
  machine: MachineRecord,
  job: JobRecord | null,
  failure: MachineFailure,
): Promise<void> {
  log.warn({ machine: machine.name, jobId: machine.job_id, ...failure }, "a machine is given up");
  const error = describeFailure(machine.label, failure, readMaxHours(context));
  if (job !== null) await failJob(context.platform, job, error);
  await enterPhase(context, machine, "releasing");
}
