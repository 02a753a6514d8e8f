import { Worker } from "node:worker_threads";
import { UserError } from "@understudy/shared/user-error.ts";
import type { Compiled } from "../math/kernels/module.ts";
import { merge, part, sharers } from "./merging.ts";
import {
  type PredictionAnswer,
  type PredictionRequest,
  PredictionUnavailable,
  UnusableEmulator,
} from "./prediction.ts";
import type { EmulatorRead, Reply, Task } from "./protocol.ts";
import { LATE } from "./while-advancing.ts";

/** A request on its way; settled once, by whoever comes first. */
export interface Asked {
  request: PredictionRequest;
  /** Evaluated with no other, because together they failed. */
  alone: boolean;
  /** When it began to wait (ms). */
  since: number;
  /** What its evaluation is thought to take (ms of work). */
  cost: number;
  isOver: () => boolean;
  succeed: (answer: PredictionAnswer) => void;
  fail: (error: Error) => void;
}

/** One of the service's threads: emulators are read beside the evaluations, which come one after the other. */
export interface PredictionThread {
  /** @throws (rejects) Error with a sentence for the user. */
  load(key: string, path: string): Promise<EmulatorRead>;
  forget(key: string): void;
  /** Whether somebody waits for an answer of this emulator. */
  isAsked(key: string): boolean;
  ask(asked: Asked): void;
  /** Requests that wait or are being evaluated, and emulators that are being read. */
  readonly length: number;
  /** When it last had something to do (ms). */
  readonly lastBusy: number;
  /** Whether several have asked at the same time just now, and may do so again. */
  readonly isCrowded: boolean;
  close(): Promise<unknown>;
}

export interface ThreadOptions {
  /** What it runs. */
  program: URL;
  /** As another thread compiled them; null where it must do so itself. */
  kernels: Compiled | null;
  /** Milliseconds that one evaluation, or the reading of one emulator, may take: whoever takes longer hangs, and is ended. */
  timeLimitMs: number;
  /** Milliseconds of work that points of an emulator took together. */
  evaluated: (key: string, points: number, milliseconds: number) => void;
  /** The thread is no more, with all it had in memory; what waited was told. */
  lost: () => void;
}

/** What was waited for had not been begun when the thread was lost: another one may well answer it. */
export class ThreadLost extends PredictionUnavailable {
  override readonly name = "ThreadLost";
}

/** Fewer points are evaluated together with those of others who ask the same. */
const SHARED_POINTS = 16;
/** A request waits for those that come later, and cost less, for as many times what it costs more. */
const COURTESY = 4;
/** For so long a thread counts as crowded after somebody had to wait behind somebody else (ms). */
const CROWDED_MS = 1_000;
/** For which a thread may get ready (ms): its program is read and compiled beside whatever else the machine does. */
const READY_MS = 60_000;
const FAILED = "The prediction failed. Please try again.";

export function startPredictionThread(options: ThreadOptions): PredictionThread {
  const worker = new Worker(options.program, { workerData: options.kernels });
  const loading = new Map<number, PromiseWithResolvers<EmulatorRead>>();
  let waiting: Asked[] = [];
  /** What the worker evaluates, and the id its reply will carry. */
  let current: { id: number; asked: Asked[]; points: number } | null = null;
  /** Of what the worker was told to do, by its id. */
  const watches = new Map<number, NodeJS.Timeout>();
  let isReady = false;
  const readyWatch = setTimeout(hang, READY_MS).unref();
  let nextId = 1;
  let lastBusy = Number.NEGATIVE_INFINITY;
  let lastCrowded = Number.NEGATIVE_INFINITY;
  let isLost = false;

  worker.on("message", receive);
  worker.on("error", () => lose(FAILED));
  worker.on("exit", () => lose(FAILED));

  function send(task: Task): void {
    worker.postMessage(task);
    if (task.kind === "forget") return;
    const { id } = task;
    // Its reply may lie here unread, where it was this process that had no time.
    const late = () => setImmediate(() => isReady && watches.has(id) && hang());
    watches.set(id, setTimeout(late, options.timeLimitMs).unref());
  }

  function hang(): void {
    lose(LATE);
    void worker.terminate();
  }

  /** Those whose work was begun are told the reason: they may be the cause of it. */
  function lose(reason: string): void {
    if (isLost) return;
    isLost = true;
    for (const watch of [readyWatch, ...watches.values()]) clearTimeout(watch);
    watches.clear();
    for (const { fail } of current?.asked ?? []) fail(new PredictionUnavailable(reason));
    for (const { reject } of loading.values()) reject(new PredictionUnavailable(reason));
    for (const { fail } of waiting) fail(new ThreadLost(reason));
    current = null;
    waiting = [];
    options.lost();
  }

  /** Few points come before many that have waited only little longer, but nobody waits for ever. */
  function mostUrgent(): Asked | undefined {
    const turn = ({ since, cost }: Asked): number => since + COURTESY * cost;
    return waiting.reduce<Asked | undefined>(
      (first, other) => (first === undefined || turn(other) < turn(first) ? other : first),
      undefined,
    );
  }

  /** What is evaluated together with the one: requests of few points that ask the same of the same emulator. */
  function together(first: Asked): [Asked, ...Asked[]] {
    const isShared = ({ request, alone }: Asked): boolean => !alone && request.count <= SHARED_POINTS;
    if (!isShared(first)) return [first];
    const others = waiting.filter((other) => other !== first && isShared(other));
    const [, ...shared] = sharers([first, ...others].map(({ request }) => request));
    return [first, ...shared.flatMap((at) => others[at - 1] ?? [])];
  }

  function dispatch(): void {
    if (current !== null) return;
    waiting = waiting.filter(({ isOver }) => !isOver());
    const first = mostUrgent();
    if (first === undefined) return;
    const asked = together(first);
    waiting = waiting.filter((other) => !asked.includes(other));
    const [head, ...tail] = asked.map(({ request }) => request);
    const merged = merge([head ?? first.request, ...tail]);
    current = { id: nextId++, asked, points: merged.count };
    send({ kind: "predict", id: current.id, ...merged });
  }

  function receive(reply: Reply): void {
    if (isLost) return;
    lastBusy = performance.now();
    if (reply.kind === "ready") {
      isReady = true;
      clearTimeout(readyWatch);
      for (const watch of watches.values()) watch.refresh();
      return;
    }
    clearTimeout(watches.get(reply.id));
    watches.delete(reply.id);
    if (reply.kind === "loaded") loading.get(reply.id)?.resolve(reply);
    if (reply.kind === "failed") {
      loading.get(reply.id)?.reject(failureOf(reply));
    }
    loading.delete(reply.id);
    if (current === null || current.id !== reply.id) return;
    const { asked, points } = current;
    current = null;
    if (reply.kind === "failed") {
      const [only, ...others] = asked;
      // One bad point must not fail those that were evaluated with it: each has its own try.
      if (others.length > 0) waiting.unshift(...asked.map((one) => Object.assign(one, { alone: true })));
      else only?.fail(failureOf(reply));
    }
    // Before anybody is answered: the thread need not wait while answers are written.
    dispatch();
    if (reply.kind !== "predicted") return;
    options.evaluated(asked[0]?.request.key ?? "", points, reply.milliseconds);
    let from = 0;
    for (const { request, succeed } of asked) {
      succeed(part(reply, from, request.count, points));
      from += request.count;
    }
  }

  return {
    load: (key, path) => {
      const id = nextId++;
      const answer = Promise.withResolvers<EmulatorRead>();
      loading.set(id, answer);
      lastBusy = performance.now();
      send({ kind: "load", id, key, path });
      return answer.promise;
    },
    forget: (key) => send({ kind: "forget", key }),
    isAsked: (key) => waiting.some(({ request }) => request.key === key),
    ask: (asked) => {
      lastBusy = performance.now();
      if (current !== null || waiting.length > 0) lastCrowded = lastBusy;
      waiting.push(asked);
      dispatch();
    },
    get length() {
      return waiting.length + (current === null ? 0 : 1) + loading.size;
    },
    get lastBusy() {
      return lastBusy;
    },
    get isCrowded() {
      return performance.now() - lastCrowded < CROWDED_MS;
    },
    close: () => worker.terminate(),
  };
}

function failureOf({ message, details, isFile }: Extract<Reply, { kind: "failed" }>): Error {
  return new (isFile ? UnusableEmulator : UserError)(message, { cause: details });
}
