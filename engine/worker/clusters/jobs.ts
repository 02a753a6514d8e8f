/** The jobs of one client at its scheduler: submits batches, follows their tasks, and ends those that nobody waits for. */

import {
  type ActiveBatch,
  type ActiveTask,
  applyListing,
  type Entry,
  isAlive,
  isOpen,
  openEntries,
  place,
} from "./active-batch.ts";
import type { ListedTask, Scheduler } from "./scheduler.ts";
import { SchedulerError } from "./scheduler.ts";

/** A scheduler that takes no jobs for so long makes the simulations go elsewhere. */
const MAX_SUBMIT_MS = 600_000;

type Options = {
  readonly scheduler: Scheduler;
  /** The names of all jobs of this client, and of no other, begin with it. */
  readonly prefix: string;
  /** By their names; whoever owns the batches adds and removes them. */
  readonly batches: ReadonlyMap<string, ActiveBatch>;
  /** Between two looks at the scheduler's list. */
  readonly pollMs: number;
  readonly now: () => number;
  /** Called when the scheduler does not take a simulation. */
  readonly onRefused: (entry: Entry, reason: string) => void;
};

export class Jobs {
  readonly #options: Options;
  #polledAt = Number.NEGATIVE_INFINITY;
  /** When the scheduler last failed to cancel tasks. */
  #cancelFailedAt = Number.NEGATIVE_INFINITY;
  /** Jobs of batches that are over may still wait or run, also those of an earlier start of this client. */
  #mayHaveJobs = true;

  constructor(options: Options) {
    this.#options = options;
  }

  /** To be called again and again, one call after the other. @throws SchedulerError when the scheduler did not answer */
  async step(): Promise<void> {
    const { batches, now, pollMs } = this.#options;
    for (const batch of [...batches.values()]) if (batch.phase === "new") await this.#submit(batch);
    if (batches.size > 0) this.#mayHaveJobs = true;
    try {
      if (now() - this.#cancelFailedAt >= pollMs) await this.#cancelUnwanted();
    } finally {
      // As long as the scheduler cannot cancel, the tasks are followed nevertheless.
      if (this.#mayHaveJobs && now() - this.#polledAt >= pollMs) await this.#poll();
    }
  }

  async #submit(batch: ActiveBatch): Promise<void> {
    if (!isOpen(batch)) return;
    const { scheduler, now } = this.#options;
    const { name, files, tasks, limits } = batch;
    try {
      // A client that is killed from here on looks whether the job is there.
      batch.phase = "unsure";
      const job = { name, script: files.script, folder: files.folder, taskCount: tasks.length, ...limits };
      const jobId = await scheduler.submit(job);
      batch.jobId = jobId;
      batch.phase = "submitted";
      for (const task of tasks) {
        const id = scheduler.taskId(jobId, task.number);
        for (const entry of openEntries(task)) place(entry, { job: id, state: "pending", reason: "" });
      }
      await files.writeJobId(jobId).catch(() => {});
    } catch (error) {
      if (!(error instanceof SchedulerError)) throw error;
      const isOver = !error.isTemporary || now() - batch.since > MAX_SUBMIT_MS;
      for (const entry of tasks.flatMap(openEntries)) {
        if (isOver) this.#options.onRefused(entry, error.message);
        else place(entry, { job: "", state: "held", reason: error.message });
      }
    }
  }

  async #poll(): Promise<void> {
    const { scheduler, prefix, batches, now } = this.#options;
    const at = now();
    this.#polledAt = at;
    const isLast = batches.size === 0;
    // What is submitted only after the list was asked for is not in it.
    const submitted = [...batches.values()].filter(({ phase }) => phase === "submitted");
    const unsure = [...batches.values()].filter(({ phase }) => phase === "unsure");
    const ended = [...batches.values()].filter(({ tasks }) => tasks.some(hasVanished));
    const listed = await scheduler.list(
      prefix,
      ended.map(({ name }) => name),
    );
    const names = new Set(listed.map(({ name }) => name));
    for (const batch of submitted) applyListing(batch, { tasks: listed, at });
    for (const batch of unsure) await this.#findAgain(batch, names.has(batch.name));
    await this.#cancelForgotten(listed);
    if (isLast && !listed.some(({ state }) => isAlive(state))) this.#mayHaveJobs = false;
  }

  /** The scheduler did not answer when the batch was submitted, or the client was killed meanwhile. */
  async #findAgain(batch: ActiveBatch, isListed: boolean): Promise<void> {
    if (isListed || (await batch.files.isClaimed())) batch.phase = "submitted";
    else await this.#submit(batch);
  }

  /** Should the scheduler fail, the tasks stay unwanted, until it has cancelled them or lists them no more. */
  async #cancelUnwanted(): Promise<void> {
    const { scheduler, batches, now } = this.#options;
    const ids: string[] = [];
    const tasks: ActiveTask[] = [];
    for (const { jobId, tasks: all } of batches.values()) {
      for (const task of all.filter(({ demand }) => demand === "unwanted")) {
        tasks.push(task);
        if (task.state?.kind === "ended" || task.listsSinceEnd >= 2) continue;
        if (task.state !== null) ids.push(task.state.id);
        else if (jobId !== null) ids.push(scheduler.taskId(jobId, task.number));
      }
    }
    try {
      if (ids.length > 0) await scheduler.cancel(ids);
      for (const task of tasks) task.demand = "cancelled";
    } catch (error) {
      this.#cancelFailedAt = now();
      throw error;
    }
  }

  /** Ends what was submitted twice: its batch is not on the disk any more. */
  async #cancelForgotten(listed: readonly ListedTask[]): Promise<void> {
    const { scheduler, batches } = this.#options;
    const forgotten = listed.filter(({ name, state }) => isAlive(state) && !batches.has(name));
    if (forgotten.length > 0) await scheduler.cancel(forgotten.map(({ state }) => state.id));
  }
}

/** The last list did not show it, and no list has shown how it ended. */
const hasVanished = (task: ActiveTask): boolean =>
  task.endedSince !== null && task.state?.kind !== "ended" && openEntries(task).length > 0;
