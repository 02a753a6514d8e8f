/** The prediction threads, and which of them has which emulators in memory. */
import type { Compiled } from "../math/kernels/module.ts";
import { createEvaluationCost, type EvaluationCost } from "./evaluation-cost.ts";
import type { EmulatorDescription, EmulatorFile, PredictionServiceOptions } from "./prediction.ts";
import { PredictionThread } from "./prediction-thread.ts";

/** An emulator in the memory of one thread. */
export interface LoadedEmulator {
  thread: PredictionThread;
  description: EmulatorDescription;
  /** Bytes. */
  memory: number;
  cost: EvaluationCost;
}

const WORKER_URL = new URL("./prediction-worker.ts", import.meta.url);

export class EmulatorThreads {
  readonly #options: PredictionServiceOptions;
  readonly #threads = new Set<PredictionThread>();
  /** The least recently used first. */
  readonly #loaded = new Map<string, LoadedEmulator>();
  readonly #loading = new Map<string, Promise<LoadedEmulator>>();
  /** The kernels as the first thread compiled them. */
  #kernels: Compiled | null = null;

  /** Starts one thread at once; others follow when they are needed. */
  constructor(options: PredictionServiceOptions) {
    this.#options = options;
    this.#start();
  }

  /** The emulator where it is in memory already. */
  find(key: string): LoadedEmulator | undefined {
    return this.#loaded.get(key);
  }

  /** The emulator, marked as the most recently used. @throws (rejects) UnusableEmulator, PredictionUnavailable */
  async take(file: EmulatorFile): Promise<LoadedEmulator> {
    const emulator = this.#loaded.get(file.key);
    if (emulator !== undefined) {
      this.#loaded.delete(file.key);
      this.#loaded.set(file.key, emulator);
      return emulator;
    }
    const begun =
      this.#loading.get(file.key) ?? this.#load(file).finally(() => this.#loading.delete(file.key));
    this.#loading.set(file.key, begun);
    return await begun;
  }

  /** True when a further emulator can be read without taking a thread from another. */
  get hasFreeThread(): boolean {
    const { workers } = this.#options;
    return workers > 1 && (this.#threads.size < workers || this.#emptyThread() !== undefined);
  }

  get isCrowded(): boolean {
    return [...this.#threads].some(({ isCrowded }) => isCrowded);
  }

  async close(): Promise<void> {
    await Promise.all(Array.from(this.#threads, (thread) => thread.close()));
  }

  #start(): PredictionThread {
    const thread: PredictionThread = new PredictionThread({
      program: this.#options.program ?? WORKER_URL,
      timeLimitMs: this.#options.timeLimitMs,
      kernels: this.#kernels,
      evaluated: (key, points, milliseconds) => this.#loaded.get(key)?.cost.record(points, milliseconds),
      lost: () => {
        this.#threads.delete(thread);
        for (const [key, emulator] of this.#loaded) if (emulator.thread === thread) this.#loaded.delete(key);
      },
    });
    this.#threads.add(thread);
    return thread;
  }

  /** A thread that holds no emulator and does nothing. */
  #emptyThread(): PredictionThread | undefined {
    const holding = new Set(Array.from(this.#loaded.values(), ({ thread }) => thread));
    return [...this.#threads].find((thread) => thread.length === 0 && !holding.has(thread));
  }

  /** For another emulator: a thread that holds none, a new one where there may be more, or the one idle for longest. */
  #freeThread(): PredictionThread {
    const [idlest] = [...this.#threads].sort((a, b) => a.length - b.length || a.lastBusy - b.lastBusy);
    const mayStart = idlest === undefined || this.#threads.size < this.#options.workers;
    return this.#emptyThread() ?? (mayStart ? this.#start() : idlest);
  }

  async #load({ key, path }: EmulatorFile): Promise<LoadedEmulator> {
    const thread = this.#freeThread();
    const { description, memory, kernels } = await thread.load(key, path);
    this.#kernels ??= kernels;
    const emulator = { thread, description, memory, cost: createEvaluationCost() };
    this.#loaded.set(key, emulator);
    this.#makeRoom(key);
    return emulator;
  }

  /** Has emulators forgotten, the least recently used first, until the rest fit; the emulator `protectedKey` stays. */
  #makeRoom(protectedKey: string): void {
    let used = Array.from(this.#loaded.values()).reduce((sum, { memory }) => sum + memory, 0);
    for (const [key, { thread, memory }] of this.#loaded) {
      if (used <= this.#options.memory) break;
      if (key === protectedKey || thread.hasPendingRequest(key)) continue;
      used -= memory;
      this.#loaded.delete(key);
      thread.forget(key);
    }
  }
}
