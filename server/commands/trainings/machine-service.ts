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
import { MESSAGES } from "@understudy/shared/messages.ts";
import { log } from "../../log.ts";
import type { JobRecord } from "../../models/job.ts";
import type { MachineRecord } from "../../models/machine.ts";
import type { Platform } from "../../platform.ts";
import { isConnected } from "../../policies/resource.ts";
import { createProcessRole, type ProcessRole } from "../../process-role.ts";
import { type MachineProvider, type MachineState, ProvisionError } from "../../provision/provider.ts";
import { transitionJob } from "../jobs/transition-job.ts";
import type { WorkerKeys } from "../resources/worker-keys.ts";
import { outcome } from "../runner/outcome.ts";
import { PHASE_STATUSES } from "../runner/work.ts";
import { decideStep, describeFailure, type MachineFailure, type MachineStep } from "./decide-machine-step.ts";
import { createMachineProgress } from "./machine-progress.ts";
import { assignMachine, findJobsWithoutMachine, isMachineWanted, removeMachine } from "./machine-records.ts";

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
};
const DEFAULT_TIMES: MachineTimes = {
  lookMs: 1_000,
  startingStateMs: 5_000,
  trainingStateMs: 15_000,
  orphansMs: 10 * 60_000,
  releaseMs: 10_000,
  handoverMs: 30_000,
};
/** The longest time that the end of the process waits for steps that do not end at once. */
const SETTLE_LIMIT_MS = 2_000;
const HOUR_MS = 3_600_000;
/** The interval at which a platform that creates no machines looks for jobs that wait for one. */
const WAITING_JOBS_MS = 5_000;

type Options = {
  /** Null: no machines are created here; jobs that wait for one are told so. */
  readonly provider: MachineProvider | null;
  readonly workerKeys: Pick<WorkerKeys, "signMachineKey">;
  readonly times?: Partial<MachineTimes>;
  /** By default the role that one process of the installation has. */
  readonly role?: ProcessRole;
};

/** @returns a function that stops it. Machines that train go on. */
export function startMachineService(platform: Platform, options: Options): () => Promise<void> {
  const { provision } = platform.config;
  const {
    provider,
    workerKeys,
    times: changed = {},
    role = createProcessRole(platform, "machines"),
  } = options;
  const times = { ...DEFAULT_TIMES, ...changed };
  const closing = new AbortController();
  const { signal } = closing;
  const service =
    provider === null || provision === null
      ? null
      : new MachineService(platform, { provider, workerKeys, times, signal });
  const lookMs = service === null ? (changed.lookMs ?? WAITING_JOBS_MS) : times.lookMs;
  const run = async () => {
    while (!signal.aborted) {
      try {
        if (await role.hold()) await (service?.advanceAll() ?? failWaitingJobs(platform));
      } catch (err) {
        log.warn({ err }, "machines could not be looked at");
      }
      await sleep(lookMs, null, { signal }).catch(() => {});
    }
  };
  const running = run();
  return async () => {
    closing.abort();
    await running;
    await service?.settled();
    await role
      .release()
      .catch((err: unknown) => log.warn({ err }, "the machines' role could not be released"));
  };
}

/**
 * Fails the jobs that wait for a machine on a platform that creates none: they would wait for ever. A person may resume such
 * a job at any time.
 */
async function failWaitingJobs(platform: Platform): Promise<void> {
  for (const job of await findJobsWithoutMachine(platform, [])) {
    await failJob(platform, job, MESSAGES.noMachines).catch((err: unknown) =>
      log.warn({ err, jobId: job._id }, "a job that waits for a machine could not be ended"),
    );
  }
}

/** Fails the training unless it has moved on since the job was read. @returns whether it did */
async function failJob(platform: Platform, job: JobRecord, error: string): Promise<boolean> {
  const { _id, training_server, work } = job;
  const only = {
    "training_server.id": training_server?.id ?? null,
    "work.ticket": work.ticket,
    status: { $in: [...PHASE_STATUSES.training] },
  };
  const change = () => ({ error });
  return (await outcome(() => transitionJob(platform, _id, "failed", { only, change }))) === "applied";
}

type ServiceOptions = {
  readonly provider: MachineProvider;
  readonly workerKeys: Pick<WorkerKeys, "signMachineKey">;
  readonly times: MachineTimes;
  /** The service is to end. */
  readonly signal: AbortSignal;
};

class MachineService {
  readonly #platform: Platform;
  readonly #options: ServiceOptions;
  readonly #progress: ReturnType<typeof createMachineProgress>;
  /** The steps under way, at most one for each machine. */
  readonly #steps = new Map<number, Promise<void>>();
  readonly #starts = new Map<number, AbortController>();
  /** When the provider is to be asked again, and a deletion tried again (`performance.now()`). */
  readonly #nextState = new Map<number, number>();
  readonly #nextRelease = new Map<number, number>();
  #nextOrphans = 0;
  #searching: Promise<void> | null = null;

  constructor(platform: Platform, options: ServiceOptions) {
    this.#platform = platform;
    this.#options = options;
    this.#progress = createMachineProgress(platform);
  }

  /** Looks at everything once. Steps that take longer go on by themselves. */
  async advanceAll(): Promise<void> {
    const { store } = this.#platform;
    const machines = await store.machines.find({});
    await this.#assign(machines);
    for (const machine of machines) await this.#advance(machine);
    if (performance.now() < this.#nextOrphans || this.#searching !== null) return;
    this.#nextOrphans = performance.now() + this.#options.times.orphansMs;
    this.#searching = this.#deleteOrphans()
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

  /** Gives machines to the jobs that wait for one, as many as there may be. */
  async #assign(machines: readonly MachineRecord[]): Promise<void> {
    const { provision } = this.#platform.config;
    if (provision === null) return;
    const waiting = await findJobsWithoutMachine(this.#platform, machines);
    let free = provision.maxMachines - machines.length;
    const stuckCount = machines.filter(({ release_problem }) => release_problem !== null).length;
    const reason = [
      MESSAGES.machinesTaken(provision.maxMachines),
      ...(stuckCount === 0 ? [] : [MESSAGES.machinesNotDeleted(stuckCount)]),
    ].join(" ");
    for (const job of waiting) {
      if (free <= 0) await this.#progress.report(job, reason);
      else if ((await assignMachine(this.#platform, job, provision.machine)) !== null) free -= 1;
    }
  }

  /** Begins the machine's next step unless one is under way; a start that is no longer wanted is ended. */
  async #advance(machine: MachineRecord): Promise<void> {
    const { _id } = machine;
    const job = await this.#platform.store.jobs.findOne({ _id: machine.job_id });
    const { maxHours = 0 } = this.#platform.config.provision ?? {};
    const isPastLimit = Date.now() - machine.created_time.getTime() > maxHours * HOUR_MS;
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
    const { store, config } = this.#platform;
    const server = await store.resources.findOne({ _id: machine._id });
    const state = await this.#askState(machine);
    // An answer that was cut off says nothing about the machine.
    if (this.#options.signal.aborted) return;
    const now = new Date();
    const step = decideStep({
      machine,
      isWanted: isMachineWanted(job, machine),
      isConnected: server !== null && isConnected(server, now),
      lastSeen: server?.last_seen ?? null,
      state,
      now,
      maxHours: config.provision?.maxHours ?? 0,
    });
    await this.#carryOut(step, machine, job);
  }

  async #carryOut(step: MachineStep, machine: MachineRecord, job: JobRecord | null): Promise<void> {
    switch (step.type) {
      case "start":
        return await this.#start(machine, job);
      case "enter":
        await this.#enter(machine, step.phase);
        return await this.#showPhase({ ...machine, phase: step.phase }, job);
      case "fail":
        return await this.#fail(machine, job, step.failure);
      case "release":
        await this.#enter(machine, "releasing");
        return;
      case "wait":
        return await this.#showPhase(machine, job);
    }
  }

  /** Null: it is not time to ask yet. */
  async #askState({ _id, name, phase }: MachineRecord): Promise<MachineState | null> {
    if (performance.now() < (this.#nextState.get(_id) ?? 0)) return null;
    const { provider, times, signal } = this.#options;
    const state = await provider.state(name, signal);
    const pause = phase === "connected" ? times.trainingStateMs : times.startingStateMs;
    this.#nextState.set(_id, performance.now() + pause);
    return state;
  }

  async #start(machine: MachineRecord, job: JobRecord | null): Promise<void> {
    if (job === null) return;
    const { provider, workerKeys, times, signal } = this.#options;
    const { store, config } = this.#platform;
    const { _id, name, job_id: jobId } = machine;
    const isOurs = { _id, phase: "creating" as const };
    const start_until = new Date(Date.now() + provider.startLimitMs);
    if ((await store.machines.update(isOurs, { start_until })) === null) return;
    await this.#showPhase(machine, job);
    const abort = new AbortController();
    this.#starts.set(_id, abort);
    const order = { name, jobId, serverUrl: config.publicUrl ?? "", key: workerKeys.signMachineKey(_id) };
    log.info({ machine: name, jobId }, "a machine is created");
    try {
      await provider.start(order, AbortSignal.any([abort.signal, signal]));
      await this.#enter(machine, "installing");
    } catch (err) {
      // The next process finds out how far the start has come.
      if (signal.aborted) return;
      const isRefused = err instanceof ProvisionError && !err.mayTakeEffect && !abort.signal.aborted;
      const handover = isRefused ? null : new Date(Date.now() + times.handoverMs);
      await store.machines.update({ _id }, { start_until: handover });
      if (abort.signal.aborted) return;
      // An earlier process had begun the same start: the machine of this name is the one that is wanted.
      const { kind } = await provider.state(name, signal);
      if (signal.aborted) return;
      if (kind === "creating" || kind === "running") {
        await this.#enter(machine, "installing");
        return;
      }
      log.warn({ err, machine: name, jobId }, "a machine could not be created");
      const failure = err instanceof ProvisionError ? err.problem : { kind: "other" as const, detail: "" };
      await this.#fail(machine, job, failure);
    } finally {
      this.#starts.delete(_id);
    }
  }

  /** @returns null: another process has moved it on */
  async #enter(machine: MachineRecord, phase: MachineRecord["phase"]): Promise<MachineRecord | null> {
    const { _id, created_time } = machine;
    const now = new Date();
    const isSame = { _id, phase: { $nin: [phase, "releasing" as const] } };
    // Whoever had begun to create it, it exists: no start can take effect any more.
    const settled = phase === "releasing" ? {} : { start_until: null };
    const change = { phase, phase_time: now, ...settled };
    const entered = await this.#platform.store.machines.update(isSame, change);
    if (entered !== null && phase === "connected")
      await this.#progress.recordStart(now.getTime() - created_time.getTime());
    return entered;
  }

  async #fail(machine: MachineRecord, job: JobRecord | null, failure: MachineFailure): Promise<void> {
    const { maxHours = 0 } = this.#platform.config.provision ?? {};
    log.warn({ machine: machine.name, jobId: machine.job_id, ...failure }, "a machine is given up");
    if (job !== null) await failJob(this.#platform, job, describeFailure(machine.label, failure, maxHours));
    await this.#enter(machine, "releasing");
  }

  async #showPhase({ phase }: MachineRecord, job: JobRecord | null): Promise<void> {
    if (job !== null && phase !== "releasing") await this.#progress.reportPhase(job, phase);
  }

  /** Deletes the machine, and its record once it is known to be gone. */
  async #release(machine: MachineRecord): Promise<void> {
    const { _id, name, start_until } = machine;
    if (performance.now() < (this.#nextRelease.get(_id) ?? 0)) return;
    const { provider, times, signal } = this.#options;
    const { machines } = this.#platform.store;
    this.#nextRelease.set(_id, performance.now() + times.releaseMs);
    try {
      await provider.stop(name, signal);
    } catch (err) {
      if (signal.aborted) return;
      const problem = err instanceof ProvisionError ? err.problem.detail : "";
      const release_problem = problem || MESSAGES.machineNotDeleted;
      log.warn({ err, machine: name, release_problem }, "a machine could not be deleted; it is tried again");
      await machines.update({ _id }, { release_problem });
      return;
    }
    // A start that was cut off may still take effect: the machine is deleted again until it cannot.
    if (start_until !== null && start_until > new Date()) return;
    await removeMachine(this.#platform, machine);
    this.#nextRelease.delete(_id);
    this.#nextState.delete(_id);
    log.info({ machine: name, jobId: machine.job_id }, "a machine is deleted");
  }

  /** Deletes the machines of this installation that have no record, as after the loss of its database. */
  async #deleteOrphans(): Promise<void> {
    const { provider, signal } = this.#options;
    const names = await provider.list(signal);
    if (names === null || names.length === 0) return;
    // Read after the list: a machine has its record before it exists.
    const records = await this.#platform.store.machines.find({});
    const knownNames = new Set(records.map(({ name }) => name));
    for (const name of names.filter((listed) => !knownNames.has(listed))) {
      log.warn({ machine: name }, "a machine without a training is deleted");
      await provider.stop(name, signal);
    }
  }
}
