import { UserError } from "@understudy/shared/user-error.ts";
import type { OutputSensitivity, SensitivityOptions } from "../sensitivity/sensitivity.ts";
import { ThreadEnded } from "../threads/task-thread.ts";
import { NoFreeThread, ThreadPool } from "../threads/thread-pool.ts";
import type { EmulatorFile } from "./prediction.ts";
import type { SensitivityReply, SensitivityTask } from "./sensitivity-protocol.ts";

export interface SensitivityServiceOptions {
  /** Milliseconds that one analysis may take once it has begun. */
  timeLimitMs: number;
  /** Milliseconds after which an analysis is cancelled that nobody has asked for again. */
  idleMs: number;
  options: SensitivityOptions;
}

interface Analysis {
  readonly key: string;
  readonly answer: PromiseWithResolvers<OutputSensitivity>;
  isSettled: boolean;
  /** Its end, when nobody asks for it any more. */
  readonly cancel: AbortController;
  readonly idleTimer: NodeJS.Timeout;
}

/** Analyses in memory, of which the least recently used are removed: the largest take about 0.3 MB. */
const MAX_ANALYSES = 200;
/** A request is answered by the last failure for this long; then the analysis is tried again. */
const FAILURE_MS = 10_000;

/** An analysis waits for those before it at most so long: twenty of half a minute each. */
const MAX_WAIT_MS = 600_000;

const THREAD_PROGRAM = new URL("./sensitivity-worker.ts", import.meta.url);

const MESSAGES_BY_END: Readonly<Record<ThreadEnded["reason"], string>> = {
  late: "Computing the sensitivities took too long. Please try again.",
  memory: "Computing the sensitivities failed. Please try again.",
  failed: "Computing the sensitivities failed. Please try again.",
  closed: "The server is shutting down.",
};

function readReason(error: unknown): ThreadEnded["reason"] {
  if (error instanceof NoFreeThread) return "late";
  return error instanceof ThreadEnded ? error.reason : "failed";
}

/**
 * One analysis at a time, each in a thread of its own that ends with it: predictions have other threads, and never wait for an
 * analysis. The file of one key never changes, so its results stay valid.
 */
export class SensitivityService {
  readonly #options: SensitivityServiceOptions;
  /** By key, the least recently used first. */
  readonly #analyses = new Map<string, Analysis>();
  readonly #pool = new ThreadPool<SensitivityTask>({
    program: THREAD_PROGRAM,
    threads: 1,
    idleMs: 0,
    maxWaitMs: MAX_WAIT_MS,
  });
  #isClosed = false;

  constructor(options: SensitivityServiceOptions) {
    this.#options = options;
  }

  /**
   * The sensitivities of an output. The first request begins the analysis, further ones share it; it is cancelled when there
   * was none for some time, so callers need not wait for the answer.
   * @throws (rejects) UserError: unreadable emulator, no such output, time limit, cancelled.
   */
  async analyze(file: EmulatorFile, output: string): Promise<OutputSensitivity> {
    if (this.#isClosed) throw new UserError(MESSAGES_BY_END.closed);
    const key = JSON.stringify([file.key, output]);
    const analysis = this.#analyses.get(key) ?? this.#begin(key, file, output);
    this.#markUsed(analysis);
    if (!analysis.isSettled) analysis.idleTimer.refresh();
    return await analysis.answer.promise;
  }

  /** Ends what is running; what is waiting is rejected. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const analysis of this.#analyses.values()) this.#fail(analysis, MESSAGES_BY_END.closed);
    await this.#pool.close();
  }

  #begin(key: string, { path }: EmulatorFile, output: string): Analysis {
    const answer = Promise.withResolvers<OutputSensitivity>();
    // The callers may have left; an unhandled rejection would end the process.
    answer.promise.catch(() => {});
    const analysis: Analysis = {
      key,
      answer,
      isSettled: false,
      cancel: new AbortController(),
      idleTimer: setTimeout(() => this.#cancel(analysis), this.#options.idleMs).unref(),
    };
    void this.#perform(analysis, { path, output, options: this.#options.options });
    return analysis;
  }

  async #perform(analysis: Analysis, task: SensitivityTask): Promise<void> {
    const limits = { deadlineMs: this.#options.timeLimitMs, signal: analysis.cancel.signal };
    try {
      const reply = await this.#pool.run<SensitivityReply>(task, limits);
      if (reply.kind === "found") this.#succeed(analysis, reply.sensitivity);
      else this.#fail(analysis, reply.message);
    } catch (error) {
      this.#fail(analysis, MESSAGES_BY_END[readReason(error)]);
    }
  }

  #succeed(analysis: Analysis, sensitivity: OutputSensitivity): void {
    if (analysis.isSettled) return;
    this.#settle(analysis);
    analysis.answer.resolve(sensitivity);
  }

  #fail(analysis: Analysis, message: string): void {
    if (analysis.isSettled) return;
    this.#settle(analysis);
    analysis.answer.reject(new UserError(message));
    setTimeout(() => this.#remove(analysis), FAILURE_MS).unref();
  }

  /** Removed at once: later requests begin a new analysis. */
  #cancel(analysis: Analysis): void {
    this.#fail(analysis, "Nobody was waiting for the sensitivities any more.");
    analysis.cancel.abort();
    this.#remove(analysis);
  }

  #settle(analysis: Analysis): void {
    analysis.isSettled = true;
    clearTimeout(analysis.idleTimer);
  }

  #remove(analysis: Analysis): void {
    if (this.#analyses.get(analysis.key) === analysis) this.#analyses.delete(analysis.key);
  }

  #markUsed(analysis: Analysis): void {
    this.#analyses.delete(analysis.key);
    this.#analyses.set(analysis.key, analysis);
    for (const [key, { isSettled }] of this.#analyses) {
      if (this.#analyses.size <= MAX_ANALYSES) break;
      if (isSettled) this.#analyses.delete(key);
    }
  }
}
