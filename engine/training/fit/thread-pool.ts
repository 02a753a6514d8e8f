import { Worker } from "node:worker_threads";
import { UserError } from "@understudy/shared/user-error.ts";
import { compiledKernels } from "../../math/kernels/module.ts";
import type { LearningData } from "../../models/fit-task.ts";
import type { Executor, Order } from "./executor.ts";
import type { Report } from "./fit-report.ts";
import type { Enrolment } from "./worker-init.ts";

interface Thread {
  worker: Worker;
  /** The lesson in hand. */
  lesson: number | null;
  /** When it was last heard of (milliseconds). */
  heard: number;
}

/** A thread that says nothing for so long (milliseconds) hangs. */
const SILENCE_MS = 180_000;
/** Threads that may be lost before it is for some other reason than the lessons. */
const MOST_LOST = 12;

const PROGRAM = new URL("./fit-thread.ts", import.meta.url);

/** Lessons learnt on as many threads. A thread that dies or hangs fails its lesson, and another takes its place. */
export function createThreadPool(data: LearningData, workers: number, program = PROGRAM): Executor {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const reports: Report[] = [];
  const threads: Thread[] = [];
  let wake: (() => void) | null = null;
  let lost = 0;
  let closed = false;

  const startThread = (): Thread => {
    const worker = new Worker(program, {
      workerData: { data, stop, kernels: compiledKernels() } satisfies Enrolment,
    });
    const thread: Thread = { worker, lesson: null, heard: performance.now() };
    worker.on("message", (report: Report) => receive(thread, report));
    worker.on("error", (error) => lose(thread, String(error)));
    worker.on("exit", () => lose(thread, "its thread ended"));
    return thread;
  };

  const receive = (thread: Thread, report: Report): void => {
    // What a thread says of a lesson that was taken from it is no longer wanted.
    if (report.id !== thread.lesson) return;
    thread.heard = performance.now();
    if (report.type !== "going") thread.lesson = null;
    publish(report);
  };

  const publish = (report: Report): void => {
    reports.push(report);
    wake?.();
  };

  const lose = (thread: Thread, reason: string): void => {
    const at = threads.indexOf(thread);
    if (closed || at < 0) return;
    threads.splice(at, 1);
    lost += 1;
    thread.worker.terminate();
    if (thread.lesson !== null) publish({ type: "failed", id: thread.lesson, reason });
  };

  /** Resolves when something was reported, or after so many milliseconds. */
  const waitFor = (timeout: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake?.(), timeout);
      wake = () => {
        clearTimeout(timer);
        wake = null;
        resolve();
      };
    });

  const loseSilent = (): void => {
    const now = performance.now();
    for (const thread of [...threads]) {
      if (thread.lesson !== null && now - thread.heard > SILENCE_MS) lose(thread, "its thread hung");
    }
  };

  return {
    concurrency: workers,
    start: (order: Order) => {
      if (lost > MOST_LOST)
        throw new UserError("The training was ended: its threads die one after the other.");
      let thread = threads.find(({ lesson }) => lesson === null);
      if (thread === undefined) {
        thread = startThread();
        threads.push(thread);
      }
      thread.lesson = order.id;
      thread.heard = performance.now();
      thread.worker.postMessage(order);
    },
    next: async (timeout) => {
      loseSilent();
      if (reports.length === 0) await waitFor(timeout);
      return reports.shift() ?? null;
    },
    drain: async (timeout) => {
      const until = performance.now() + timeout;
      Atomics.store(stop, 0, 1);
      while (threads.some(({ lesson }) => lesson !== null) && performance.now() < until) {
        await waitFor(until - performance.now());
      }
      return reports.splice(0);
    },
    close: async () => {
      closed = true;
      await Promise.all(threads.splice(0).map(({ worker }) => worker.terminate()));
    },
  };
}
