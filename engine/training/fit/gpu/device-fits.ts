import { setTimeout as sleep } from "node:timers/promises";
import { MAX_NETWORKS } from "../../../math/gpu/shaders.ts";
import { compiledKernels } from "../../../math/kernels/module.ts";
import type { TrainingData } from "../../../models/fit-task.ts";
import { adamStepCost } from "../../../models/network/adam-fit.ts";
import { TaskThread } from "../../../threads/task-thread.ts";
import type { GpuUse } from "../../prepare/messages.ts";
import type { FitterState } from "../create-fitter.ts";
import type { Executor, FitRequest } from "../executor.ts";
import type { FitReport } from "../fit-report.ts";
import { FitThreads } from "../fit-threads.ts";
import { ReportQueue } from "../report-queue.ts";
import type { GpuAnswer, GpuInit, GpuProgress, GpuTask } from "./messages.ts";

const THREAD_PROGRAM = new URL("./gpu-thread.ts", import.meta.url);
/** A thread without a report for so long hangs (ms). */
const HANG_TIMEOUT_MS = 180_000;
/** The GPU is released within this time (ms), or its thread is ended. */
const CLOSE_TIMEOUT_MS = 5_000;
/** A core makes about so many multiplications in a millisecond. */
const MULTIPLICATIONS_PER_MS = 5e6;
/** A GPU is not tried for a fit that takes a core less than this (ms): kernels would take as long to compile. */
const MIN_PROCESSOR_MS = 2_000;

interface GpuFit {
  request: FitRequest;
  /** The last state that was reported. */
  state: FitterState | null;
  isAccepted: boolean;
}

/**
 * Runs fits on threads, as FitThreads does, and those on the GPU for which it is faster. A fit that the GPU declines, or loses, runs on a
 * thread instead, from its last state.
 */
export class DeviceFits implements Executor {
  readonly #data: TrainingData;
  readonly #workers: number;
  readonly #gpu: GpuUse;
  readonly #reports = new ReportQueue();
  readonly #processor: FitThreads;
  readonly #stop = new Int32Array(new SharedArrayBuffer(4));
  readonly #onProcessor = new Set<number>();
  readonly #waiting: FitRequest[] = [];
  readonly #onGpu = new Map<number, GpuFit>();
  readonly #messages = new Set<string>();
  #thread: TaskThread<GpuTask> | null = null;
  #isUsable = true;

  constructor(data: TrainingData, workers: number, gpu: GpuUse) {
    this.#data = data;
    this.#workers = workers;
    this.#gpu = gpu;
    this.#processor = new FitThreads(data, workers, undefined, this.#reports);
  }

  /** A fit that waits for the verdict of the GPU takes the place of one on a thread, where it may end up. */
  get concurrency(): number {
    return this.#workers + this.#countAccepted();
  }

  get isOnGpu(): boolean {
    return this.#countAccepted() > 0;
  }

  start(request: FitRequest): void {
    if (this.#isForGpu(request)) this.#startOnGpu(request);
    else this.#startOnProcessor(request);
  }

  async next(timeout: number): Promise<FitReport | null> {
    const report = await this.#reports.next(timeout);
    if (report !== null && report.type !== "progress" && this.#onProcessor.delete(report.id)) {
      const next = this.#waiting.shift();
      if (next !== undefined) this.#startOnProcessor(next);
    }
    return report;
  }

  async drain(timeout: number): Promise<FitReport[]> {
    Atomics.store(this.#stop, 0, 1);
    this.#waiting.length = 0;
    const [reports] = await Promise.all([
      this.#processor.drain(timeout),
      this.#reports.waitUntil(() => this.#onGpu.size === 0, timeout),
    ]);
    return [...reports, ...this.#reports.takeAll()];
  }

  async close(): Promise<void> {
    Atomics.store(this.#stop, 0, 1);
    await this.#processor.close();
    const thread = this.#thread;
    this.#thread = null;
    // A thread that has already ended has released the GPU.
    await thread?.run<null>("close", { deadlineMs: CLOSE_TIMEOUT_MS }).catch(() => undefined);
    // A thread within a driver that hangs does not end.
    await Promise.race([thread?.end(), sleep(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
  }

  #countAccepted(): number {
    return Array.from(this.#onGpu.values()).filter(({ isAccepted }) => isAccepted).length;
  }

  #isForGpu({ task, state }: FitRequest): boolean {
    if (!this.#isUsable || task.family !== "network" || task.method !== "mini-batch") return false;
    if (this.#onGpu.size >= MAX_NETWORKS) return false;
    const done = state?.method === "mini-batch" ? state.fit.step : 0;
    const processorMs = ((task.steps - done) * adamStepCost(task.shape)) / MULTIPLICATIONS_PER_MS;
    return this.#gpu.isForced === true || processorMs >= MIN_PROCESSOR_MS;
  }

  #startOnProcessor(request: FitRequest): void {
    if (this.#onProcessor.size >= this.#workers) {
      this.#waiting.push(request);
      return;
    }
    this.#onProcessor.add(request.id);
    this.#processor.start(request);
  }

  #startOnGpu(request: FitRequest): void {
    const fit: GpuFit = { request, state: request.state, isAccepted: false };
    this.#onGpu.set(request.id, fit);
    const onProgress = (progress: GpuProgress): void => {
      if (progress.type === "accepted") {
        fit.isAccepted = true;
        this.#say(progress.reason);
        return;
      }
      if (progress.type === "progress" && progress.state !== null) fit.state = progress.state;
      this.#reports.publish(progress);
    };
    this.#thread ??= this.#startThread();
    this.#thread
      .run<GpuAnswer, GpuProgress>(request, { deadlineMs: HANG_TIMEOUT_MS, onProgress })
      .then((answer) => {
        if (answer.type === "declined") this.#continueOnProcessor(fit, answer);
        else {
          this.#onGpu.delete(request.id);
          this.#reports.publish(answer);
        }
      })
      .catch((error: unknown) => {
        const reason = `The GPU is not used any more: ${error instanceof Error ? error.message : error}`;
        this.#continueOnProcessor(fit, { state: fit.state, reason, isFinal: true });
      });
  }

  #continueOnProcessor(
    { request }: GpuFit,
    { state, reason, isFinal }: { state: FitterState | null; reason: string; isFinal: boolean },
  ): void {
    if (isFinal) this.#isUsable = false;
    this.#onGpu.delete(request.id);
    const { id, task } = request;
    if (task.family === "network") {
      const fraction = state?.method === "mini-batch" ? state.fit.step / task.steps : 0;
      // Also without a state: `drain` waits for the report of a fit that leaves the GPU.
      this.#reports.publish({ type: "progress", id, fraction, state, result: null });
    }
    if (Atomics.load(this.#stop, 0) !== 0) return;
    this.#say(isFinal ? `${reason} Networks train on the processor.` : reason);
    try {
      this.#startOnProcessor({ ...request, state });
    } catch (error) {
      this.#reports.publish({ type: "failed", id, reason: String(error) });
    }
  }

  /** Says each sentence once. */
  #say(text: string): void {
    if (this.#messages.has(text)) return;
    this.#messages.add(text);
    this.#gpu.onMessage(text);
  }

  #startThread(): TaskThread<GpuTask> {
    const workerData = {
      data: this.#data,
      stop: this.#stop,
      kernels: compiledKernels(),
      isForced: this.#gpu.isForced ?? false,
    } satisfies GpuInit;
    return new TaskThread<GpuTask>({ program: THREAD_PROGRAM, workerData });
  }
}
