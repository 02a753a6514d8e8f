/** Reads what people uploaded in threads of their own, so that other requests do not wait for it. */
import { Worker } from "node:worker_threads";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";
import type { Found, Given, Reply, Task, Work } from "./tasks.ts";

export type Reader = {
  /**
   * @param person whose work it is: one short and one long piece of each person's is done at a time, the others' in between
   * @param wanted aborted once the answer is no longer wanted: the work ends, even if it is being done
   * @throws (rejects) Unread where it takes too much time or memory, Problem 503 where too much waits already, the reason of an abort
   */
  perform<W extends Work>(person: number, work: W, given: Given<W>, wanted?: AbortSignal): Promise<Found<W>>;
  /** Ends what is being done; what waits is rejected. */
  close(): Promise<void>;
};

export type ReaderOptions = {
  /** Pieces of work that are done at a time. */
  readonly threads: number;
  /** Milliseconds that one piece may take. */
  readonly deadline: number;
  /** Megabytes of a thread's own objects. */
  readonly memory: number;
  /** Pieces that may wait, of everybody and of one person. */
  readonly waiting: number;
  readonly waitingOfPerson: number;
  /** What takes seconds: it leaves a thread to the rest. */
  readonly long: readonly Work[];
};

/** For the commands that read what was uploaded. */
export type ReadingPlatform = Platform & { readonly reader: Reader };

/** What was uploaded could not be read within its limits. */
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

const PROGRAM = new URL("./reader-thread.ts", import.meta.url);
/** An idle thread costs 30 MB, a new one half a second of a processor. */
const IDLE_MS = 60_000;
const CLOSED = "The server is shutting down.";

export function createReader(options: ReaderOptions): Reader {
  const waiting: Waiting[] = [];
  const busy = new Set<Waiting>();
  const threads = new Set<Worker>();
  const idle: { worker: Worker; end: NodeJS.Timeout }[] = [];
  let closed = false;

  function next(): void {
    while (busy.size < options.threads && !closed) {
      const at = waiting.findIndex(mayBegin);
      const [first] = at === -1 ? [] : waiting.splice(at, 1);
      if (first === undefined) return;
      busy.add(first);
      void serve(first).finally(() => {
        busy.delete(first);
        next();
      });
    }
  }

  function mayBegin({ person, isLong }: Waiting): boolean {
    const alike = Array.from(busy).filter((one) => one.isLong === isLong);
    const most = isLong ? Math.max(1, options.threads - 1) : options.threads;
    return alike.length < most && !alike.some((one) => one.person === person);
  }

  async function serve({ run, refuse }: Waiting): Promise<void> {
    try {
      const worker = takeIdle() ?? (await startThread());
      if (await run(worker)) keepIdle(worker);
      else await worker.terminate();
    } catch (error) {
      refuse(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function startThread(): Promise<Worker> {
    const worker = new Worker(PROGRAM, { resourceLimits: { maxOldGenerationSizeMb: options.memory } });
    threads.add(worker);
    worker.once("exit", () => threads.delete(worker));
    return new Promise((resolve, reject) => {
      worker.once("message", () => resolve(worker));
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error(CLOSED)));
    });
  }

  function takeIdle(): Worker | undefined {
    const last = idle.pop();
    clearTimeout(last?.end);
    return last?.worker;
  }

  function keepIdle(worker: Worker): void {
    const end = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.worker === worker),
        1,
      );
      void worker.terminate();
    }, IDLE_MS).unref();
    idle.push({ worker, end });
  }

  return {
    perform: (person, work, given, wanted) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error(CLOSED);
        wanted?.throwIfAborted();
        const ownCount = waiting.filter((one) => one.person === person).length;
        if (waiting.length >= options.waiting || ownCount >= options.waitingOfPerson) {
          throw new Problem(503, MESSAGES.readersTaken);
        }
        const run = async (worker: Worker): Promise<boolean> => {
          const outcome = await ask(worker, { work, given }, { deadline: options.deadline, wanted });
          if ("found" in outcome) resolve(outcome.found);
          else reject(outcome.error);
          return outcome.isAlive;
        };
        const own: Waiting = { person, isLong: options.long.includes(work), run, refuse: reject };
        wanted?.addEventListener("abort", () => {
          const at = waiting.indexOf(own);
          if (at === -1) return;
          waiting.splice(at, 1);
          reject(wanted.reason);
        });
        waiting.push(own);
        next();
      }),
    close: async () => {
      closed = true;
      for (const { refuse } of waiting.splice(0)) refuse(new Error(CLOSED));
      for (const { end } of idle.splice(0)) clearTimeout(end);
      await Promise.all(Array.from(threads, (worker) => worker.terminate()));
    },
  };
}

type Outcome<F> =
  | { readonly isAlive: true; readonly found: F }
  | { readonly isAlive: boolean; readonly error: Error };

/** One question to a thread; a thread that has not answered by the deadline, or whose answer nobody wants, is to be ended. */
function ask<W extends Work>(
  worker: Worker,
  task: Task<W>,
  { deadline, wanted }: { deadline: number; wanted: AbortSignal | undefined },
): Promise<Outcome<Found<W>>> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<Found<W>>) => {
      clearTimeout(late);
      wanted?.removeEventListener("abort", abort);
      worker.off("message", onMessage).off("error", fail).off("exit", exit);
      resolve(outcome);
    };
    const onMessage = (reply: Reply<Found<W>>) => {
      if (reply.kind === "found") settle({ isAlive: true, found: reply.found });
      if (reply.kind === "failed") settle({ isAlive: true, error: new Error(reply.failed) });
    };
    const fail = (error: Error) => {
      const isMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      settle({ isAlive: false, error: isMemory ? new Unread(MESSAGES.checkTooLarge) : error });
    };
    const exit = () => settle({ isAlive: false, error: new Error(CLOSED) });
    const abort = () => settle({ isAlive: false, error: wanted?.reason });
    const tooLate = () =>
      settle({ isAlive: false, error: new Unread(MESSAGES.checkTooLong(deadline / 1_000)) });
    // Its reply may lie here unread, where it was this process that had no time.
    const late = setTimeout(() => setImmediate(tooLate), deadline);
    worker.on("message", onMessage).on("error", fail).on("exit", exit);
    wanted?.addEventListener("abort", abort);
    if (wanted?.aborted) abort();
    else worker.postMessage(task);
  });
}
