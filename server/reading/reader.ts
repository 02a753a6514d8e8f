/** Reads what people uploaded in threads of their own, so that other requests do not wait for it. */
import { Worker } from "node:worker_threads";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import type { Platform } from "../platform.ts";
import { Problem } from "../problem.ts";
import type { Found, Given, Reply, Task, Work } from "./tasks.ts";

export type Reader = {
  /**
   * @param person whose work it is: one piece of each person's is done at a time, the others' in between
   * @throws (rejects) Unread where it takes too much time or memory, Problem 503 where too much waits already
   */
  perform<W extends Work>(person: number, work: W, given: Given<W>): Promise<Found<W>>;
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
};

/** For the commands that read what was uploaded. */
export type ReadingPlatform = Platform & { readonly reader: Reader };

/** What was uploaded could not be read within its limits. */
export class Unread extends UserError {
  override readonly name = "Unread";
}

type Waiting = {
  readonly person: number;
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
  const busy = new Set<number>();
  const threads = new Set<Worker>();
  const idle: { worker: Worker; end: NodeJS.Timeout }[] = [];
  let closed = false;

  function next(): void {
    while (busy.size < options.threads && !closed) {
      const at = waiting.findIndex(({ person }) => !busy.has(person));
      const [first] = at === -1 ? [] : waiting.splice(at, 1);
      if (first === undefined) return;
      busy.add(first.person);
      void serve(first).finally(() => {
        busy.delete(first.person);
        next();
      });
    }
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
    perform: (person, work, given) =>
      new Promise((resolve, reject) => {
        if (closed) throw new Error(CLOSED);
        const ownCount = waiting.filter((one) => one.person === person).length;
        if (waiting.length >= options.waiting || ownCount >= options.waitingOfPerson) {
          throw new Problem(503, MESSAGES.readersTaken);
        }
        const run = async (worker: Worker): Promise<boolean> => {
          const outcome = await ask(worker, { work, given }, options.deadline);
          if ("found" in outcome) resolve(outcome.found);
          else reject(outcome.error);
          return outcome.isAlive;
        };
        waiting.push({ person, run, refuse: reject });
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

/** One question to a thread; a thread that has not answered by the deadline is to be ended. */
function ask<W extends Work>(worker: Worker, task: Task<W>, deadline: number): Promise<Outcome<Found<W>>> {
  return new Promise((resolve) => {
    const settle = (outcome: Outcome<Found<W>>) => {
      clearTimeout(late);
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
    const tooLate = () =>
      settle({ isAlive: false, error: new Unread(MESSAGES.checkTooLong(deadline / 1_000)) });
    // Its reply may lie here unread, where it was this process that had no time.
    const late = setTimeout(() => setImmediate(tooLate), deadline);
    worker.on("message", onMessage).on("error", fail).on("exit", exit);
    worker.postMessage(task);
  });
}
