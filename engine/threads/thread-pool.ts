/** Threads that do tasks of one kind, so that the caller's event loop never does. */
import type { ThreadOptions } from "./task-host.ts";
import { type TaskLimits, TaskThread, ThreadEnded } from "./task-thread.ts";

export interface PoolOptions<Task> extends ThreadOptions {
  /** The number of tasks that are done at a time, each on a thread of its own. */
  threads: number;
  /** An idle thread ends after this time (ms); with 0 a thread ends with its task. */
  idleMs: number;
  /** A task that has waited for a thread for so long (ms) is rejected. It bounds the wait of the last in a queue of slow tasks. */
  maxWaitMs: number;
  /** Decides whether a task may begin beside those that are being done; the first that may is taken. Any may when absent. */
  mayBegin?: (task: Task, running: readonly Task[]) => boolean;
}

/** The error of a task for which no thread became free in time. */
export class NoFreeThread extends Error {
  override readonly name = "NoFreeThread";

  constructor() {
    super("No thread became free in time.");
  }
}

interface QueuedTask<Task> {
  readonly task: Task;
  perform(thread: TaskThread<Task>): Promise<boolean>;
  fail(error: unknown): void;
}

/**
 * The deadline of a task that is being done, and what happens past it, are those of `TaskThread`. A task that waits for a thread
 * is rejected after `maxWaitMs`.
 */
export class ThreadPool<Task> {
  readonly #options: PoolOptions<Task>;
  readonly #queue: QueuedTask<Task>[] = [];
  readonly #running = new Set<QueuedTask<Task>>();
  readonly #threads = new Set<TaskThread<Task>>();
  /** The threads that have nothing to do, each with the timer of its end. */
  readonly #idle = new Map<TaskThread<Task>, NodeJS.Timeout>();
  #isClosed = false;

  constructor(options: PoolOptions<Task>) {
    this.#options = options;
  }

  /** The tasks that wait for a thread. */
  get waiting(): readonly Task[] {
    return this.#queue.map(({ task }) => task);
  }

  /** @throws (rejects) NoFreeThread, what `TaskThread.run` throws, or the reason of the signal */
  run<Answer>(task: Task, limits: TaskLimits): Promise<Answer> {
    const { signal } = limits;
    return new Promise<Answer>((resolve, reject) => {
      if (this.#isClosed) throw new ThreadEnded("closed");
      signal?.throwIfAborted();
      const endWait = (): void => {
        clearTimeout(expiry);
        signal?.removeEventListener("abort", abandon);
      };
      const leaveQueue = (error: unknown): void => {
        endWait();
        this.#queue.splice(this.#queue.indexOf(queued), 1);
        reject(error);
      };
      const abandon = (): void => leaveQueue(signal?.reason);
      const expiry = setTimeout(() => leaveQueue(new NoFreeThread()), this.#options.maxWaitMs).unref();
      const queued: QueuedTask<Task> = {
        task,
        perform: async (thread) => {
          endWait();
          try {
            resolve(await thread.run<Answer>(task, limits));
            return true;
          } catch (error) {
            reject(error);
            return false;
          }
        },
        fail: (error) => {
          endWait();
          reject(error);
        },
      };
      signal?.addEventListener("abort", abandon);
      this.#queue.push(queued);
      this.#beginNext();
    });
  }

  /** Ends the tasks that are being done, and rejects those that wait. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { fail } of this.#queue.splice(0)) fail(new ThreadEnded("closed"));
    for (const timer of this.#idle.values()) clearTimeout(timer);
    await Promise.all(Array.from(this.#threads, (thread) => thread.end()));
  }

  #beginNext(): void {
    const { threads, mayBegin = () => true } = this.#options;
    while (this.#running.size < threads && !this.#isClosed) {
      const running = Array.from(this.#running, ({ task }) => task);
      const index = this.#queue.findIndex(({ task }) => mayBegin(task, running));
      const [next] = index === -1 ? [] : this.#queue.splice(index, 1);
      if (next === undefined) return;
      this.#running.add(next);
      void this.#perform(next);
    }
  }

  async #perform(queued: QueuedTask<Task>): Promise<void> {
    const thread = this.#takeThread();
    const isAlive = await queued.perform(thread);
    if (isAlive && this.#options.idleMs > 0) {
      const end = (): void => void thread.end();
      this.#idle.set(thread, setTimeout(end, this.#options.idleMs).unref());
    } else await thread.end();
    this.#running.delete(queued);
    this.#beginNext();
  }

  #takeThread(): TaskThread<Task> {
    const [idle] = this.#idle;
    if (idle !== undefined) {
      const [thread, timer] = idle;
      clearTimeout(timer);
      this.#idle.delete(thread);
      return thread;
    }
    const thread: TaskThread<Task> = new TaskThread<Task>(this.#options, () => {
      clearTimeout(this.#idle.get(thread));
      this.#idle.delete(thread);
      this.#threads.delete(thread);
    });
    this.#threads.add(thread);
    return thread;
  }
}
