import { Worker } from "node:worker_threads";
import { UserError } from "@understudy/shared/user-error.ts";
import type { Compiled } from "../math/kernels/module.ts";
import { merge, part } from "./merging.ts";
import { PredictionUnavailable, UnusableEmulator } from "./prediction.ts";
import type { EmulatorRead, Predicted, Reply, Task } from "./protocol.ts";
import { type PendingRequest, WaitingRequests } from "./waiting-requests.ts";
import { TIMEOUT_MESSAGE } from "./while-advancing.ts";

export interface ThreadOptions {
  /** The module that the thread runs. */
  program: URL;
  /** As another thread compiled them; null where it must do so itself. */
  kernels: Compiled | null;
  /** Milliseconds that one evaluation, or the reading of one emulator, may take; a thread that takes longer hangs, and is ended. */
  timeLimitMs: number;
  /** Milliseconds of work that points of an emulator took together. */
  evaluated: (key: string, points: number, milliseconds: number) => void;
  /** The thread has ended, with everything in its memory; whatever waited has been rejected. */
  lost: () => void;
}

/** The thread was lost before the evaluation began: another thread can do it. */
export class ThreadLost extends PredictionUnavailable {
  override readonly name = "ThreadLost";
}

/** The requests that the worker evaluates now, and the id that its reply will carry. */
type Evaluation = {
  readonly id: number;
  readonly pendingRequests: readonly PendingRequest[];
  readonly points: number;
};

/** So long a thread counts as crowded after a request had to wait behind another (ms). */
const CROWDED_MS = 1_000;
const FAILURE_MESSAGE = "The prediction failed. Please try again.";

/** One of the service's threads: emulators are read beside the evaluations, which come one after the other. */
export class PredictionThread {
  readonly #options: ThreadOptions;
  readonly #worker: Worker;
  readonly #watch: HangWatch;
  readonly #loading = new Map<number, PromiseWithResolvers<EmulatorRead>>();
  readonly #waiting = new WaitingRequests();
  #current: Evaluation | null = null;
  #nextId = 1;
  #lastBusy = Number.NEGATIVE_INFINITY;
  #lastCrowded = Number.NEGATIVE_INFINITY;
  #isLost = false;

  constructor(options: ThreadOptions) {
    this.#options = options;
    this.#watch = new HangWatch(options.timeLimitMs, () => this.#hang());
    this.#worker = new Worker(options.program, { workerData: options.kernels });
    this.#worker.on("message", (reply: Reply) => this.#receive(reply));
    this.#worker.on("error", () => this.#lose(FAILURE_MESSAGE));
    this.#worker.on("exit", () => this.#lose(FAILURE_MESSAGE));
  }

  /** @throws (rejects) UserError, UnusableEmulator, PredictionUnavailable */
  load(key: string, path: string): Promise<EmulatorRead> {
    const id = this.#nextId++;
    const answer = Promise.withResolvers<EmulatorRead>();
    this.#loading.set(id, answer);
    this.#lastBusy = performance.now();
    this.#send({ kind: "load", id, key, path });
    return answer.promise;
  }

  forget(key: string): void {
    this.#worker.postMessage({ kind: "forget", key } satisfies Task);
  }

  /** True when a request for this emulator waits. */
  hasPendingRequest(key: string): boolean {
    return this.#waiting.has(key);
  }

  ask(pendingRequest: PendingRequest): void {
    this.#lastBusy = performance.now();
    if (this.#current !== null || this.#waiting.length > 0) this.#lastCrowded = this.#lastBusy;
    this.#waiting.add(pendingRequest);
    this.#evaluateNext();
  }

  /** Requests that wait or are being evaluated, and emulators that are being read. */
  get length(): number {
    return this.#waiting.length + (this.#current === null ? 0 : 1) + this.#loading.size;
  }

  /** When it last had something to do (ms). */
  get lastBusy(): number {
    return this.#lastBusy;
  }

  /** True when several requests came at the same time just now, so that they may do so again. */
  get isCrowded(): boolean {
    return performance.now() - this.#lastCrowded < CROWDED_MS;
  }

  close(): Promise<unknown> {
    return this.#worker.terminate();
  }

  #send(task: Exclude<Task, { kind: "forget" }>): void {
    this.#worker.postMessage(task);
    this.#watch.begin(task.id);
  }

  #hang(): void {
    this.#lose(TIMEOUT_MESSAGE);
    void this.#worker.terminate();
  }

  /** Requests whose work was begun are given the reason, because they may be the cause of it. */
  #lose(reason: string): void {
    if (this.#isLost) return;
    this.#isLost = true;
    this.#watch.close();
    for (const { fail } of this.#current?.pendingRequests ?? []) fail(new PredictionUnavailable(reason));
    for (const { reject } of this.#loading.values()) reject(new PredictionUnavailable(reason));
    for (const { fail } of this.#waiting.takeAll()) fail(new ThreadLost(reason));
    this.#current = null;
    this.#options.lost();
  }

  #evaluateNext(): void {
    if (this.#current !== null) return;
    const pendingRequests = this.#waiting.takeNext();
    const [head, ...tail] = pendingRequests.map(({ request }) => request);
    if (head === undefined) return;
    const merged = merge([head, ...tail]);
    const id = this.#nextId++;
    this.#current = { id, pendingRequests, points: merged.count };
    this.#send({ kind: "predict", id, ...merged });
  }

  #receive(reply: Reply): void {
    if (this.#isLost) return;
    this.#lastBusy = performance.now();
    if (reply.kind === "ready") {
      this.#watch.started();
      return;
    }
    this.#watch.end(reply.id);
    if (reply.kind === "loaded") this.#loading.get(reply.id)?.resolve(reply);
    if (reply.kind === "failed") this.#loading.get(reply.id)?.reject(createError(reply));
    this.#loading.delete(reply.id);
    const current = this.#current;
    if (current === null || current.id !== reply.id) return;
    this.#current = null;
    if (reply.kind === "failed") this.#fail(current, reply);
    // Before anybody is answered: the thread need not wait while answers are written.
    this.#evaluateNext();
    if (reply.kind === "predicted") this.#succeed(current, reply);
  }

  /** One bad point must not fail the requests that were evaluated with it: each has its own try. */
  #fail({ pendingRequests }: Evaluation, reply: FailedReply): void {
    const [only, ...furtherRequests] = pendingRequests;
    if (furtherRequests.length > 0) this.#waiting.retryAlone(pendingRequests);
    else only?.fail(createError(reply));
  }

  #succeed({ pendingRequests, points }: Evaluation, reply: Predicted & { milliseconds: number }): void {
    this.#options.evaluated(pendingRequests[0]?.request.key ?? "", points, reply.milliseconds);
    let from = 0;
    for (const { request, succeed } of pendingRequests) {
      succeed(part(reply, from, request.count, points));
      from += request.count;
    }
  }
}

type FailedReply = Extract<Reply, { kind: "failed" }>;

function createError({ message, details, isFile }: FailedReply): Error {
  return new (isFile ? UnusableEmulator : UserError)(message, { cause: details });
}

/** Watches over the tasks of a thread: one that takes longer than its time limit hangs. */

/** A thread may take so long to start (ms): its program is read and compiled beside whatever else the machine does. */
const START_LIMIT_MS = 60_000;

class HangWatch {
  readonly #timeLimitMs: number;
  readonly #onHang: () => void;
  readonly #tasks = new Map<number, NodeJS.Timeout>();
  readonly #start: NodeJS.Timeout;
  #isStarted = false;

  /** @param timeLimitMs of one task. @param onHang called when the start or a task takes too long */
  constructor(timeLimitMs: number, onHang: () => void) {
    this.#timeLimitMs = timeLimitMs;
    this.#onHang = onHang;
    this.#start = setTimeout(onHang, START_LIMIT_MS).unref();
  }

  /** The thread runs: the time of tasks that were sent before counts from now. */
  started(): void {
    this.#isStarted = true;
    clearTimeout(this.#start);
    for (const timer of this.#tasks.values()) timer.refresh();
  }

  begin(id: number): void {
    // Its reply may lie unread in this process, if it was this process that had no time.
    const late = () => setImmediate(() => this.#isStarted && this.#tasks.has(id) && this.#onHang());
    this.#tasks.set(id, setTimeout(late, this.#timeLimitMs).unref());
  }

  end(id: number): void {
    clearTimeout(this.#tasks.get(id));
    this.#tasks.delete(id);
  }

  close(): void {
    for (const timer of [this.#start, ...this.#tasks.values()]) clearTimeout(timer);
    this.#tasks.clear();
  }
}
