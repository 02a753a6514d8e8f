/**
 * Creates, watches and deletes the machines of provisioned trainings. One web process at a time does it for the installation;
 * everything that it knows stands in MongoDB, so that another process, or the next one, goes on where this one was killed:
 *
 * ```
 *  job waits --fewer machines than allowed--> creating -> installing -> connected --not wanted, failed--> releasing -> gone
 * ```
 * A job whose machine fails gets a sentence and waits for a person. Nothing is deleted here but what the provider lists as this
 * installation's, or what has a record.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { MACHINE_MESSAGES } from "@understudy/shared/messages/machines.ts";
import { log } from "../../core/log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { JobTransitions, Platform } from "../../platform/platform.ts";
import { createProcessRole, type ProcessRole } from "../../platform/process-role.ts";
import { isConnected } from "../../policies/resource.ts";
import type { MachineState } from "../../provision/provider.ts";
import { askState } from "./ask-provider.ts";
import { decideStep, type MachineStep } from "./decide-machine-step.ts";
import {
  DEFAULT_TIMES,
  enterPhase,
  failJob,
  failMachine,
  type MachineContext,
  type MachineTimes,
  readMaxHours,
} from "./machine-context.ts";
import { createMachineProgress } from "./machine-progress.ts";
import { assignMachine, findJobsWithoutMachine, isMachineWanted } from "./machine-records.ts";
import { deleteOrphans, releaseMachine, startMachine } from "./start-and-release.ts";

/** The longest time that the end of the process waits for steps that do not end at once. */
const SETTLE_LIMIT_MS = 2_000;
const HOUR_MS = 3_600_000;
/** The interval at which a platform that creates no machines looks at jobs and at earlier machines. */
const UNCONFIGURED_LOOK_MS = 5_000;

type Options = Pick<MachineContext, "provider" | "workerKeys"> & {
  readonly times?: Partial<MachineTimes>;
  /** By default the role that one process of the installation has. */
  readonly role?: ProcessRole;
};

/** @returns a function that stops it. Machines that train go on. */
export function startMachineService(
  platform: JobTransitions & Pick<Platform, "redis">,
  options: Options,
): () => Promise<void> {
  const {
    provider,
    workerKeys,
    times: changed = {},
    role = createProcessRole(platform, "machines"),
  } = options;
  const defaults = provider === null ? { ...DEFAULT_TIMES, lookMs: UNCONFIGURED_LOOK_MS } : DEFAULT_TIMES;
  const times = { ...defaults, ...changed };
  const closing = new AbortController();
  const { signal } = closing;
  const progress = createMachineProgress(platform);
  const service = new MachineService({ platform, provider, workerKeys, times, signal, progress });
  const run = async () => {
    while (!signal.aborted) {
      try {
        if (await role.hold()) await service.advanceAll();
      } catch (err) {
        log.warn({ err }, "machines could not be looked at");
      }
      await sleep(times.lookMs, null, { signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    closing.abort();
    await running;
    await service.settled();
    await role
      .release()
      .catch((err: unknown) => log.warn({ err }, "the machines' role could not be released"));
  };
}

class MachineService {
  readonly #context: MachineContext;
  /** The steps under way, at most one for each machine. */
  readonly #steps = new Map<number, Promise<void>>();
  readonly #starts = new Map<number, AbortController>();
  /** When the provider is to be asked again, and a deletion tried again (`performance.now()`). */
  readonly #nextState = new Map<number, number>();
  readonly #nextRelease = new Map<number, number>();
  readonly #begun = performance.now();
  #nextOrphans = 0;
  #searching: Promise<void> | null = null;

  constructor(context: MachineContext) {
    this.#context = context;
  }

  /** Looks at everything once. Steps that take longer go on by themselves. */
  async advanceAll(): Promise<void> {
    const { platform, times } = this.#context;
    const machines = await platform.store.machines.find({});
    if (this.#context.provider === null) await this.#failWaitingJobs(machines);
    else await this.#assign(machines);
    for (const machine of machines) await this.#advance(machine);
    if (performance.now() < this.#nextOrphans || this.#searching !== null) return;
    this.#nextOrphans = performance.now() + times.orphansMs;
    this.#searching = deleteOrphans(this.#context)
      .catch((err: unknown) => log.warn({ err }, "machines without a training could not be searched for"))
      .finally(() => {
        this.#searching = null;
      });
  }

  /** Waits for the steps under way, a short time: the next process goes on with them. */
  async settled(): Promise<void> {
    const steps = Promise.all([...this.#steps.values(), this.#searching]);
    await Promise.race([steps, sleep(SETTLE_LIMIT_MS, null, { ref: false })]);
  }

  /**
   * Fails the jobs that wait for a machine on a platform that creates none: they would wait for ever. First an operator has some
   * minutes to correct a configuration that was lost at a restart. A machine that exists already may still train its job.
   */
  async #failWaitingJobs(machines: readonly MachineRecord[]): Promise<void> {
    const { platform, progress, times } = this.#context;
    const existing = machines.filter(({ phase }) => phase !== "creating");
    const isCorrectable = performance.now() < this.#begun + times.correctionMs;
    for (const job of await findJobsWithoutMachine(platform, existing)) {
      const step = isCorrectable
        ? progress.report(job, MACHINE_MESSAGES.noMachinesYet)
        : failJob(platform, job, MACHINE_MESSAGES.noMachines);
      await step.catch((err: unknown) =>
        log.warn({ err, jobId: job._id }, "a job that waits for a machine could not be ended"),
      );
    }
  }

  /** Gives machines to the jobs that wait for one, as many as there may be. */
  async #assign(machines: readonly MachineRecord[]): Promise<void> {
    const { platform, progress } = this.#context;
    const { provision } = platform.config;
    if (provision === null) return;
    const waiting = await findJobsWithoutMachine(platform, machines);
    let free = provision.maxMachines - machines.length;
    const stuckCount = machines.filter(({ release_problem }) => release_problem !== null).length;
    const reason = [
      MACHINE_MESSAGES.machinesTaken(provision.maxMachines),
      ...(stuckCount === 0 ? [] : [MACHINE_MESSAGES.machinesNotDeleted(stuckCount)]),
    ].join(" ");
    for (const job of waiting) {
      if (free <= 0) await progress.report(job, reason);
      else if ((await assignMachine(platform, job, provision.machine)) !== null) free -= 1;
    }
  }

  /** Begins the machine's next step unless one is under way; a start that is no longer wanted is ended. */
  async #advance(machine: MachineRecord): Promise<void> {
    const { _id } = machine;
    const job = await this.#context.platform.store.jobs.findOne({ _id: machine.job_id });
    const isPastLimit = Date.now() - machine.created_time.getTime() > readMaxHours(this.#context) * HOUR_MS;
    if (isPastLimit || !isMachineWanted(job, machine)) this.#starts.get(_id)?.abort();
    if (this.#steps.has(_id)) return;
    const step = this.#step(machine, job)
      .catch((err: unknown) =>
        log.warn({ err, machine: machine.name }, "a machine could not be looked after"),
      )
      .finally(() => void this.#steps.delete(_id));
    this.#steps.set(_id, step);
  }

  async #step(machine: MachineRecord, job: JobRecord | null): Promise<void> {
    if (machine.phase === "releasing") return await this.#release(machine);
    const { platform, signal } = this.#context;
    const server = await platform.store.resources.findOne({ _id: machine._id });
    const state = await this.#askState(machine);
    // An answer that was cut off says nothing about the machine.
    if (signal.aborted) return;
    const now = new Date();
    const step = decideStep({
      machine,
      isWanted: isMachineWanted(job, machine),
      isConnected: server !== null && isConnected(server, now),
      lastSeen: server?.last_seen ?? null,
      state,
      now,
      maxHours: readMaxHours(this.#context),
    });
    await this.#carryOut(step, machine, job);
  }

  async #carryOut(step: MachineStep, machine: MachineRecord, job: JobRecord | null): Promise<void> {
    switch (step.type) {
      case "start":
        return await this.#start(machine, job);
      case "enter":
        await enterPhase(this.#context, machine, step.phase);
        return await this.#showPhase({ ...machine, phase: step.phase }, job);
      case "fail":
        return await failMachine(this.#context, machine, job, step.failure);
      case "release":
        await enterPhase(this.#context, machine, "releasing");
        return;
      case "wait":
        return await this.#showPhase(machine, job);
    }
  }

  /** Null: it is not time to ask yet. */
  async #askState(machine: MachineRecord): Promise<MachineState | null> {
    const { _id, phase } = machine;
    if (performance.now() < (this.#nextState.get(_id) ?? 0)) return null;
    const { times } = this.#context;
    const state = await askState(this.#context, machine);
    const pause = phase === "connected" ? times.trainingStateMs : times.startingStateMs;
    this.#nextState.set(_id, performance.now() + pause);
    return state;
  }

  async #start(machine: MachineRecord, job: JobRecord | null): Promise<void> {
    const { provider } = this.#context;
    if (job === null || provider === null) return;
    const abort = new AbortController();
    this.#starts.set(machine._id, abort);
    try {
      await startMachine(this.#context, provider, machine, job, abort.signal);
    } finally {
      this.#starts.delete(machine._id);
    }
  }

  async #showPhase({ phase }: MachineRecord, job: JobRecord | null): Promise<void> {
    if (job !== null && phase !== "releasing") await this.#context.progress.reportPhase(job, phase);
  }

  async #release(machine: MachineRecord): Promise<void> {
    const { _id } = machine;
    if (performance.now() < (this.#nextRelease.get(_id) ?? 0)) return;
    this.#nextRelease.set(_id, performance.now() + this.#context.times.releaseMs);
    if (!(await releaseMachine(this.#context, machine))) return;
    this.#nextRelease.delete(_id);
    this.#nextState.delete(_id);
  }
}
