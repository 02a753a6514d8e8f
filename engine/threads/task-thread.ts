/** A thread, or a process, that does tasks and answers them. */
import type { ThreadMessage } from "./serve-tasks.ts";
import {
  type ProcessOptions,
  startProcess,
  startThread,
  type TaskHost,
  type ThreadOptions,
} from "./task-host.ts";

export interface TaskLimits<Progress = never> {
  /** The time that the task may take without progress, once its thread has started (ms). */
  deadlineMs: number;
  /** Aborts once nobody needs the answer. */
  signal?: AbortSignal | undefined;
  onProgress?: (progress: Progress) => void;
}

/** The error of tasks whose thread ended before it answered them. */
export class ThreadEnded extends Error {
  override readonly name = "ThreadEnded";
  readonly reason: "late" | "memory" | "failed" | "closed";

  constructor(reason: ThreadEnded["reason"], options?: ErrorOptions) {
    super(`The thread ended: ${reason}.`, options);
    this.reason = reason;
  }
}

/** A thread may take so long to start (ms): its program is read and compiled beside whatever else the machine does. */
const START_LIMIT_MS = 60_000;

interface RunningTask {
  readonly late: NodeJS.Timeout;
  /** The number of progress reports so far. */
  reports: number;
  answer(message: { answer: unknown }): void;
  progress(message: { progress: unknown }): void;
  fail(error: unknown): void;
}

/**
 * One rule holds for every task: when its deadline passes, or nobody needs its answer any more, its thread ends, because a
 * thread cannot be interrupted. Whatever else the thread was to do is rejected. A thread that has ended does nothing more.
 */
export class TaskThread<Task> {
  readonly #host: TaskHost;
  readonly #tasks = new Map<number, RunningTask>();
  readonly #start: NodeJS.Timeout;
  readonly #onEnd: (error: ThreadEnded) => void;
  #isReady = false;
  #end: ThreadEnded | null = null;
  #nextId = 1;

  /** @param onEnd called once, when the thread ends for whatever reason, before its tasks are rejected */
  constructor(
    options: ThreadOptions | ProcessOptions,
    onEnd: (error: ThreadEnded) => void = () => undefined,
  ) {
    this.#onEnd = onEnd;
    const events: Parameters<typeof startThread>[1] = {
      onMessage: (message) => this.#receive(message),
      onEnd: (reason, cause) => void this.#stop(new ThreadEnded(reason, { cause })),
    };
    this.#host = "environment" in options ? startProcess(options, events) : startThread(options, events);
    this.#start = setTimeout(() => void this.#stop(new ThreadEnded("late")), START_LIMIT_MS).unref();
  }

  /** @throws (rejects) ThreadEnded, the reason of the signal, or at once a DataCloneError where the task cannot be cloned */
  run<Answer, Progress = never>(task: Task, limits: TaskLimits<Progress>): Promise<Answer> {
    const { deadlineMs, signal, onProgress } = limits;
    return new Promise<Answer>((resolve, reject) => {
      if (this.#end !== null) throw this.#end;
      signal?.throwIfAborted();
      const id = this.#nextId++;
      // A task that cannot be cloned throws here, before anything waits for its answer; its thread goes on.
      this.#host.post({ id, task });
      const settle = (): void => {
        clearTimeout(running.late);
        signal?.removeEventListener("abort", abandon);
        this.#tasks.delete(id);
      };
      const abandon = (): void => {
        running.fail(signal?.reason);
        void this.end();
      };
      const running: RunningTask = {
        late: setTimeout(() => this.#endLater(id), deadlineMs).unref(),
        reports: 0,
        answer: (message: { answer: Answer }) => {
          settle();
          resolve(message.answer);
        },
        progress: (message: { progress: Progress }) => {
          running.reports += 1;
          running.late.refresh();
          onProgress?.(message.progress);
        },
        fail: (error) => {
          settle();
          reject(error);
        },
      };
      this.#tasks.set(id, running);
      signal?.addEventListener("abort", abandon);
    });
  }

  /** Ends the thread, and rejects what it was to do. */
  end(): Promise<void> {
    return this.#stop(new ThreadEnded("closed"));
  }

  async #stop(error: ThreadEnded): Promise<void> {
    if (this.#end === null) {
      this.#end = error;
      clearTimeout(this.#start);
      this.#onEnd(error);
      for (const { fail } of [...this.#tasks.values()]) fail(error);
    }
    await this.#host.end();
  }

  /** Ends the thread unless its answer lies here unread, as it may if it was this process that had no time. */
  #endLater(id: number): void {
    const running = this.#tasks.get(id);
    // The time of tasks that were sent to a thread that has not started counts from its start.
    if (!this.#isReady || running === undefined) return;
    const { reports } = running;
    setImmediate(() => {
      if (this.#tasks.get(id) === running && running.reports === reports)
        void this.#stop(new ThreadEnded("late"));
    });
  }

  #receive(message: ThreadMessage<unknown, unknown>): void {
    if (message.kind === "ready") {
      this.#isReady = true;
      clearTimeout(this.#start);
      for (const { late } of this.#tasks.values()) late.refresh();
    } else if (message.kind === "progress") this.#tasks.get(message.id)?.progress(message);
    else this.#tasks.get(message.id)?.answer(message);
  }
}
