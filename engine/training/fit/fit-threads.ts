import { UserError } from "@understudy/shared/user-error.ts";
import { compiledKernels } from "../../math/kernels/module.ts";
import type { TrainingData } from "../../models/fit-task.ts";
import { TaskThread, ThreadEnded } from "../../threads/task-thread.ts";
import type { Executor, FitRequest } from "./executor.ts";
import type { FitReport } from "./fit-report.ts";
import { ReportQueue } from "./report-queue.ts";
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
  readonly #reports: ReportQueue;
  readonly #threads: FitThread[] = [];
  #lost = 0;
  #isClosed = false;

  /** @param reports where the reports go; another executor may put its own there */
  constructor(data: TrainingData, workers: number, program = THREAD_PROGRAM, reports = new ReportQueue()) {
    this.#data = data;
    this.#reports = reports;
    this.concurrency = workers;
    this.#program = program;
  }

  /** @throws UserError when threads failed one after the other. */
  start(request: FitRequest): void {
    if (this.#lost > MAX_LOST_THREADS)
      throw new UserError("The training was ended because its threads failed one after the other.");
    const fitThread = this.#threads.find(({ running }) => running === null) ?? this.#startThread();
    fitThread.running = request.id;
    const onProgress = (report: FitReport): void => this.#reports.publish(report);
    const finish = (report: FitReport): void => {
      fitThread.running = null;
      this.#reports.publish(report);
    };
    const limits = { deadlineMs: HANG_TIMEOUT_MS, onProgress };
    fitThread.thread.run<FitReport, FitReport>(request, limits).then(finish, (error: unknown) => {
      // Where the thread ends first, `#lose` publishes that the fit failed.
      if (!(error instanceof ThreadEnded)) finish({ type: "failed", id: request.id, reason: String(error) });
    });
  }

  next(timeout: number): Promise<FitReport | null> {
    return this.#reports.next(timeout);
  }

  async drain(timeout: number): Promise<FitReport[]> {
    Atomics.store(this.#stop, 0, 1);
    const isIdle = (): boolean => this.#threads.every(({ running }) => running === null);
    await this.#reports.waitUntil(isIdle, timeout);
    return this.#reports.takeAll();
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

  #lose(fitThread: FitThread, { reason, cause }: ThreadEnded): void {
    const at = this.#threads.indexOf(fitThread);
    if (this.#isClosed || at < 0) return;
    this.#threads.splice(at, 1);
    this.#lost += 1;
    if (fitThread.running === null) return;
    const description = reason === "late" ? "its thread hung" : String(cause ?? "its thread ended");
    this.#reports.publish({ type: "failed", id: fitThread.running, reason: description });
  }
}
