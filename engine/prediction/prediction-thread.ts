import { Worker } from "node:worker_threads";
import { merge, part, sharers } from "./merging.ts";
import {
  type EmulatorDescription,
  type PredictionAnswer,
  type PredictionRequest,
  UnusableEmulator,
} from "./prediction.ts";
import type { Reply, Task } from "./protocol.ts";

/** A request on its way; settled once, by whoever comes first. */
export interface Asked {
  request: PredictionRequest;
  /** Evaluated with no other, because together they failed. */
  alone: boolean;
  /** When it began to wait (ms). */
  since: number;
  isOver: () => boolean;
  succeed: (answer: PredictionAnswer) => void;
  fail: (message: string) => void;
}

/** One of the service's threads: emulators are read beside the evaluations, which come one after the other. */
export interface PredictionThread {
  /** @throws (rejects) Error with a sentence for the user. */
  load(key: string, path: string): Promise<{ description: EmulatorDescription; memory: number }>;
  forget(key: string): void;
  /** Whether somebody waits for an answer of this emulator. */
  isAsked(key: string): boolean;
  ask(asked: Asked): void;
  /** Requests that wait or are being evaluated. */
  readonly length: number;
  /** When it last had something to do (ms). */
  readonly lastBusy: number;
  close(): Promise<unknown>;
}

export interface ThreadEvents {
  /** Milliseconds that points of an emulator took together. */
  evaluated: (key: string, points: number, milliseconds: number) => void;
  /** The thread died, with all it had in memory; what waited was told. */
  died: () => void;
}

/** More points are not urgent: whoever asked for fewer comes first. */
const PROMPT_POINTS = 16;
/** Milliseconds after which what is not urgent is, lest it never get its turn. */
const PATIENCE = 300;
const FAILED = "The prediction failed. Please try again.";

export function startPredictionThread({ evaluated, died }: ThreadEvents): PredictionThread {
  const worker = new Worker(new URL("./prediction-worker.ts", import.meta.url));
  const loading = new Map<
    number,
    PromiseWithResolvers<{ description: EmulatorDescription; memory: number }>
  >();
  let waiting: Asked[] = [];
  /** What the worker evaluates, and the id its reply will carry. */
  let current: { id: number; asked: Asked[]; points: number } | null = null;
  let nextId = 1;
  let lastBusy = Number.NEGATIVE_INFINITY;

  worker.on("message", receive);
  worker.on("error", () => {
    for (const { fail } of [...(current?.asked ?? []), ...waiting]) fail(FAILED);
    for (const { reject } of loading.values()) reject(new Error(FAILED));
    current = null;
    waiting = [];
    died();
  });

  const send = (task: Task) => worker.postMessage(task);
  const isPrompt = ({ request }: Asked) => request.count <= PROMPT_POINTS;

  /** The first that is urgent, or whose patience has run out; else the first of all. */
  function mostUrgent(): Asked | undefined {
    const now = performance.now();
    return waiting.find((asked) => isPrompt(asked) || now - asked.since > PATIENCE) ?? waiting[0];
  }

  /** What is evaluated together with the one: requests of few points that ask the same of the same emulator. */
  function together(first: Asked): [Asked, ...Asked[]] {
    if (first.alone || !isPrompt(first)) return [first];
    const others = waiting.filter((other) => other !== first && !other.alone && isPrompt(other));
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
    lastBusy = performance.now();
    if (reply.kind === "loaded") loading.get(reply.id)?.resolve(reply);
    if (reply.kind === "failed") {
      const { message, isFile } = reply;
      loading.get(reply.id)?.reject(isFile ? new UnusableEmulator(message) : new Error(message));
    }
    loading.delete(reply.id);
    if (current === null || current.id !== reply.id) return;
    const { asked, points } = current;
    current = null;
    if (reply.kind === "failed") {
      const [only, ...others] = asked;
      // One bad point must not fail those that were evaluated with it: each has its own try.
      if (others.length > 0) waiting.unshift(...asked.map((one) => Object.assign(one, { alone: true })));
      else only?.fail(reply.message);
    }
    if (reply.kind === "predicted") {
      let from = 0;
      for (const { request, succeed } of asked) {
        succeed(part(reply, from, request.count, points));
        from += request.count;
      }
      evaluated(asked[0]?.request.key ?? "", points, reply.milliseconds);
    }
    dispatch();
  }

  return {
    load: (key, path) => {
      const id = nextId++;
      const answer = Promise.withResolvers<{ description: EmulatorDescription; memory: number }>();
      loading.set(id, answer);
      lastBusy = performance.now();
      send({ kind: "load", id, key, path });
      return answer.promise;
    },
    forget: (key) => send({ kind: "forget", key }),
    isAsked: (key) => waiting.some(({ request }) => request.key === key),
    ask: (asked) => {
      waiting.push(asked);
      dispatch();
    },
    get length() {
      return waiting.length + (current === null ? 0 : 1) + loading.size;
    },
    get lastBusy() {
      return lastBusy;
    },
    close: () => worker.terminate(),
  };
}
