/** Threads that do tasks of one kind, so that the caller's event loop never does. */
import { type TaskLimits, TaskThread, ThreadEnded, type ThreadOptions } from "./task-thread.ts";

export interface PoolOptions<Task> extends ThreadOptions {
  /** The number of tasks that are done at a time, each on a thread of its own. */
  threads: number;
  /** An idle thread ends after this time (ms); with 0 a thread ends with its task. */
  idleMs: number;
  /** Decides whether a task may begin beside those that are being done; the first that may is taken. Any may when absent. */
  mayBegin?: (task: Task, running: readonly Task[]) => boolean;
}

interface QueuedTask<Task> {
  readonly task: Task;
  perform(thread: TaskThread<Task>): Promise<boolean>;
  fail(error: unknown): void;
}

/** The deadline of a task, and what happens past it, are those of `TaskThread`. A task that waits for a thread has no deadline. */
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

  /** @throws (rejects) ThreadEnded, or the reason of the signal */
  run<Answer>(task: Task, limits: TaskLimits): Promise<Answer> {
    const { signal } = limits;
    return new Promise<Answer>((resolve, reject) => {
      if (this.#isClosed) throw new ThreadEnded("closed");
      signal?.throwIfAborted();
      const leave = (): void => {
        const at = this.#queue.indexOf(queued);
        if (at === -1) return;
        this.#queue.splice(at, 1);
        reject(signal?.reason);
      };
      const queued: QueuedTask<Task> = {
        task,
        perform: async (thread) => {
          signal?.removeEventListener("abort", leave);
          try {
            resolve(await thread.run<Answer>(task, limits));
            return true;
          } catch (error) {
            reject(error);
            return false;
          }
        },
        fail: reject,
      };
      signal?.addEventListener("abort", leave);
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
