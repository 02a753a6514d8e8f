import { NoGpu } from "../../../math/gpu/gpu.ts";
import { MAX_NETWORKS } from "../../../math/gpu/shaders.ts";
import type { TrainingData } from "../../../models/fit-task.ts";
import { adamStepCost } from "../../../models/network/adam-fit.ts";
import { driverEnvironment, ownEnvironment } from "../../../processes/environment.ts";
import { TaskThread, ThreadEnded } from "../../../threads/task-thread.ts";
import type { GpuUse } from "../../prepare/messages.ts";
import type { FitterState } from "../create-fitter.ts";
import type { Executor, FitRequest } from "../executor.ts";
import type { FitReport } from "../fit-report.ts";
import { FitThreads } from "../fit-threads.ts";
import { ReportQueue } from "../report-queue.ts";
import type { GpuAnswer, GpuProgress, GpuTask } from "./messages.ts";

const PROCESS_PROGRAM = new URL("./gpu-process.ts", import.meta.url);
/** A process without a report for so long hangs (ms). It reports itself when its GPU does not answer, which takes a minute. */
const MAX_SILENCE_MS = 75_000;
/**
 * A driver that does not open the GPU within this time (ms) hangs. A fit waits for so long in the place of one on a thread; with much less, drivers
 * that load their firmware first would be given up.
 */
const MAX_OPENING_MS = 20_000;
/** Data of more bytes are not sent to the process: it needs them once more, and they are in the memory of both while they are sent. */
const MAX_DATA_BYTES = 2 ** 30;
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

/** The process that fits on the GPU. */
interface GpuHost {
  program: URL;
  environment: Record<string, string>;
  /** See `MAX_SILENCE_MS`. */
  maxSilenceMs: number;
  /** See `MAX_OPENING_MS`. */
  maxOpeningMs: number;
}

/**
 * Runs fits on threads, as FitThreads does, and those on the GPU for which it is faster, which a process of its own uses. A fit that
 * the GPU declines, or that its process loses, runs on a thread instead, from its last state. A process that has ended, or hangs,
 * is not started again.
 */
export class DeviceFits implements Executor {
  readonly #data: TrainingData;
  readonly #workers: number;
  readonly #gpu: GpuUse;
  readonly #reports = new ReportQueue();
  readonly #processor: FitThreads;
  readonly #onProcessor = new Set<number>();
  readonly #waiting: FitRequest[] = [];
  readonly #onGpu = new Map<number, GpuFit>();
  readonly #messages = new Set<string>();
  readonly #host: GpuHost;
  #process: TaskThread<GpuTask> | null = null;
  #opening: Promise<TaskThread<GpuTask>> | null = null;
  #isStopped = false;
  #isUsable = true;

  constructor(data: TrainingData, workers: number, gpu: GpuUse, host: Partial<GpuHost> = {}) {
    this.#data = data;
    this.#workers = workers;
    this.#gpu = gpu;
    this.#host = {
      program: PROCESS_PROGRAM,
      environment: { ...ownEnvironment(), ...driverEnvironment() },
      maxSilenceMs: MAX_SILENCE_MS,
      maxOpeningMs: MAX_OPENING_MS,
      ...host,
    };
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
    this.#isStopped = true;
    this.#send({ kind: "stop" });
    this.#waiting.length = 0;
    const [reports] = await Promise.all([
      this.#processor.drain(timeout),
      this.#reports.waitUntil(() => this.#onGpu.size === 0, timeout),
    ]);
    return [...reports, ...this.#reports.takeAll()];
  }

  async close(): Promise<void> {
    this.#isStopped = true;
    await Promise.all([this.#processor.close(), this.#process?.end()]);
  }

  #countAccepted(): number {
    return Array.from(this.#onGpu.values()).filter(({ isAccepted }) => isAccepted).length;
  }

  #isForGpu({ task, state }: FitRequest): boolean {
    if (!this.#isUsable || task.family !== "network" || task.method !== "mini-batch") return false;
    if (this.#onGpu.size >= MAX_NETWORKS) return false;
    const done = state?.method === "mini-batch" ? state.fit.step : 0;
    const processorMs = ((task.steps - done) * adamStepCost(task.shape)) / MULTIPLICATIONS_PER_MS;
    if (this.#gpu.isForced !== true && processorMs < MIN_PROCESSOR_MS) return false;
    this.#isUsable = countBytes(this.#data) <= MAX_DATA_BYTES;
    if (!this.#isUsable) this.#say("The data are too large for the GPU. Networks train on the processor.");
    return this.#isUsable;
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
    const { maxSilenceMs } = this.#host;
    this.#opening ??= this.#open();
    this.#opening
      .then((process) =>
        process.run<GpuAnswer, GpuProgress>(
          { kind: "fit", request },
          { deadlineMs: maxSilenceMs, onProgress },
        ),
      )
      .then((answer) => {
        if (answer.type === "declined") this.#continueOnProcessor(fit, answer);
        else {
          this.#onGpu.delete(request.id);
          this.#reports.publish(answer);
        }
      })
      .catch((error: unknown) => {
        const reason = describeLoss(error, maxSilenceMs);
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
    if (this.#isStopped) return;
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

  /** Starts the process. It gets the data once it has a GPU: many machines have none. @throws NoGpu, ThreadEnded */
  async #open(): Promise<TaskThread<GpuTask>> {
    const { maxOpeningMs } = this.#host;
    const process = new TaskThread<GpuTask>(this.#host);
    this.#process = process;
    const order = { kind: "open", isForced: this.#gpu.isForced ?? false } as const;
    const refusal = await process
      .run<string | null>(order, { deadlineMs: maxOpeningMs })
      .catch((error: unknown) => {
        if (!(error instanceof ThreadEnded && error.reason === "late")) throw error;
        return `The driver of the GPU has not answered for ${maxOpeningMs / 1000} s.`;
      });
    if (refusal !== null) {
      void process.end();
      throw new NoGpu(refusal);
    }
    this.#send({ kind: "begin", data: this.#data });
    return process;
  }

  /** Sends an order without an answer. The end of the process is handled with its fits. */
  #send(order: GpuTask): void {
    this.#process?.run<null>(order, { deadlineMs: this.#host.maxSilenceMs }).catch(() => undefined);
  }
}

const countBytes = ({ inputs, targets }: TrainingData): number =>
  targets.reduce((sum, target) => sum + target.byteLength, inputs.values.byteLength);

/** Describes in a sentence why a fit has no answer. */
function describeLoss(error: unknown, maxSilenceMs: number): string {
  if (error instanceof NoGpu) return error.message;
  const lost = "The GPU is not used any more:";
  if (!(error instanceof ThreadEnded)) return `${lost} ${String(error)}.`;
  if (error.reason === "late") return `${lost} its driver has not answered for ${maxSilenceMs / 1000} s.`;
  const { cause } = error;
  return `${lost} the process that used it has ended (${cause instanceof Error ? cause.message : error.reason}).`;
}
