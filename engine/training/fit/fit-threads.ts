import { UserError } from "@understudy/shared/user-error.ts";
import { compiledKernels } from "../../math/kernels/module.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { TaskThread, type ThreadEnded } from "../../threads/task-thread.ts";
import type { Executor, FitRequest } from "./executor.ts";
import type { FitReport } from "./fit-report.ts";
import type { WorkerInit } from "./worker-init.ts";

interface FitThread {
  thread: TaskThread<FitRequest>;
  /** The id of the request that it runs. */
  running: number | null;
}

/** A thread without a report for so long hangs. */
const HANG_TIMEOUT_MS = 180_000;
/** Threads that may be lost before the training ends: then their tasks are not the cause. */
const MAX_LOST_THREADS = 12;

const THREAD_PROGRAM = new URL("./fit-thread.ts", import.meta.url);

/** Runs fits on threads, one a thread. A thread that dies or hangs fails its fit and is replaced by another. */
export class FitThreads implements Executor {
  readonly concurrency: number;
  readonly #data: TrainingData;
  readonly #program: URL;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #reports: FitReport[] = [];
  readonly #threads: FitThread[] = [];
  #wake: (() => void) | null = null;
  #lost = 0;
  #isClosed = false;

  constructor(data: TrainingData, workers: number, program = THREAD_PROGRAM) {
    this.#data = data;
    this.concurrency = workers;
    this.#program = program;
  }

  /** @throws UserError when threads failed one after the other. */
  start(request: FitRequest): void {
    if (this.#lost > MAX_LOST_THREADS)
      throw new UserError("The training was ended because its threads failed one after the other.");
    const fitThread = this.#threads.find(({ running }) => running === null) ?? this.#startThread();
    fitThread.running = request.id;
    const onProgress = (report: FitReport): void => this.#publish(report);
    const finish = (report: FitReport): void => {
      fitThread.running = null;
      this.#publish(report);
    };
    // Where the thread ends first, `#lose` publishes that the fit failed.
    const limits = { deadlineMs: HANG_TIMEOUT_MS, onProgress };
    fitThread.thread.run<FitReport, FitReport>(request, limits).then(finish, () => {});
  }

  async next(timeout: number): Promise<FitReport | null> {
    if (this.#reports.length === 0) await this.#waitForReport(timeout);
    return this.#reports.shift() ?? null;
  }

  async drain(timeout: number): Promise<FitReport[]> {
    const until = performance.now() + timeout;
    Atomics.store(this.#stop, 0, 1);
    while (this.#threads.some(({ running }) => running !== null) && performance.now() < until) {
      await this.#waitForReport(until - performance.now());
    }
    return this.#reports.splice(0);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.splice(0).map(({ thread }) => thread.end()));
  }

  #startThread(): FitThread {
    const workerData = {
      data: this.#data,
      stop: this.#stop,
      kernels: compiledKernels(),
    } satisfies WorkerInit;
    const options = { program: this.#program, workerData };
    const thread = new TaskThread<FitRequest>(options, (end) => this.#lose(fitThread, end));
    const fitThread: FitThread = { thread, running: null };
    this.#threads.push(fitThread);
    return fitThread;
  }

  #publish(report: FitReport): void {
    this.#reports.push(report);
    this.#wake?.();
  }

  #lose(fitThread: FitThread, { reason, cause }: ThreadEnded): void {
    const at = this.#threads.indexOf(fitThread);
    if (this.#isClosed || at < 0) return;
    this.#threads.splice(at, 1);
    this.#lost += 1;
    if (fitThread.running === null) return;
    const description = reason === "late" ? "its thread hung" : String(cause ?? "its thread ended");
    this.#publish({ type: "failed", id: fitThread.running, reason: description });
  }

  /** Resolves with the next report, or after so many milliseconds. */
  #waitForReport(timeout: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#wake?.(), timeout);
      this.#wake = () => {
        clearTimeout(timer);
        this.#wake = null;
        resolve();
      };
    });
  }
}
