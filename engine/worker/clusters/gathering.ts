/** Gathers simulations that are to be handed to a scheduler, and writes them to the disk as batches. */
import { createHash, randomBytes } from "node:crypto";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { WorkFolders } from "../files/folder.ts";
import { listSources, type Spec } from "../simulations/prepare-directory.ts";
import { messageOf } from "../support/message-of.ts";
import {
  type ActiveBatch,
  type ActiveTask,
  type Entry,
  newEntry,
  newTask,
  openEntries,
} from "./active-batch.ts";
import { type Batch, batchFilesAt } from "./batch-files.ts";
import type { Requests, Scheduler } from "./scheduler.ts";

/** Offers that arrive within this time of the first go into one batch. */
const GATHER_MS = 500;
/** Node itself takes so much of a task's memory beside the simulation. */
const TASK_MEMORY_MB = 256;
/** A task may take so long beside its simulations. */
const TASK_MINUTES = 5;

export type GatheringOptions = {
  readonly scheduler: Scheduler;
  readonly requests: Requests;
  readonly folder: WorkFolders;
  /** See `SimulationContext`. */
  readonly tools: Readonly<Record<string, string>>;
  readonly passed: readonly string[];
  readonly only: readonly string[] | null;
  /** Simulations that this client holds at a time. */
  readonly concurrency: number;
  /** Simulations in one task; null: it follows from their running time. */
  readonly perTask: number | null;
  /** Milliseconds that never go back. */
  readonly now: () => number;
};

/** The names of all jobs of the client that has this folder, and of no other, begin with it. */
export const jobPrefix = (root: string): string =>
  `understudy-${createHash("sha256").update(root).digest("hex").slice(0, 8)}-`;

/** Simulations that follow each other in one task take about so long together: much longer than a scheduler needs for a task. */
const TASK_SECONDS = 60;
/** A batch has at most so many tasks: Slurm's default is 1,000 for an array. */
const MAX_TASKS = 500;
const MAX_PER_TASK = 100;

/** Until the running time is known, so many simulations go ahead, and the others wait for their times for so long (ms). */
const PROBE_COUNT = 8;
const MAX_PROBE_MS = 5_000;

type Known = {
  /** From `--per-task`; null: it follows from the running time. */
  readonly perTask: number | null;
  /** The running time of such simulations so far, in seconds; null: none has ended yet. */
  readonly seconds: number | null;
  /** Simulations that this client holds at a time. */
  readonly concurrency: number;
};

/**
 * The number of simulations in one task: as many as take `TASK_SECONDS` together, but no more than let eight tasks run side by side.
 * As long as the running time is not known each has a task of its own.
 */
export function simulationsPerTask({ perTask, seconds, concurrency }: Known): number {
  if (perTask !== null) return perTask;
  if (seconds === null) return 1;
  const fitting = Math.floor(TASK_SECONDS / Math.max(seconds, 1e-3));
  return Math.max(1, Math.min(fitting, MAX_PER_TASK, Math.ceil(concurrency / 8)));
}

/** Splits items into groups of `size` in their order; the groups differ in size by one at most. */
export function splitEvenly<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, group) =>
    items.slice(Math.floor((group * items.length) / count), Math.floor(((group + 1) * items.length) / count)),
  );
}

/** The running time of the simulations of each spec version, as an average in which the latest count most. */
class RunningTimes {
  /** Each further simulation multiplies the weight of the earlier ones by this factor. */
  static readonly #DECAY = 0.9;
  readonly #seconds = new Map<number, number>();

  record(specVersion: number, seconds: number): void {
    const before = this.#seconds.get(specVersion) ?? seconds;
    this.#seconds.set(specVersion, RunningTimes.#DECAY * before + (1 - RunningTimes.#DECAY) * seconds);
  }

  get(specVersion: number): number | null {
    return this.#seconds.get(specVersion) ?? null;
  }
}

type Waiting = { readonly entry: Entry; readonly spec: Spec };
type OnFailed = (entry: Entry, reason: string) => void;

export class Gathering {
  readonly #options: GatheringOptions;
  readonly #onFailed: OnFailed;
  readonly #times = new RunningTimes();
  #waiting: Waiting[] = [];
  /** By spec version: until when simulations wait for the running times of the first ones, in milliseconds. */
  readonly #probes = new Map<number, number>();
  /** When the batch of those that wait is to be made. */
  #dueAt = 0;

  /** @param onFailed called for a simulation that cannot be written to the disk */
  constructor(options: GatheringOptions, onFailed: OnFailed) {
    this.#options = options;
    this.#onFailed = onFailed;
  }

  add(entry: Entry, spec: Spec): void {
    if (this.#waiting.length === 0) this.#dueAt = performance.now() + GATHER_MS;
    this.#waiting.push({ entry, spec });
  }

  remove(entry: Entry): void {
    this.#waiting = this.#waiting.filter((waiting) => waiting.entry !== entry);
  }

  recordTime(specVersion: number, seconds: number): void {
    this.#times.record(specVersion, seconds);
  }

  /** Makes a batch of what waits for each spec version, once it has waited for others: what one batch runs needs the same. */
  async createBatches(batches: Map<string, ActiveBatch>): Promise<void> {
    if (this.#waiting.length === 0 || performance.now() < this.#dueAt) return;
    const groups = Map.groupBy(this.#waiting, ({ entry }) => entry.offer.spec_version);
    this.#waiting = [];
    const { concurrency, perTask } = this.#options;
    for (const [specVersion, waiting] of groups) {
      const group = this.#holdBack(specVersion, waiting);
      const seconds = this.#times.get(specVersion);
      const size = simulationsPerTask({ perTask, seconds, concurrency });
      const tasks = splitEvenly(group, size);
      for (let at = 0; at < tasks.length; at += MAX_TASKS)
        await this.#createBatch(tasks.slice(at, at + MAX_TASKS), batches);
    }
  }

  /**
   * Lets the first simulations of an unknown running time go ahead: of short ones, many share a task then, which costs more than they do.
   * @returns those that go now
   */
  #holdBack(specVersion: number, group: Waiting[]): Waiting[] {
    if (this.#options.perTask !== null || this.#times.get(specVersion) !== null) return group;
    const until = this.#probes.get(specVersion);
    if (until === undefined) this.#probes.set(specVersion, performance.now() + MAX_PROBE_MS);
    else if (performance.now() >= until) return group;
    const count = until === undefined ? PROBE_COUNT : 0;
    this.#waiting.push(...group.slice(count));
    return group.slice(0, count);
  }

  /** Takes up a batch from the disk. @returns null: it was not written whole */
  async readBatch(folder: string): Promise<ActiveBatch | null> {
    const files = batchFilesAt(folder);
    const batch = await files.read();
    if (batch === null) return null;
    const tasks = batch.tasks.map((offers, number) => {
      const entries = offers.map((offer): Entry => newEntry(offer, null));
      return newTask(entries, number);
    });
    const jobId = await files.readJobId();
    return this.#activeBatch(files.folder, batch, tasks, jobId);
  }

  async #createBatch(group: readonly Waiting[][], batches: Map<string, ActiveBatch>): Promise<void> {
    // Some may have been given up while an earlier batch was written.
    const open = group
      .map((task) => task.filter(({ entry }) => !entry.isOver))
      .filter((task) => task.length > 0);
    const spec = open[0]?.[0]?.spec;
    if (spec === undefined) return;
    const { scheduler, folder, tools, passed, only } = this.#options;
    const entries = open.map((task) => task.map(({ entry }) => entry));
    const content: Batch = {
      root: folder.root,
      spec: { manifest: spec.manifest, files: [...spec.files] },
      tasks: entries.map((task) => task.map(({ offer }) => offer)),
      tools: { ...tools },
      passed: [...passed],
      only: only === null ? null : [...only],
    };
    const program = fileURLToPath(new URL("./task/main.ts", import.meta.url));
    const { taskVariable, firstTask } = scheduler;
    const files = batchFilesAt(join(folder.batches, randomBytes(6).toString("hex")));
    try {
      const { compiled } = folder;
      await files.create(content, {
        node: process.execPath,
        file: program,
        taskVariable,
        firstTask,
        compiled,
      });
    } catch (error) {
      const reason = `The simulation could not be handed to ${scheduler.title}: ${messageOf(error)}`;
      for (const entry of entries.flat()) this.#onFailed(entry, reason);
      await files.remove();
      return;
    }
    const batch = this.#activeBatch(files.folder, content, entries.map(newTask), null);
    // No scheduler was asked to run it yet.
    batch.phase = "new";
    batches.set(batch.name, batch);
    await this.#cancelGivenUp(batch);
  }

  /** Marks what was given up while the batch was written; from then on whoever gives one up finds it in the batch. */
  async #cancelGivenUp({ files, tasks }: ActiveBatch): Promise<void> {
    const givenUp = tasks.flatMap(({ entries }) => entries.filter(({ isOver }) => isOver));
    for (const task of tasks) if (openEntries(task).length === 0) task.demand = "unwanted";
    for (const { offer } of givenUp) await files.mark(offer, "cancelled").catch(() => {});
  }

  #activeBatch(
    folder: string,
    { root, spec, tasks: offers }: Batch,
    tasks: readonly ActiveTask[],
    jobId: string | null,
  ): ActiveBatch {
    return {
      name: `${jobPrefix(root)}${basename(folder)}`,
      files: batchFilesAt(folder),
      tasks,
      neededFiles: new Set(
        offers.flat().flatMap((offer) => listSources(offer, spec).map(([, { sha256 }]) => sha256)),
      ),
      phase: jobId === null ? "unsure" : "submitted",
      jobId,
      since: this.#options.now(),
      limits: this.#limitsOf(spec, tasks),
    };
  }

  /** The limits that people requested for every task, or else those that the spec sets its simulations. */
  #limitsOf({ manifest }: Spec, tasks: readonly ActiveTask[]): ActiveBatch["limits"] {
    const { requests } = this.#options;
    const { timeout_seconds, limits } = manifest.run;
    const count = Math.max(...tasks.map(({ entries }) => entries.length));
    const needed = limits.memory_mb === null ? null : Math.ceil(limits.memory_mb) + TASK_MEMORY_MB;
    return {
      minutes: requests.minutes ?? Math.ceil((timeout_seconds * count) / 60) + TASK_MINUTES,
      memoryMb: requests.memoryMb ?? needed,
    };
  }
}
