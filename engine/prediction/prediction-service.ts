import { Worker } from "node:worker_threads";
import { merge, part, sharers } from "./merging.ts";
import type {
  EmulatorDescription,
  EmulatorFile,
  PredictionAnswer,
  PredictionRequest,
  PredictionService,
  PredictionServiceOptions,
} from "./prediction.ts";
import type { Reply, Task } from "./protocol.ts";

type Work =
  | { kind: "predict"; request: PredictionRequest; settle: Settle<PredictionAnswer>; alone: boolean }
  | { kind: "describe"; request: EmulatorFile; settle: Settle<EmulatorDescription> };

type Prediction = Extract<Work, { kind: "predict" }>;

interface Settle<T> {
  resolve: (value: T) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
  settled: boolean;
}

interface Thread {
  worker: Worker;
  waiting: Work[];
  /** What the worker is at, and the id its reply will carry. */
  current: { id: number; work: Work[] } | null;
  /** Bytes of each emulator in its memory, the least recently used first. */
  loaded: Map<string, number>;
}

/**
 * Worker threads that keep emulators in memory and answer predictions off the caller's event loop. An emulator belongs to
 * one thread at a time while that keeps up; requests that queue for the same emulator are evaluated together.
 */
export function createPredictionService(options: PredictionServiceOptions): PredictionService {
  const threads: Thread[] = Array.from({ length: Math.max(1, options.workers) }, startThread);
  const memory = options.memory / threads.length;
  /** Of emulators that some thread has in memory. */
  const descriptions = new Map<string, EmulatorDescription>();
  let nextId = 1;
  let closed = false;

  function startThread(): Thread {
    const worker = new Worker(new URL("./prediction-worker.ts", import.meta.url));
    const thread: Thread = { worker, waiting: [], current: null, loaded: new Map() };
    worker.on("message", (reply: Reply) => receive(thread, reply));
    worker.on("error", () => replace(thread));
    return thread;
  }

  /** A thread that died takes the work in hand with it; what waited goes to its successor. */
  function replace(thread: Thread): void {
    if (closed) return;
    for (const work of thread.current?.work ?? []) fail(work, "The prediction failed. Please try again.");
    const successor = startThread();
    successor.waiting = thread.waiting;
    threads[threads.indexOf(thread)] = successor;
    for (const key of thread.loaded.keys()) if (!isLoaded(key)) descriptions.delete(key);
    dispatch(successor);
  }

  function enqueue<T>(make: (settle: Settle<T>) => Work): Promise<T> {
    return new Promise((resolve, reject) => {
      if (closed) {
        reject(new Error("The server is shutting down."));
        return;
      }
      const timer = setTimeout(() => {
        fail(work, "The emulator took too long to answer. Please try again.");
      }, options.deadline);
      timer.unref();
      const work = make({ resolve, reject, timer, settled: false });
      const thread = threadFor(work.request.key);
      thread.waiting.push(work);
      dispatch(thread);
    });
  }

  /** The least busy thread, of those that have the emulator unless one without it is idle and they are not. */
  function threadFor(key: string): Thread {
    const load = (thread: Thread): number => thread.waiting.length + (thread.current ? 1 : 0);
    const cost = (thread: Thread): number => load(thread) + (thread.loaded.has(key) ? 0 : 2.5);
    return threads.reduce((best, thread) => (cost(thread) < cost(best) ? thread : best));
  }

  function dispatch(thread: Thread): void {
    if (thread.current !== null) return;
    thread.waiting = thread.waiting.filter((work) => !work.settle.settled);
    const first = thread.waiting[0];
    if (first === undefined) return;
    const id = nextId++;
    if (first.kind === "describe") {
      thread.waiting.shift();
      send(thread, id, [first], { kind: "describe", id, key: first.request.key, path: first.request.path });
      return;
    }
    const others = thread.waiting.slice(1).filter((work) => work.kind === "predict" && !work.alone);
    const [head, ...tail] = sharing(first, first.alone ? [] : others);
    const chosen = [head, ...tail];
    thread.waiting = thread.waiting.filter((work) => !chosen.some((other) => other === work));
    const merged = merge([head.request, ...tail.map((work) => work.request)]);
    send(thread, id, chosen, { kind: "predict", id, ...merged });
  }

  function send(thread: Thread, id: number, work: Work[], task: Task): void {
    thread.current = { id, work };
    thread.worker.postMessage(task);
  }

  function receive(thread: Thread, reply: Reply): void {
    const current = thread.current;
    if (current === null || current.id !== reply.id) return;
    thread.current = null;
    if (reply.kind === "failed") {
      const [only, ...others] = current.work;
      // One bad point must not fail those that were evaluated with it: each has its own try.
      if (others.length > 0) for (const work of current.work.reverse()) retryAlone(thread, work);
      else if (only !== undefined) fail(only, reply.message);
    } else {
      const key = current.work[0]?.request.key;
      if (key !== undefined) touch(thread, key, reply.memory);
    }
    if (reply.kind === "described") {
      const key = current.work[0]?.request.key;
      if (key !== undefined && isLoaded(key)) descriptions.set(key, reply.description);
      for (const work of current.work) if (work.kind === "describe") succeed(work.settle, reply.description);
    }
    if (reply.kind === "predicted") {
      const all = current.work.reduce(
        (sum, work) => sum + (work.kind === "predict" ? work.request.count : 0),
        0,
      );
      let from = 0;
      for (const work of current.work) {
        if (work.kind !== "predict") continue;
        succeed(work.settle, part(reply, from, work.request.count, all));
        from += work.request.count;
      }
    }
    dispatch(thread);
  }

  function retryAlone(thread: Thread, work: Work): void {
    thread.waiting.unshift(work.kind === "predict" ? Object.assign(work, { alone: true }) : work);
  }

  /** Marks an emulator as the most recently used, and lets the thread forget others beyond its share of memory. */
  function touch(thread: Thread, key: string, bytes: number): void {
    thread.loaded.delete(key);
    thread.loaded.set(key, bytes);
    let used = Array.from(thread.loaded.values()).reduce((sum, size) => sum + size, 0);
    for (const [oldest, size] of thread.loaded) {
      if (used <= memory || oldest === key) break;
      used -= size;
      thread.loaded.delete(oldest);
      if (!isLoaded(oldest)) descriptions.delete(oldest);
      thread.worker.postMessage({ kind: "forget", key: oldest } satisfies Task);
    }
  }

  function isLoaded(key: string): boolean {
    return threads.some((thread) => thread.loaded.has(key));
  }

  return {
    predict: (request) => enqueue((settle) => ({ kind: "predict", request, settle, alone: false })),
    describe: async (request) =>
      descriptions.get(request.key) ?? (await enqueue((settle) => ({ kind: "describe", request, settle }))),
    isLoaded,
    close: async () => {
      closed = true;
      for (const thread of threads) {
        for (const work of [...thread.waiting, ...(thread.current?.work ?? [])]) {
          fail(work, "The server is shutting down.");
        }
      }
      await Promise.all(threads.map(({ worker }) => worker.terminate()));
    },
  };
}

/** The request and those of the others that may share its evaluation. */
function sharing(first: Prediction, others: readonly Work[]): [Prediction, ...Prediction[]] {
  const predictions = others.filter((work) => work.kind === "predict");
  const candidates = [first, ...predictions];
  const [, ...positions] = sharers(candidates.map((work) => work.request));
  return [first, ...positions.flatMap((at) => candidates[at] ?? [])];
}

function succeed<T>(settle: Settle<T>, value: T): void {
  settle.settled = true;
  clearTimeout(settle.timer);
  settle.resolve(value);
}

function fail(work: Work, message: string): void {
  work.settle.settled = true;
  clearTimeout(work.settle.timer);
  work.settle.reject(new Error(message));
}
