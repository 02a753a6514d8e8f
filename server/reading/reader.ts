/** Reads what people uploaded in threads of their own, so that other requests do not wait for it. */
import { Worker } from "node:worker_threads";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { Problem } from "../core/problem.ts";
import type { Platform } from "../platform/platform.ts";
import type { Reply, Task, Work, WorkAnswer, WorkRequest } from "./tasks.ts";

export type Reader = {
  /**
   * @param person the id of the person who needs the work: one short and one long piece of work of each person is done at a time
   * @param signal aborts once nobody needs the answer: the work ends, even if it is being done
   * @throws (rejects) Unread where it takes too much time or memory, Problem 503 where too much waits already, the reason of an abort
   */
  perform<W extends Work>(
    person: number,
    work: W,
    request: WorkRequest<W>,
    signal?: AbortSignal,
  ): Promise<WorkAnswer<W>>;
  /** Ends the work that is being done and rejects the work that waits. */
  close(): Promise<void>;
};

export type ReaderOptions = {
  /** The number of pieces of work that are done at a time. */
  readonly threads: number;
  /** The time that one piece of work may take (ms). */
  readonly deadline: number;
  /** The size of a thread's own objects (MB). */
  readonly memory: number;
  /** The number of pieces of work that may wait: of everybody, and of one person. */
  readonly waiting: number;
  readonly waitingOfPerson: number;
  /** Kinds of work that take seconds: they always leave one thread free for the other kinds. */
  readonly long: readonly Work[];
};

/** The platform of the commands that read uploaded files. */
export type ReadingPlatform = Platform & { readonly reader: Reader };

/** The error of an uploaded file that could not be read within its limits. */
export class Unread extends UserError {
  override readonly name = "Unread";
}

type Waiting = {
  readonly person: number;
  readonly isLong: boolean;
  /** Resolves with whether the thread can be used again. */
  run(worker: Worker): Promise<boolean>;
  refuse(error: Error): void;
};

const THREAD_PROGRAM = new URL("./reader-thread.ts", import.meta.url);
/** An idle thread ends after this time: it costs 30 MB, and starting a new one takes half a second of a processor. */
const IDLE_THREAD_MS = 60_000;
const CLOSED_TEXT = "The server is shutting down.";

export function createReader(options: ReaderOptions): Reader {
  const waiting: Waiting[] = [];
  const busy = new Set<Waiting>();
  const threads = new Set<Worker>();
  const idle: { worker: Worker; end: NodeJS.Timeout }[] = [];
  let closed = false;

  function startWaiting(): void {
    while (busy.size < options.threads && !closed) {
      const index = waiting.findIndex(mayBegin);
      const [piece] = index === -1 ? [] : waiting.splice(index, 1);
      if (piece === undefined) return;
      busy.add(piece);
      void runOnThread(piece).finally(() => {
        busy.delete(piece);
        startWaiting();
      });
    }
  }

  function mayBegin({ person, isLong }: Waiting): boolean {
    const sameLength = Array.from(busy).filter((piece) => piece.isLong === isLong);
    const maxThreads = isLong ? Math.max(1, options.threads - 1) : options.threads;
    return sameLength.length < maxThreads && !sameLength.some((piece) => piece.person === person);
  }

  async function runOnThread({ run, refuse }: Waiting): Promise<void> {
    try {
      const worker = takeIdle() ?? (await startThread());
      if (await run(worker)) keepIdle(worker);
      else await worker.terminate();
    } catch (error) {
      refuse(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function startThread(): Promise<Worker> {
    const worker = new Worker(THREAD_PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: options.memory } });
    threads.add(worker);
    worker.once("exit", () => threads.delete(worker));
    return new Promise((resolve, reject) => {
      worker.once("message", () => resolve(worker));
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error(CLOSED_TEXT)));
    });
  }

  function takeIdle(): Worker | undefined {
    const last = idle.pop();
    clearTimeout(last?.end);
    return last?.worker;
  }

  function keepIdle(worker: Worker): void {
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((thread) => thread.worker === worker),
        1,
      );
      void worker.terminate();
    }, IDLE_THREAD_MS).unref();
    idle.push({ worker, end: timer });
  }

  return {
    perform: (person, work, request, signal) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error(CLOSED_TEXT);
        signal?.throwIfAborted();
        const personCount = waiting.filter((piece) => piece.person === person).length;
        if (waiting.length >= options.waiting || personCount >= options.waitingOfPerson) {
          throw new Problem(503, MESSAGES.readersTaken);
        }
        const run = async (worker: Worker): Promise<boolean> => {
          const outcome = await ask(worker, { work, request }, { deadline: options.deadline, signal });
          if ("answer" in outcome) resolve(outcome.answer);
          else reject(outcome.error);
          return outcome.isAlive;
        };
        const queued: Waiting = { person, isLong: options.long.includes(work), run, refuse: reject };
        signal?.addEventListener("abort", () => {
          const index = waiting.indexOf(queued);
          if (index === -1) return;
          waiting.splice(index, 1);
          reject(signal.reason);
        });
        waiting.push(queued);
        startWaiting();
      }),
    close: async () => {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(new Error(CLOSED_TEXT));
      for (const { end } of idle.splice(0)) clearTimeout(end);
      await Promise.all(Array.from(threads, (worker) => worker.terminate()));
    },
  };
}

type Outcome<F> =
  | { readonly isAlive: true; readonly answer: F }
  | { readonly isAlive: boolean; readonly error: Error };

/** One question to a thread; a thread that has not answered by the deadline, or whose answer nobody wants, is to be ended. */
function ask<W extends Work>(
  worker: Worker,
  task: Task<W>,
  { deadline, signal }: { deadline: number; signal: AbortSignal | undefined },
): Promise<Outcome<WorkAnswer<W>>> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<WorkAnswer<W>>) => {
      clearTimeout(late);
      signal?.removeEventListener("abort", abort);
      worker.off("message", onMessage).off("error", fail).off("exit", exit);
      resolve(outcome);
    };
    const onMessage = (reply: Reply<WorkAnswer<W>>) => {
      if (reply.kind === "found") settle({ isAlive: true, answer: reply.answer });
      if (reply.kind === "failed") settle({ isAlive: true, error: new Error(reply.failed) });
    };
    const fail = (error: Error) => {
      const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle({ isAlive: false, error: isMemory ? new Unread(MESSAGES.checkTooLarge) : error });
    };
    const exit = () => settle({ isAlive: false, error: new Error(CLOSED_TEXT) });
    const abort = () => settle({ isAlive: false, error: signal?.reason });
    const tooLate = () =>
      settle({ isAlive: false, error: new Unread(MESSAGES.checkTooLong(deadline / 1_000)) });
    // Its reply may lie here unread, where it was this process that had no time.
    const late = setTimeout(() => setImmediate(tooLate), deadline);
    worker.on("message", onMessage).on("error", fail).on("exit", exit);
    signal?.addEventListener("abort", abort);
    if (signal?.aborted) abort();
    else worker.postMessage(task);
  });
}
