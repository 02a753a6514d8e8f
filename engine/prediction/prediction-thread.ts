import { UserError } from "@understudy/shared/user-error.ts";
import type { Compiled } from "../math/kernels/module.ts";
import { TaskThread, type ThreadEnded } from "../threads/task-thread.ts";
import { merge, part, sharers } from "./merging.ts";
import {
  type PredictionAnswer,
  type PredictionRequest,
  PredictionUnavailable,
  UnusableEmulator,
} from "./prediction.ts";
import type { EmulatorRead, Predicted, Reply, Task } from "./protocol.ts";
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

/** The requests that the worker evaluates now. */
type Evaluation = {
  readonly pendingRequests: readonly PendingRequest[];
  readonly points: number;
};

/** So long a thread counts as crowded after a request had to wait behind another (ms). */
const CROWDED_MS = 1_000;
const FAILURE_MESSAGE = "The prediction failed. Please try again.";

/** One of the service's threads: emulators are read beside the evaluations, which come one after the other. */
export class PredictionThread {
  readonly #options: ThreadOptions;
  readonly #thread: TaskThread<Task>;
  readonly #loading = new Set<PromiseWithResolvers<EmulatorRead>>();
  readonly #waiting = new WaitingRequests();
  #current: Evaluation | null = null;
  #lastBusy = Number.NEGATIVE_INFINITY;
  #lastCrowded = Number.NEGATIVE_INFINITY;

  constructor(options: ThreadOptions) {
    this.#options = options;
    const thread = { program: options.program, workerData: options.kernels };
    this.#thread = new TaskThread<Task>(thread, (end) => this.#lose(end));
  }

  /** @throws (rejects) UserError, UnusableEmulator, PredictionUnavailable */
  load(key: string, path: string): Promise<EmulatorRead> {
    const answer = Promise.withResolvers<EmulatorRead>();
    this.#loading.add(answer);
    this.#lastBusy = performance.now();
    this.#send({ kind: "load", key, path }, (reply) => {
      this.#lastBusy = performance.now();
      this.#loading.delete(answer);
      if (reply.kind === "loaded") answer.resolve(reply);
      if (reply.kind === "failed") answer.reject(createError(reply));
    });
    return answer.promise;
  }

  forget(key: string): void {
    this.#send({ kind: "forget", key }, () => {});
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

  close(): Promise<void> {
    return this.#thread.end();
  }

  /** Sends a task. If the thread ends before it replies, `#lose` rejects the requests. */
  #send(task: Task, onReply: (reply: Reply) => void): void {
    this.#thread.run<Reply>(task, { deadlineMs: this.#options.timeLimitMs }).then(onReply, () => {});
  }

  /** Requests whose work was begun are given the reason, because they may be the cause of it. */
  #lose({ reason: end }: ThreadEnded): void {
    const reason = end === "late" ? TIMEOUT_MESSAGE : FAILURE_MESSAGE;
    for (const { fail } of this.#current?.pendingRequests ?? []) fail(new PredictionUnavailable(reason));
    for (const { reject } of this.#loading) reject(new PredictionUnavailable(reason));
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
    const evaluation = { pendingRequests, points: merged.count };
    this.#current = evaluation;
    this.#send({ kind: "predict", ...merged }, (reply) => this.#finish(evaluation, reply));
  }

  #finish(evaluation: Evaluation, reply: Reply): void {
    this.#lastBusy = performance.now();
    this.#current = null;
    if (reply.kind === "failed") this.#fail(evaluation, reply);
    // Before anybody is answered: the thread need not wait while answers are written.
    this.#evaluateNext();
    if (reply.kind === "predicted") this.#succeed(evaluation, reply);
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

// Requests that wait for a prediction thread, and which of them are evaluated next.

/** A request on its way; settled once, by whoever comes first. */
interface PendingRequest {
  request: PredictionRequest;
  /** Evaluated with no other, because together they failed. */
  alone: boolean;
  /** When it began to wait (ms). */
  since: number;
  /** Its expected evaluation time (ms of work). */
  cost: number;
  isOver: () => boolean;
  succeed: (answer: PredictionAnswer) => void;
  fail: (error: Error) => void;
}

/** Requests of at most so many points are evaluated together with those of others for the same outputs. */
const SHARED_POINTS = 16;
/** A request waits for later ones that cost less, for as many times the difference in cost. */
const DELAY_PER_COST = 4;

class WaitingRequests {
  #waiting: PendingRequest[] = [];

  get length(): number {
    return this.#waiting.length;
  }

  has(key: string): boolean {
    return this.#waiting.some(({ request }) => request.key === key);
  }

  add(pendingRequest: PendingRequest): void {
    this.#waiting.push(pendingRequest);
  }

  /** Requests that failed together are tried again, each by itself, before all others. */
  retryAlone(pendingRequests: readonly PendingRequest[]): void {
    this.#waiting.unshift(...pendingRequests.map((request) => Object.assign(request, { alone: true })));
  }

  /** Takes the requests to be evaluated together now; none when nothing waits. Requests that are over are dropped. */
  takeNext(): PendingRequest[] {
    this.#waiting = this.#waiting.filter(({ isOver }) => !isOver());
    const first = this.#mostUrgent();
    if (first === undefined) return [];
    const taken = this.#together(first);
    this.#waiting = this.#waiting.filter((other) => !taken.includes(other));
    return taken;
  }

  takeAll(): PendingRequest[] {
    return this.#waiting.splice(0);
  }

  /** Few points come before many that have waited only little longer, but no request waits for ever. */
  #mostUrgent(): PendingRequest | undefined {
    const turn = ({ since, cost }: PendingRequest): number => since + DELAY_PER_COST * cost;
    return this.#waiting.reduce<PendingRequest | undefined>(
      (first, other) => (first === undefined || turn(other) < turn(first) ? other : first),
      undefined,
    );
  }

  /** The request, and those of few points that ask for the same of the same emulator. */
  #together(first: PendingRequest): PendingRequest[] {
    const isShared = ({ request, alone }: PendingRequest): boolean =>
      !alone && request.count <= SHARED_POINTS;
    if (!isShared(first)) return [first];
    const sharableRequests = this.#waiting.filter((other) => other !== first && isShared(other));
    const [, ...shared] = sharers([first, ...sharableRequests].map(({ request }) => request));
    return [first, ...shared.flatMap((at) => sharableRequests[at - 1] ?? [])];
  }
}
