import type {
  EmulatorDescription,
  EmulatorFile,
  PredictionAnswer,
  PredictionRequest,
  PredictionService,
  PredictionServiceOptions,
} from "./prediction.ts";
import { type PredictionThread, startPredictionThread } from "./prediction-thread.ts";
import { join, slice } from "./slicing.ts";

/** An emulator in the memory of one thread. */
interface Loaded {
  thread: PredictionThread;
  description: EmulatorDescription;
  /** Bytes. */
  memory: number;
  /** Milliseconds a point. */
  pace: number;
}

/** Milliseconds for which a long request may keep a thread from others: its slices are cut to this. */
const SLICE_MS = 8;
const MOST_POINTS = 4096;
/** Before anything is known of an emulator's pace it is taken for slow (ms a point). */
const SLOW = 0.25;
const TELLING_POINTS = 16;
/** A thread that answered somebody so short a time ago (ms) reads no other emulator while there can be another thread. */
const IN_USE = 3000;
const CLOSED = "The server is shutting down.";
const LATE = "The emulator took too long to answer. Please try again.";

/**
 * Worker threads that keep emulators in memory and answer predictions off the caller's event loop. Each emulator belongs to
 * one thread; requests that queue for the same emulator are evaluated together, those of few points before those of many.
 */
export function createPredictionService(options: PredictionServiceOptions): PredictionService {
  const threads = new Set<PredictionThread>();
  /** The least recently used first. */
  const loaded = new Map<string, Loaded>();
  const loading = new Map<string, Promise<Loaded>>();
  const closing = new AbortController();
  startThread();

  function startThread(): PredictionThread {
    const thread = startPredictionThread({
      evaluated: (key, points, milliseconds) => {
        const known = loaded.get(key);
        const pace = milliseconds / points;
        // What one point alone takes says little of what many take.
        if (known !== undefined && (points >= TELLING_POINTS || pace < known.pace)) {
          known.pace = (known.pace + pace) / 2;
        }
      },
      died: () => {
        threads.delete(thread);
        for (const [key, known] of loaded) if (known.thread === thread) loaded.delete(key);
      },
    });
    threads.add(thread);
    return thread;
  }

  /** For another emulator: one at rest, or a new one where there may be more, or the least busy. */
  function freeThread(): PredictionThread {
    const [leisurely, ...others] = [...threads].sort(
      (a, b) => a.length - b.length || a.lastBusy - b.lastBusy,
    );
    if (leisurely === undefined) return startThread();
    const isAtRest = leisurely.length === 0 && performance.now() - leisurely.lastBusy > IN_USE;
    return isAtRest || others.length + 1 >= options.workers ? leisurely : startThread();
  }

  async function load({ key, path }: EmulatorFile): Promise<Loaded> {
    const thread = freeThread();
    const { description, memory } = await thread.load(key, path);
    const entry = { thread, description, memory, pace: SLOW };
    loaded.set(key, entry);
    makeRoom(key);
    return entry;
  }

  /** Lets emulators be forgotten, those used longest ago first, until the rest fit; the one named stays. */
  function makeRoom(kept: string): void {
    let used = Array.from(loaded.values()).reduce((sum, { memory }) => sum + memory, 0);
    for (const [key, { thread, memory }] of loaded) {
      if (used <= options.memory) break;
      if (key === kept || thread.isAsked(key)) continue;
      used -= memory;
      loaded.delete(key);
      thread.forget(key);
    }
  }

  /** The emulator, marked as the most recently used. */
  async function take(file: EmulatorFile): Promise<Loaded> {
    const known = loaded.get(file.key);
    if (known !== undefined) {
      loaded.delete(file.key);
      loaded.set(file.key, known);
      return known;
    }
    const begun = loading.get(file.key) ?? load(file).finally(() => loading.delete(file.key));
    loading.set(file.key, begun);
    return await begun;
  }

  function ask(
    { thread }: Loaded,
    request: PredictionRequest,
    signal: AbortSignal,
  ): Promise<PredictionAnswer> {
    return new Promise((succeed, reject) => {
      const fail = (message: string) => reject(new Error(message));
      const isOver = () => signal.aborted;
      thread.ask({ request, alone: false, since: performance.now(), isOver, succeed, fail });
    });
  }

  async function predict(request: PredictionRequest, signal: AbortSignal): Promise<PredictionAnswer> {
    const answers: PredictionAnswer[] = [];
    let from = 0;
    do {
      signal.throwIfAborted();
      // Looked for at every slice: others may have been read meanwhile, and this one forgotten.
      const emulator = await take(request);
      const most = Math.min(MOST_POINTS, Math.max(1, Math.floor(SLICE_MS / emulator.pace)));
      const count = Math.min(most, request.count - from);
      const part = count === request.count ? request : slice(request, from, count);
      answers.push(await ask(emulator, part, signal));
      from += count;
    } while (from < request.count);
    const [first, ...others] = answers;
    if (first === undefined) throw new Error(CLOSED);
    return others.length === 0 ? first : join([first, ...others]);
  }

  /** @throws (rejects) when it takes too long, or the service is closed */
  async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (closing.signal.aborted) throw new Error(CLOSED);
    const end = new AbortController();
    const late = setTimeout(() => end.abort(new Error(LATE)), options.deadline);
    late.unref();
    const close = () => end.abort(new Error(CLOSED));
    closing.signal.addEventListener("abort", close);
    const ended = new Promise<never>((_, reject) => {
      end.signal.addEventListener("abort", () => reject(end.signal.reason));
    });
    try {
      return await Promise.race([work(end.signal), ended]);
    } finally {
      clearTimeout(late);
      closing.signal.removeEventListener("abort", close);
    }
  }

  return {
    predict: (request) => inTime((signal) => predict(request, signal)),
    describe: (file) => inTime(async () => (await take(file)).description),
    isLoaded: (key) => loaded.has(key),
    close: async () => {
      closing.abort();
      await Promise.all(Array.from(threads, (thread) => thread.close()));
    },
  };
}
