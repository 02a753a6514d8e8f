import type { Compiled } from "../math/kernels/module.ts";
import { createAdmission, sizeOf } from "./admission.ts";
import { createEvaluationCost, type EvaluationCost } from "./evaluation-cost.ts";
import {
  type EmulatorDescription,
  type EmulatorFile,
  FEW_POINTS,
  type PredictionAnswer,
  type PredictionRequest,
  type PredictionService,
  type PredictionServiceOptions,
  PredictionUnavailable,
} from "./prediction.ts";
import { type PredictionThread, startPredictionThread, ThreadLost } from "./prediction-thread.ts";
import { join, slice } from "./slicing.ts";
import { whileAdvancing } from "./while-advancing.ts";

/** An emulator in the memory of one thread. */
interface Loaded {
  thread: PredictionThread;
  description: EmulatorDescription;
  /** Bytes. */
  memory: number;
  cost: EvaluationCost;
}

/**
 * Milliseconds for which a long request may keep a thread from others: its slices are cut to this. Where nobody else has asked
 * lately they are longer, so that less goes into the calls.
 */
const SLICE_MS = 8;
const LONE_SLICE_MS = 100;
const CLOSED = "The server is shutting down.";
const PROGRAM = new URL("./prediction-worker.ts", import.meta.url);

/**
 * Worker threads that keep emulators in memory and answer predictions off the caller's event loop. Each emulator belongs to
 * one thread; requests that queue for the same emulator are evaluated together, those of few points before those of many.
 * Those of many points are shared with an idle thread, which reads the emulator a second time. A thread that hangs is ended,
 * and another does its work.
 */
export function createPredictionService(options: PredictionServiceOptions): PredictionService {
  const threads = new Set<PredictionThread>();
  /** The least recently used first. */
  const loaded = new Map<string, Loaded>();
  const loading = new Map<string, Promise<Loaded>>();
  const closing = new AbortController();
  const admission = createAdmission(options.limits);
  /** Of the thread that compiled them first. */
  let kernels: Compiled | null = null;
  startThread();

  function startThread(): PredictionThread {
    const thread = startPredictionThread({
      program: options.program ?? PROGRAM,
      timeLimitMs: options.timeLimitMs,
      kernels,
      evaluated: (key, points, milliseconds) => loaded.get(key)?.cost.note(points, milliseconds),
      lost: () => {
        threads.delete(thread);
        for (const [key, known] of loaded) if (known.thread === thread) loaded.delete(key);
      },
    });
    threads.add(thread);
    return thread;
  }

  /** A thread that holds no emulator and does nothing. */
  function emptyThread(): PredictionThread | undefined {
    const holding = new Set(Array.from(loaded.values(), ({ thread }) => thread));
    return [...threads].find((thread) => thread.length === 0 && !holding.has(thread));
  }

  /** For another emulator: one that holds none, or a new one where there may be more, or the one longest at rest. */
  function freeThread(): PredictionThread {
    const [leisurely] = [...threads].sort((a, b) => a.length - b.length || a.lastBusy - b.lastBusy);
    const mayStart = leisurely === undefined || threads.size < options.workers;
    return emptyThread() ?? (mayStart ? startThread() : leisurely);
  }

  async function load({ key, path }: EmulatorFile): Promise<Loaded> {
    const thread = freeThread();
    const { description, memory, kernels: compiled } = await thread.load(key, path);
    kernels ??= compiled;
    const entry = { thread, description, memory, cost: createEvaluationCost() };
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
    { thread, cost: costs }: Loaded,
    request: PredictionRequest,
    signal: AbortSignal,
  ): Promise<PredictionAnswer> {
    return new Promise((succeed, fail) => {
      const isOver = () => signal.aborted;
      const cost = costs.of(request.count);
      thread.ask({ request, alone: false, since: performance.now(), cost, isOver, succeed, fail });
    });
  }

  /** Once more where the thread was lost over what others had asked. */
  async function answer(
    emulator: Loaded,
    request: PredictionRequest,
    signal: AbortSignal,
  ): Promise<PredictionAnswer> {
    try {
      return await ask(emulator, request, signal);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      signal.throwIfAborted();
      return await ask(await take(request), request, signal);
    }
  }

  /** Whether an idle thread may help with the requests of many points. */
  const canBeShared = ({ key, count }: PredictionRequest): boolean =>
    count > FEW_POINTS &&
    options.workers > 1 &&
    (loaded.has(copyOf(key)) || threads.size < options.workers || emptyThread() !== undefined);

  async function predict(
    request: PredictionRequest,
    signal: AbortSignal,
    advanced: () => void,
  ): Promise<PredictionAnswer> {
    const parts: Promise<PredictionAnswer>[] = [];
    let from = 0;

    /** Evaluates slice after slice, while there are some and `mayGoOn` says so of the thread. */
    async function evaluateSlices(key: string, mayGoOn: (thread: PredictionThread) => boolean) {
      while (from < request.count) {
        signal.throwIfAborted();
        // Looked for at every slice: others may have been read meanwhile, and this one forgotten.
        const emulator = await take({ ...request, key });
        if (from >= request.count || !mayGoOn(emulator.thread)) return;
        const budget = emulator.thread.isCrowded ? SLICE_MS : LONE_SLICE_MS;
        const count = emulator.cost.slice(request.count - from, budget);
        const some = count === request.count ? request : slice(request, from, count);
        from += count;
        const part = answer(emulator, { ...some, key }, signal);
        parts.push(part);
        await part;
        advanced();
      }
    }

    const { key } = request;
    const isIdle = (thread: PredictionThread) =>
      thread !== loaded.get(key)?.thread && ![...threads].some(({ isCrowded }) => isCrowded);
    // Where it cannot read the emulator, or not in time, the other does all; a part that it failed at is among the parts.
    if (canBeShared(request)) evaluateSlices(copyOf(key), isIdle).catch(() => {});
    try {
      await evaluateSlices(key, () => true);
      const [first, ...others] = await Promise.all(parts);
      if (first === undefined) throw new Error("A request of no slices was answered.");
      return others.length === 0 ? first : join([first, ...others]);
    } finally {
      // After a failure nobody begins another slice.
      from = request.count;
    }
  }

  const limits = { deadline: options.deadline, closing: closing.signal };

  return {
    predict: async (request, wanted) => {
      const description = loaded.get(request.key)?.description ?? null;
      const release = admission.admit(sizeOf(request, description));
      try {
        return await whileAdvancing(limits, (...limit) => predict(request, ...limit), wanted);
      } finally {
        release();
      }
    },
    describe: (file) => whileAdvancing(limits, async () => (await take(file)).description),
    isLoaded: (key) => loaded.has(key),
    close: async () => {
      closing.abort(new PredictionUnavailable(CLOSED));
      await Promise.all(Array.from(threads, (thread) => thread.close()));
    },
  };
}

/** The key under which a second thread holds an emulator. */
const copyOf = (key: string): string => `${key} (copy)`;
