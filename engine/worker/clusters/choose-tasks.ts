/** Short simulations share a task: a scheduler needs a second or more for each task that it starts. */

/** Simulations that follow each other in one task take about so long together: much longer than a scheduler needs for a task. */
const TASK_SECONDS = 60;
/** A batch has at most so many tasks: Slurm's default is 1,000 for an array. */
export const MAX_TASKS = 500;
const MAX_PER_TASK = 100;

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
 * Until the running time is known each has a task of its own.
 */
export function simulationsPerTask({ perTask, seconds, concurrency }: Known): number {
  if (perTask !== null) return perTask;
  if (seconds === null) return 1;
  const wanted = Math.floor(TASK_SECONDS / Math.max(seconds, 1e-3));
  return Math.max(1, Math.min(wanted, MAX_PER_TASK, Math.ceil(concurrency / 8)));
}

/** Splits items into groups of `size` in their order; the groups differ in size by one at most. */
export function splitEvenly<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, group) =>
    items.slice(Math.floor((group * items.length) / count), Math.floor(((group + 1) * items.length) / count)),
  );
}

/** The running time of the simulations of each spec version, as an average in which the latest count most. */
export class RunningTimes {
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
