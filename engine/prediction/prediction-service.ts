import { createAdmission, measureRequest } from "./admission.ts";
import { EmulatorThreads, type LoadedEmulator } from "./emulator-threads.ts";
import {
  FEW_POINTS,
  type PredictionAnswer,
  type PredictionRequest,
  type PredictionService,
  type PredictionServiceOptions,
  PredictionUnavailable,
} from "./prediction.ts";
import { type PredictionThread, ThreadLost } from "./prediction-thread.ts";
import { join, slice } from "./slicing.ts";
import { whileAdvancing } from "./while-advancing.ts";

const CLOSED_MESSAGE = "The server is shutting down.";

/**
 * Worker threads that keep emulators in memory and answer predictions off the caller's event loop. Each emulator belongs to
 * one thread; requests that queue for the same emulator are evaluated together, those of few points before those of many.
 * Those of many points are shared with an idle thread, which reads the emulator a second time. A thread that hangs is ended,
 * and another does its work.
 */
export function createPredictionService(options: PredictionServiceOptions): PredictionService {
  const threads = new EmulatorThreads(options);
  const closing = new AbortController();
  const admission = createAdmission(options.limits);
  const limits = { deadline: options.deadline, closing: closing.signal };

  return {
    predict: async (request, requestSignal) => {
      const release = admission.admit(
        measureRequest(request, threads.find(request.key)?.description ?? null),
      );
      try {
        return await whileAdvancing(
          limits,
          (signal, advanced) => new SlicedPrediction(request, threads, signal, advanced).run(),
          requestSignal,
        );
      } finally {
        release();
      }
    },
    describe: (file) => whileAdvancing(limits, async () => (await threads.take(file)).description),
    isLoaded: (key) => threads.find(key) !== undefined,
    close: async () => {
      closing.abort(new PredictionUnavailable(CLOSED_MESSAGE));
      await threads.close();
    },
  };
}

// One request, evaluated slice by slice, so that requests of few points do not wait for one of many.

/**
 * Milliseconds for which a slice may keep a thread from others. Where nobody else has asked lately slices are longer, so
 * that less time goes into the calls.
 */
const SLICE_MS = 8;
const LONE_SLICE_MS = 100;

class SlicedPrediction {
  readonly #request: PredictionRequest;
  readonly #threads: EmulatorThreads;
  readonly #signal: AbortSignal;
  readonly #advanced: () => void;
  readonly #parts: Promise<PredictionAnswer>[] = [];
  /** The first point of which no slice was begun. */
  #next = 0;

  /** @param signal ends it. @param advanced is called after every slice */
  constructor(
    request: PredictionRequest,
    threads: EmulatorThreads,
    signal: AbortSignal,
    advanced: () => void,
  ) {
    this.#request = request;
    this.#threads = threads;
    this.#signal = signal;
    this.#advanced = advanced;
  }

  async run(): Promise<PredictionAnswer> {
    const { key, count } = this.#request;
    const isIdle = (thread: PredictionThread) =>
      thread !== this.#threads.find(key)?.thread && !this.#threads.isCrowded;
    // If the second thread cannot read the emulator in time, the first does everything; a slice that fails there is a part.
    if (this.#canBeShared) this.#evaluate(copyKey(key), isIdle).catch(() => {});
    try {
      await this.#evaluate(key, () => true);
      const [first, ...furtherParts] = await Promise.all(this.#parts);
      if (first === undefined) throw new Error("A request of no slices was answered.");
      return furtherParts.length === 0 ? first : join([first, ...furtherParts]);
    } finally {
      // After a failure no further slice begins.
      this.#next = count;
    }
  }

  /** True when an idle thread may help, which then reads the emulator a second time. */
  get #canBeShared(): boolean {
    const { key, count } = this.#request;
    if (count <= FEW_POINTS) return false;
    return this.#threads.find(copyKey(key)) !== undefined || this.#threads.hasFreeThread;
  }

  /** Evaluates slice after slice, while there are some and `mayContinue` allows it on the thread. */
  async #evaluate(key: string, mayContinue: (thread: PredictionThread) => boolean): Promise<void> {
    const request = this.#request;
    while (this.#next < request.count) {
      this.#signal.throwIfAborted();
      // Looked up for every slice: the emulator may have been forgotten meanwhile.
      const emulator = await this.#threads.take({ ...request, key });
      if (this.#next >= request.count || !mayContinue(emulator.thread)) return;
      const budget = emulator.thread.isCrowded ? SLICE_MS : LONE_SLICE_MS;
      const count = emulator.cost.slice(request.count - this.#next, budget);
      const requestSlice = count === request.count ? request : slice(request, this.#next, count);
      this.#next += count;
      const part = this.#answer(emulator, { ...requestSlice, key });
      this.#parts.push(part);
      await part;
      this.#advanced();
    }
  }

  /** Tries once more when the thread was lost because of another request. */
  async #answer(emulator: LoadedEmulator, request: PredictionRequest): Promise<PredictionAnswer> {
    try {
      return await this.#ask(emulator, request);
    } catch (error) {
      if (!(error instanceof ThreadLost)) throw error;
      this.#signal.throwIfAborted();
      return await this.#ask(await this.#threads.take(request), request);
    }
  }

  #ask({ thread, cost: costs }: LoadedEmulator, request: PredictionRequest): Promise<PredictionAnswer> {
    return new Promise((succeed, fail) => {
      const isOver = () => this.#signal.aborted;
      const cost = costs.estimateMs(request.count);
      thread.ask({ request, alone: false, since: performance.now(), cost, isOver, succeed, fail });
    });
  }
}

/** The key under which a second thread holds an emulator. */
const copyKey = (key: string): string => `${key} (copy)`;
