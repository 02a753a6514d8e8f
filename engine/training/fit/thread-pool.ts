import { Worker } from "node:worker_threads";
import { UserError } from "@understudy/shared/user-error.ts";
import { compiledKernels } from "../../math/kernels/module.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import type { Executor, FitRequest } from "./executor.ts";
import type { FitReport } from "./fit-report.ts";
import type { WorkerInit } from "./worker-init.ts";

interface Thread {
  worker: Worker;
  /** The id of the request that it runs. */
  running: number | null;
  /** Milliseconds. */
  lastReportAt: number;
}

/** A thread without a report for so long hangs. */
const HANG_TIMEOUT_MS = 180_000;
/** Threads that may be lost before the training ends: then their tasks are not the cause. */
const MAX_LOST_THREADS = 12;

const THREAD_PROGRAM = new URL("./fit-thread.ts", import.meta.url);

/** Runs tasks on threads, one a thread. A thread that dies or hangs fails its task and is replaced by another. */
export class ThreadPool implements Executor {
  readonly concurrency: number;
  readonly #data: TrainingData;
  readonly #program: URL;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #reports: FitReport[] = [];
  readonly #threads: Thread[] = [];
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
    const thread = this.#threads.find(({ running }) => running === null) ?? this.#startThread();
    thread.running = request.id;
    thread.lastReportAt = performance.now();
    thread.worker.postMessage(request);
  }

  async next(timeout: number): Promise<FitReport | null> {
    this.#loseHungThreads();
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
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
  }

  #startThread(): Thread {
    const workerData = {
      data: this.#data,
      stop: this.#stop,
      kernels: compiledKernels(),
    } satisfies WorkerInit;
    const worker = new Worker(this.#program, { workerData });
    const thread: Thread = { worker, running: null, lastReportAt: performance.now() };
    worker.on("message", (report: FitReport) => this.#receive(thread, report));
    worker.on("error", (error) => this.#lose(thread, String(error)));
    worker.on("exit", () => this.#lose(thread, "its thread ended"));
    this.#threads.push(thread);
    return thread;
  }

  #receive(thread: Thread, report: FitReport): void {
    // A report about a task that was taken from the thread comes too late.
    if (report.id !== thread.running) return;
    thread.lastReportAt = performance.now();
    if (report.type !== "progress") thread.running = null;
    this.#publish(report);
  }

  #publish(report: FitReport): void {
    this.#reports.push(report);
    this.#wake?.();
  }

  #lose(thread: Thread, reason: string): void {
    const at = this.#threads.indexOf(thread);
    if (this.#isClosed || at < 0) return;
    this.#threads.splice(at, 1);
    this.#lost += 1;
    thread.worker.terminate();
    if (thread.running !== null) this.#publish({ type: "failed", id: thread.running, reason });
  }

  #loseHungThreads(): void {
    const now = performance.now();
    for (const thread of [...this.#threads]) {
      const isHung = thread.running !== null && now - thread.lastReportAt > HANG_TIMEOUT_MS;
      if (isHung) this.#lose(thread, "its thread hung");
    }
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
