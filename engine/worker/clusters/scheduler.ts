/** The scheduler of a cluster, as the worker client uses it: one file for each implements this by its command line or interface. */

/** A job of several tasks that are alike; each task runs `script` with its number. */
export type BatchJob = {
  /** No other job has this name. */
  readonly name: string;
  /** Absolute path of a shell script. The scheduler's variable for the task's number stands in it, see `Scheduler.taskVariable`. */
  readonly script: string;
  /** Absolute. The working directory of the tasks where the scheduler takes any path; the script itself appends what task 3 prints to `task-3.out` there. */
  readonly folder: string;
  /** Tasks are numbered from 0. */
  readonly taskCount: number;
  /** Limits of one task; null: the scheduler's default. */
  readonly memoryMb: number | null;
  readonly minutes: number | null;
};

/** Why a task does not run any more; `ended`: it ended by itself, with success or without. */
export type TaskEnd = "ended" | "preempted" | "node lost" | "out of time" | "out of memory" | "cancelled";

/** `id` is the scheduler's own for the task (`4711_3`), `reason` its own word or text; empty where there is none. */
export type TaskState =
  | { readonly kind: "pending" | "held" | "running"; readonly id: string; readonly reason: string }
  | { readonly kind: "ended"; readonly id: string; readonly reason: string; readonly end: TaskEnd };

/** The name of a job and the number of a task in it. */
export type ListedTask = { readonly name: string; readonly task: number; readonly state: TaskState };

export type Scheduler = {
  /** The name by which people know it. */
  readonly title: string;
  /** The environment variable that holds a task's number, and the number of the first task. */
  readonly taskVariable: string;
  readonly firstTask: number;
  /** @returns its own id of the job. @throws SchedulerError */
  readonly submit: (job: BatchJob) => Promise<string>;
  /**
   * Lists the tasks of all jobs of this user whose names begin with `prefix`. A task that ended long ago may be missing.
   * @param ended names of jobs with tasks that `list` did not show lately: accounting is asked for them where there is any
   * @throws SchedulerError
   */
  readonly list: (prefix: string, ended: readonly string[]) => Promise<readonly ListedTask[]>;
  /** Ends tasks by their ids; one that has ended is ignored. @throws SchedulerError */
  readonly cancel: (ids: readonly string[]) => Promise<void>;
  /** The scheduler's id of a task of a job. */
  readonly taskId: (jobId: string, task: number) => string;
};

/** The scheduler refused something, or did not answer. */
export class SchedulerError extends Error {
  /** The same may succeed later: the scheduler did not answer, or has too many jobs now. */
  readonly isTemporary: boolean;

  constructor(message: string, isTemporary: boolean) {
    super(message);
    this.name = "SchedulerError";
    this.isTemporary = isTemporary;
  }
}

/** The requests of people for every task, by options of the command line. */
export type Requests = {
  /** Partition, queue or namespace. */
  readonly queue: string | null;
  readonly account: string | null;
  /** Limits of a task; null: those that the spec sets. */
  readonly minutes: number | null;
  readonly memoryMb: number | null;
  readonly licences: readonly { readonly name: string; readonly count: number }[];
  /** Passed to the scheduler's submit command as they are. */
  readonly submitOptions: readonly string[];
  /** The container of a task; null: tasks run on the nodes themselves. */
  readonly pod: PodRequest | null;
};

/** `claim`: a persistent volume, seen at `mountPath` by the client too. */
export type PodRequest = { readonly image: string; readonly claim: string; readonly mountPath: string };

/** Runs a command of a scheduler: resolves with the text that it printed. */
export type SchedulerCommand = (program: string, args: readonly string[]) => Promise<string>;

/** A command line takes so many ids at a time. */
export const MAX_IDS = 200;

/**
 * Ends tasks by a command, as many at a time as a command line takes.
 * @param endedPattern matches the words by which the command fails for tasks that are over; null: it does not fail for them
 * @throws SchedulerError
 */
export async function cancelTasks(
  ids: readonly string[],
  program: string,
  run: SchedulerCommand,
  endedPattern: RegExp | null,
): Promise<void> {
  for (let at = 0; at < ids.length; at += MAX_IDS)
    await run(program, ids.slice(at, at + MAX_IDS)).catch((error: unknown) => {
      if (endedPattern === null || !endedPattern.test(String(error))) throw error;
    });
}

/** Adds what the accounts tell of tasks that the scheduler does not list any more. */
export function addAccounted(listed: readonly ListedTask[], accounted: readonly ListedTask[]): ListedTask[] {
  const listedIds = new Set(listed.map(({ state }) => state.id));
  return [...listed, ...accounted.filter(({ state }) => !listedIds.has(state.id))];
}
