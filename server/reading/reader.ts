/** Reads what people uploaded in threads of their own, so that other requests do not wait for it. */
import { ThreadEnded } from "@understudy/engine/threads/task-thread.ts";
import { NoFreeThread, ThreadPool } from "@understudy/engine/threads/thread-pool.ts";
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

/** A piece of work with what decides when it may begin. */
type PersonalTask = Task & { readonly person: number; readonly isLong: boolean };

const THREAD_PROGRAM = new URL("./reader-thread.ts", import.meta.url);
/** An idle thread ends after this time: it costs 30 MB, and starting a new one takes half a second of a processor. */
const IDLE_THREAD_MS = 60_000;
/** A file waits for a thread at most so long: fifty of one person, each of ten seconds, still pass. */
const MAX_WAIT_MS = 600_000;
const CLOSED_TEXT = "The server is shutting down.";

export function createReader(options: ReaderOptions): Reader {
  const pool = new ThreadPool<PersonalTask>({
    program: THREAD_PROGRAM,
    memoryMb: options.memory,
    threads: options.threads,
    idleMs: IDLE_THREAD_MS,
    maxWaitMs: MAX_WAIT_MS,
    mayBegin: ({ person, isLong }, running) => {
      const sameLength = running.filter((task) => task.isLong === isLong);
      const maxThreads = isLong ? Math.max(1, options.threads - 1) : options.threads;
      return sameLength.length < maxThreads && !sameLength.some((task) => task.person === person);
    },
  });

  return {
    perform: async <W extends Work>(
      person: number,
      work: W,
      request: WorkRequest<W>,
      signal?: AbortSignal,
    ): Promise<WorkAnswer<W>> => {
      const { waiting } = pool;
      const personCount = waiting.filter((task) => task.person === person).length;
      if (waiting.length >= options.waiting || personCount >= options.waitingOfPerson) {
        throw new Problem(503, MESSAGES.readersTaken);
      }
      const task = { work, request, person, isLong: options.long.includes(work) };
      const limits = { deadlineMs: options.deadline, signal };
      const answering = pool.run<Reply<WorkAnswer<W>>>(task, limits);
      const reply = await answering.catch((error) => {
        throw translateError(error, options.deadline);
      });
      if (reply.kind === "failed") throw new Error(reply.failed);
      return reply.answer;
    },
    close: () => pool.close(),
  };
}

/** @returns the error of a piece of work whose thread ended; any other as it is */
function translateError(error: unknown, deadline: number): unknown {
  if (error instanceof NoFreeThread) return new Problem(503, MESSAGES.readersTaken);
  if (!(error instanceof ThreadEnded)) return error;
  switch (error.reason) {
    case "late":
      return new Unread(MESSAGES.checkTooLong(deadline / 1_000));
    case "memory":
      return new Unread(MESSAGES.checkTooLarge);
    case "failed":
      return error.cause ?? error;
    case "closed":
      return new Error(CLOSED_TEXT);
  }
}
